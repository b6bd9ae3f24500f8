#include "passes/bind.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <ranges>

#include "core/scale.h"
#include "passes/reduction_stages.h"
#include "passes/stage_operations.h"
#include "plan/scan_restarts.h"
#include "plan/stage_bindings.h"
#include "plan/translated_facts.h"

namespace weft {

namespace {

/// Collects a functor object's indexers, in order.
struct IndexerList final : IndexerVisitor {
    void indexer(const char* name, int length, IndexerBase& i) override {
        names.emplace_back(name, static_cast<std::size_t>(length));
        indexers.push_back(&i);
    }
    std::vector<std::string> names;
    std::vector<IndexerBase*> indexers;
};

template <class T>
T read_at(const std::vector<std::byte>& bytes, int offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

/// A member's first value as an integer, for expressions over structure.
std::int64_t integer_value(const MemberFacts& m, const std::vector<std::byte>& bytes, int offset) {
    if (m.type == "bool") return read_at<bool>(bytes, offset);
    if (m.type == "unsigned") return read_at<unsigned>(bytes, offset);
    return read_at<int>(bytes, offset);
}

std::string literal(const MemberFacts& m, const std::vector<std::byte>& bytes, int offset) {
    if (m.type == "float")  // exact, NaN and infinity included
        return fmt::format("__builtin_bit_cast(float, 0x{:08x}u)",
                           read_at<std::uint32_t>(bytes, offset));
    if (m.type == "bool") return read_at<bool>(bytes, offset) ? "true" : "false";
    if (m.type == "unsigned") return fmt::format("{}u", read_at<unsigned>(bytes, offset));
    return fmt::format("{}", read_at<int>(bytes, offset));
}

Error not_translated(const Node& node) {
    return {ErrorKind::kFunctor,
            fmt::format("node '{}': functor {} has not been translated; it runs with --device "
                        "reference only, or after weft_add_functors() or --functors",
                        node.name, node.functor)};
}

StageInput bind_input(const IndexerBase& indexer, const Border& border, Id<PlanImage> image) {
    StageInput input;
    input.image = image;
    input.border = border;
    input.granularity = indexer.granularity;
    input.freedom = indexer.freedom;
    input.axis = indexer.Axis;
    input.radius = indexer.Radius;
    input.radius_x = indexer.RadiusX;
    input.radius_y = indexer.RadiusY;
    input.scale_x = indexer.ScaleX;
    input.scale_y = indexer.ScaleY;
    input.offsets.assign(indexer.Offsets.items, indexer.Offsets.items + indexer.Offsets.count);
    return input;
}

void bind_structure(const std::string& name, const IndexerBase& i, const ImageShape& shape,
                    Bindings& bindings) {
    bindings[name + ".Radius"] = i.Radius;
    bindings[name + ".RadiusX"] = i.RadiusX;
    bindings[name + ".RadiusY"] = i.RadiusY;
    bindings[name + ".Count"] = i.Count;
    bindings[name + ".Axis"] = i.Axis;
    bindings[name + ".Planes"] = shape.planes;
    bindings[name + ".Colours"] = shape.colours;
    bindings[name + ".Alpha"] = shape.alpha;
}

/// Whether a kernel is handed the input of this name.
bool uses(const FunctorFacts& facts, const std::string& input) {
    return std::any_of(facts.indexers.begin(), facts.indexers.end(),
                       [&](const IndexerFacts& indexer) { return indexer.name == input; });
}

/// Copies the kernel members out of the functor object; binds what expressions may name.
void bind_members(Stage& stage, const TranslatedFunctor& translated, const FunctorBase& functor,
                  Bindings& bindings) {
    stage.members_size = translated.members_size;
    stage.members.resize(static_cast<std::size_t>(std::max(translated.members_size, 1)));
    translated.read_members(functor, stage.members.data());
    const std::vector<int> offsets = member_offsets(stage.facts.members);
    for (std::size_t m = 0; m < stage.facts.members.size(); ++m) {
        const MemberFacts& member = stage.facts.members[m];
        if (member.type != "float" && !member.array)
            bindings[member.name] = integer_value(member, stage.members, offsets[m]);
        if (member.baked)
            stage.baked.push_back(
                {member.name, member.type, literal(member, stage.members, offsets[m])});
    }
}

/// Every element that an input reads for `elements`, were there no end to its picture.
Rect reads(const StageInput& input, const Rect& elements) {
    const Rect r = scaled(input.scale_x, input.scale_y, elements);
    Rect all;
    for (const Offset& tap : input.taps)
        all = hull(all, {r.x0 + tap.x, r.y0 + tap.y, r.x1 + tap.x, r.y1 + tap.y});
    return all;
}

}  // namespace

Result<BoundGraph> bind(const PlanContext& context, const DeviceBounds& device) {
    Result<BoundGraph> plan = bind_stages(context, context.graph, device);
    if (!plan) return plan;
    return with_operations(with_regions(*std::move(plan)));
}

Result<BoundGraph> bind_stages(const PlanContext& context, const Graph& graph,
                               const DeviceBounds& device) {
    if (Status ok = validate(graph, context.library); !ok) return ok.error();
    auto shapes = infer_shapes(graph, context.library, context.inputs);
    if (!shapes) return shapes.error();

    Result<std::vector<Rect>> regions = resolve_regions(graph, *shapes, context.regions);
    if (!regions) return regions.error();
    if (graph.intermediates == Intermediates::kUnbounded)
        // With whole windows instead of exact taps: what this allows, the plan does not exceed.
        if (auto reach = infer_regions(graph, context.library, *shapes, *regions); !reach)
            return reach.error();

    BoundGraph plan;
    plan.name = graph.name;
    plan.fast_math = context.fast_math;
    plan.intermediates = graph.intermediates;

    std::map<ImageId, Id<PlanImage>> image_of;
    auto add_image = [&](ImageId id, std::string name) {
        PlanImage image;
        image.name = std::move(name);
        image.shape = shapes->at(id);
        return image_of[id] = plan.images.add(std::move(image));
    };
    for (const Id<GraphInput> i : Ids<GraphInput>(graph.inputs.size()))
        plan.images[add_image({NodeId{}, i.number()}, graph.inputs[i.index()].name)].source =
            FromInput{i};

    for (const Node& node : graph.nodes) {
        const TranslatedFunctor* translated = context.library.find_translated(node.functor);
        if (translated == nullptr) return not_translated(node);
        const auto facts = facts_of(*translated);
        if (!facts) return facts.error();
        const std::unique_ptr<FunctorBase> functor = instantiate(node, context.library);
        IndexerList list;
        functor->visit_indexers(list);

        Stage stage;
        stage.node = node.id;
        stage.name = node.name;
        stage.functor = node.functor;
        stage.facts = **facts;
        stage.scan_axis = functor->ScanAxis;
        stage.scan_backwards = functor->ScanBackwards;
        stage.restart_period = node.restart_period;
        const Id<Stage> id(plan.stages.size());

        std::vector<ImageShape> inputs, outputs;
        for (const ImageId& input : node.inputs) inputs.push_back(shapes->at(input));
        for (int o = 0; shapes->count({node.id, o}) > 0; ++o)
            outputs.push_back(shapes->at({node.id, o}));
        if (Status s = set_pictures(node, *functor, inputs, outputs); !s) return s.error();
        Bindings bindings;
        bind_members(stage, *translated, *functor, bindings);
        // What strangers say of theirs nothing has compared.
        const int copied =
            context.library.is_linked_in(node.functor) ? functor->copied_input() : -1;
        std::size_t next_input = 0;
        int next_output = 0;
        for (const IndexerBase* indexer : list.indexers)
            stage.per_pixel |= indexer->granularity == ePixel;
        for (std::size_t i = 0; i < list.indexers.size(); ++i) {
            const IndexerBase& indexer = *list.indexers[i];
            Id<PlanImage> image;
            if (indexer.direction == eInput) {
                image = image_of.at(node.inputs[next_input]);
                if (uses(stage.facts, list.names[i])) {
                    const auto input =
                        stage.inputs.add(bind_input(indexer, node.borders[next_input], image));
                    if (copied == static_cast<int>(next_input)) stage.copies = input;
                }
                ++next_input;
            } else {
                image = add_image({node.id, next_output}, node.name + "." + list.names[i]);
                ++next_output;
                plan.images[image].source = FromStage{id};
                stage.outputs.push_back(image);
                stage.output_granularity.push_back(indexer.granularity);
                stage.domain = plan.images[image].shape.domain;
                if (!stage.per_pixel) stage.planes = plan.images[image].shape.planes;
            }
            bind_structure(list.names[i], indexer, plan.images[image].shape, bindings);
        }
        auto input = stage.inputs.begin();
        for (const IndexerFacts& indexer : stage.facts.indexers)
            if (indexer.direction == eInput) {
                input->taps = resolve_taps(indexer, *input, bindings);
                ++input;
            }
        if (functor->dependence() == eReduction)
            plan = with_reduction(std::move(plan), std::move(stage),
                                  reduced_elements(*functor, inputs), device.leaf_lanes);
        else
            plan.stages.add(std::move(stage));
    }

    for (const GraphOutput& output : graph.outputs) {
        const Id<PlanImage> image = image_of.at(output.image);
        plan.images[image].graph_outputs.push_back(plan.outputs.add(image));
        plan.output_names.add(output.name);
    }
    plan.output_regions = Table<Rect, GraphOutput>(*std::move(regions));
    return plan;
}

BoundGraph with_regions(BoundGraph plan) {
    const bool unbounded = plan.intermediates == Intermediates::kUnbounded;
    for (PlanImage& image : plan.images) image.region = {};
    for (const Id<GraphOutput> o : plan.outputs.ids()) {
        Rect& region = plan.images[plan.outputs[o]].region;
        region = hull(region, plan.output_regions[o]);
    }
    for (const Id<Stage> s : plan.stages.ids() | std::views::reverse) {
        Stage& stage = plan.stages[s];
        Rect region;
        for (const Id<PlanImage> image : stage.outputs)
            region = hull(region, plan.images[image].region);
        if (region.empty()) continue;
        if (stage.is_scan())
            region = advanced_over(region, stage.domain, stage.scan_axis, stage.restart_period,
                                   stage.scan_backwards);
        if (stage.phase == Phase::kReduce)
            region = stage.domain;
        else
            for (const Id<PlanImage> image : stage.outputs) plan.images[image].region = region;
        for (const StageInput& input : stage.inputs) {
            PlanImage& source = plan.images[input.image];
            const std::optional<Id<Stage>> producer = source.producer();
            if (unbounded && producer && plan.stages[*producer].phase == Phase::kWhole) {
                source.region = hull(source.region, reads(input, region));
                continue;
            }
            const Rect& d = source.shape.domain;
            if (input.freedom == eRandom) {
                source.region = d;
                continue;
            }
            int x_first = 0, x_last = 0;
            for (const Offset& tap : input.taps) {
                x_first = std::min(x_first, tap.x);
                x_last = std::max(x_last, tap.x);
            }
            const Rect r = scaled(input.scale_x, input.scale_y, region);
            const Interval columns =
                footprint({r.x0, r.x1}, x_first, x_last, {d.x0, d.x1}, input.border.mode);
            const Interval rows = footprint({r.y0, r.y1}, input.taps.front().y, input.taps.back().y,
                                            {d.y0, d.y1}, input.border.mode);
            const Rect need{columns.first, rows.first, columns.last, rows.last};
            source.region = hull(source.region, need);
        }
        if (unbounded && stage.phase == Phase::kWhole) {
            stage.domain = region;
            for (const Id<PlanImage> image : stage.outputs)
                plan.images[image].shape.domain = region;
        }
    }
    return plan;
}

}  // namespace weft
