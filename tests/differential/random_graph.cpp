#include "differential/random_graph.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <set>

#include "graph/border_modes.h"
#include "graph/descriptor.h"
#include "graph/image.h"
#include "graph/parameter_types.h"
#include "graph/regions.h"

namespace weft::test {

namespace {

int pick(std::mt19937_64& random, int first, int last) {
    return first + static_cast<int>(random() % static_cast<std::uint64_t>(last - first + 1));
}

/// Gives every parameter of a functor a random value within its range.
class Randomise final : public ParameterVisitor {
  public:
    explicit Randomise(std::mt19937_64& random) : random_(random) {}

    void parameter(const ParameterRef& p) override {
        switch (form_of(p.type)) {
            case ValueForm::kNumber: set(p, within(p.minimum, p.maximum)); break;
            case ValueForm::kWhole: set(p, whole(p)); break;
            case ValueForm::kFlag: set(p, pick(random_, 0, 1)); break;
            case ValueForm::kNamed:
                set(p, pick(random_, 0, static_cast<int>(names_of(p).size()) - 1));
                break;
            case ValueForm::kNumberList:  // lists keep their length, which goes with a radius
                for (int i = 0; i < *p.list_count; ++i)
                    p.list_values[i] = static_cast<float>(
                        within(std::max(p.minimum, -1.0), std::min(p.maximum, 1.0)));
                break;
            case ValueForm::kText:
                if (p.type == ParameterType::eOffsetList)
                    offsets(*static_cast<OffsetList*>(p.value));
                break;
        }
    }

  private:
    static void set(const ParameterRef& p, double number) { set_value(p, *from_number(p, number)); }
    /// Mostly of ordinary size: ranges may be as wide as floats are.
    double within(double lo, double hi) {
        lo = std::max(lo, -4.0);
        hi = std::max(lo, std::min(hi, 4.0));
        return lo + (hi - lo) * (static_cast<double>(random_() >> 11) * 0x1p-53);
    }
    int whole(const ParameterRef& p) {
        const int lo = static_cast<int>(std::max(p.minimum, -64.0));
        const int most = random_() % 5 == 0 ? 90 : 5;
        const int hi = static_cast<int>(std::min(p.maximum, static_cast<double>(lo) + most));
        return pick(random_, lo, std::max(lo, hi));
    }
    void offsets(OffsetList& list) {
        const int reach = random_() % 5 == 0 ? 70 : 4;
        for (int i = 0; i < list.count; ++i)
            list.items[i] = {pick(random_, -reach, reach), pick(random_, -reach, reach)};
    }

    std::mt19937_64& random_;
};

struct Indexers final : IndexerVisitor {
    void indexer(const char*, int, IndexerBase& i) override {
        list.push_back(&i);
        per_pixel |= i.granularity == ePixel;
    }
    std::vector<IndexerBase*> list;
    bool per_pixel = false;
};

/// A picture that later nodes may read: `many` when it has the input's planes, else one.
struct Candidate {
    Image image;
    bool many;
};

Border random_border(std::mt19937_64& random) {
    constexpr auto& modes = ChoicesOf<BorderMode>::kAll;
    return {modes[pick(random, 0, static_cast<int>(std::size(modes)) - 1)].value,
            static_cast<float>(pick(random, -2, 2)) * 0.5f};
}

}  // namespace

Graph random_graph(const Library& library, std::mt19937_64& random) {
    static const std::string kMovingAverage = "BoxBlur", kRecurrence = "RecursiveBlur";
    GraphBuilder build("random");
    std::vector<Candidate> pictures{{build.input("input"), true}};
    const std::vector<std::string> names = library.names();
    const int wanted = pick(random, 2, 7);
    bool recurs = false;
    for (int made = 0; made < wanted;) {
        // One functor among many is a moving average, and one a recurrence, but plans treat them
        // apart in many places: recurrences above all where they feed one another.
        recurs = random() % (recurs ? 2 : 12) == 0;
        const std::string& name = recurs              ? kRecurrence
                                  : random() % 8 == 0 ? kMovingAverage
                                                      : names[random() % names.size()];
        const FunctorType* type = library.find(name);
        const std::unique_ptr<FunctorBase> functor(type->create());
        Randomise randomise(random);
        functor->visit_parameters(randomise);
        functor->prepare();
        if (functor->has_shape()) continue;  // regions are asked for by the input's domain
        Indexers indexers;
        functor->visit_indexers(indexers);

        bool many = false, possible = true;
        std::vector<Image> images(indexers.list.size());
        for (std::size_t i = 0; i < images.size(); ++i) {
            const IndexerBase& indexer = *indexers.list[i];
            if (indexer.direction == eOutput) continue;
            const bool needs_single = indexers.per_pixel && indexer.granularity == eComponent;
            // Later pictures are likelier, so that graphs grow deep as well as wide.
            int attempts = 12;
            const Candidate* chosen = nullptr;
            while (attempts-- > 0 && chosen == nullptr) {
                const std::size_t back = random() % std::min<std::size_t>(pictures.size(), 4);
                const Candidate& c = random() % 3 == 0 ? pictures[random() % pictures.size()]
                                                       : pictures[pictures.size() - 1 - back];
                if (!needs_single || !c.many) chosen = &c;
            }
            if (chosen == nullptr) {
                possible = false;
                break;
            }
            images[i] = chosen->image;
            if (!indexers.per_pixel || indexer.granularity == ePixel) many |= chosen->many;
        }
        if (!possible) continue;
        std::vector<Image*> arguments;
        for (Image& image : images) arguments.push_back(&image);
        build.record(*type, *functor, arguments.data(), static_cast<int>(arguments.size()));
        for (std::size_t i = 0; i < images.size(); ++i)
            if (indexers.list[i]->direction == eOutput)
                pictures.push_back({images[i], many && (!indexers.per_pixel ||
                                                        indexers.list[i]->granularity == ePixel)});
        ++made;
    }
    const int outputs = pick(random, 1, 3);
    for (int o = 0; o < outputs; ++o) {
        const std::size_t back = static_cast<std::size_t>(o == 0 ? 0 : pick(random, 0, 3));
        build.output("output" + std::to_string(o),
                     pictures[pictures.size() - 1 - std::min(back, pictures.size() - 1)].image);
    }
    Graph graph = build.finish();
    for (Node& node : graph.nodes)
        for (Border& border : node.borders) border = random_border(random);
    return graph;
}

double unbounded_reads(Graph graph, const Library& library, const Rect& domain,
                       const Rect& region) {
    graph.intermediates = Intermediates::kUnbounded;
    if (!validate(graph, library)) return std::numeric_limits<double>::infinity();
    const std::vector<ImageShape> inputs(graph.inputs.size(), {domain, 1});
    const auto shapes = infer_shapes(graph, library, inputs);
    const auto regions =
        resolve_regions(graph, *shapes, std::vector<Rect>(graph.outputs.size(), region));
    const auto needed = infer_regions(graph, library, *shapes, *regions);
    double reads = 0;
    for (const Node& node : graph.nodes) {
        const auto functor = instantiate(node, library);
        double window = 0;
        for (const NamedIndexer& n : indexers_of(*functor)) {
            const OffsetBounds b = offset_bounds(*n.indexer);
            window += (b.x_max - b.x_min + 1.0) * (b.y_max - b.y_min + 1.0);
        }
        Rect elements;
        for (const auto& [image, part] : *needed)
            if (image.node == node.id) elements = hull(elements, part);
        reads += window * static_cast<double>(elements.area());
    }
    return reads;
}

Coverage coverage_of(const Graph& graph, const Library& library) {
    Coverage coverage;
    coverage.several_outputs = graph.outputs.size() > 1;
    std::set<int> modes;
    for (const Node& node : graph.nodes) {
        for (const Border& border : node.borders) modes.insert(border.mode);
        const auto functor = instantiate(node, library);
        if (functor->dependence() == eRecurrence) ++coverage.recurrences;
        if (functor->dependence() == eMovingAverage)
            (functor->ScanAxis == eHorizontal ? coverage.horizontal_scan : coverage.vertical_scan) =
                true;
        coverage.backwards |= functor->ScanBackwards;
        Indexers indexers;
        functor->visit_indexers(indexers);
        coverage.per_pixel |= indexers.per_pixel;
        for (const IndexerBase* i : indexers.list) {
            coverage.largest_radius =
                std::max({coverage.largest_radius, i->Radius, i->RadiusX, i->RadiusY});
        }
    }
    coverage.mixed_borders = modes.size() > 1;
    // A diamond: some node whose two inputs share an ancestor by different ways.
    std::map<ImageId, std::set<ImageId>> ancestors;
    for (const Node& node : graph.nodes) {
        std::set<ImageId> all, own(node.inputs.begin(), node.inputs.end());
        for (const ImageId& input : own) {
            for (const ImageId& ancestor : ancestors[input])
                if (!all.insert(ancestor).second) coverage.shared_picture = true;
            if (!all.insert(input).second) coverage.shared_picture = true;
        }
        for (int o = 0; o < 4; ++o) ancestors[{node.id, o}] = all;
    }
    return coverage;
}

}  // namespace weft::test
