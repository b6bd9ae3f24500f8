// What a functor is tried on: sizes, values and parameters.
#include "compile/worker/trial_run.h"

#include <cmath>
#include <limits>

#include "graph/descriptor.h"
#include "graph/regions.h"
#include "runtime/executor.h"

namespace weft::worker {
namespace {

constexpr Rect kSizes[] = {{0, 0, 33, 17}, {0, 0, 1, 1}, {-3, 2, 0, 4}};
constexpr Rect kTiny{0, 0, 3, 2};
constexpr int kPlanes = 4;

/// Ordinary values from 0 to 1, the same each time; or those that conditions forget.
float value_of(int n, bool hostile) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    constexpr float kHostile[] = {
        0.0f,       -0.0f,  1.0f,  -1.0f,
        kInfinity,  1e30f,  0.5f,  std::numeric_limits<float>::quiet_NaN(),
        -kInfinity, 1e-40f, -1e30f};
    if (hostile) return kHostile[static_cast<std::size_t>(n) % std::size(kHostile)];
    const unsigned mixed = static_cast<unsigned>(n) * 2654435761u;
    return static_cast<float>(mixed >> 8) / 16777216.0f;
}

Picture filled(const ImageShape& shape, bool hostile, int seed) {
    Picture picture(shape.domain, shape.planes);
    for (int p = 0; p < shape.planes; ++p)
        for (int y = shape.domain.y0; y < shape.domain.y1; ++y)
            for (int x = shape.domain.x0; x < shape.domain.x1; ++x)
                picture.at(x, y, p) = value_of(seed++, hostile);
    return picture;
}

/// A graph of the functor alone.
Graph alone(const FunctorType& type, const Library& library) {
    const std::unique_ptr<FunctorBase> functor(type.create());
    Graph graph;
    graph.name = type.name;
    Node node{{0}, "functor", type.name, {}, {}, {}};
    for (const ParameterRef& p : parameters_of(*functor)) node.parameters.push_back(get_value(p));
    int outputs = 0;
    for (const NamedIndexer& n : indexers_of(*functor)) {
        if (n.indexer->direction == eOutput) {
            graph.outputs.push_back({n.name, {{0}, outputs++}});
            continue;
        }
        node.inputs.push_back({{}, static_cast<int>(graph.inputs.size())});
        node.borders.push_back(n.indexer->border);
        graph.inputs.push_back({n.name});
    }
    node.restart_period = default_restart_period(*instantiate(node, library));
    graph.nodes = {std::move(node)};
    return graph;
}

Status run(const Graph& graph, const Library& library, const Rect& size, bool hostile) {
    if (Status s = validate(graph, library); !s) return s;
    const std::vector<ImageShape> shapes = usual_input_shapes(graph, library, size, kPlanes);
    const auto all = infer_shapes(graph, library, shapes);
    if (!all) return all.error();
    std::vector<Picture> inputs, outputs;
    std::vector<PictureView> from, to;
    for (const ImageShape& shape : shapes)
        inputs.push_back(filled(shape, hostile, static_cast<int>(inputs.size()) * 7));
    for (const GraphOutput& output : graph.outputs) {
        const ImageShape& shape = all->at(output.image);
        outputs.emplace_back(shape.domain, shape.planes);
    }
    for (const Picture& picture : inputs) from.push_back(picture.view());
    for (const Picture& picture : outputs) to.push_back(picture.view());
    Result<std::unique_ptr<Prepared>> prepared = prepare_reference({graph, library, shapes, {}});
    if (!prepared) return prepared.error();
    return (*prepared)->run(from, to, {});
}

/// The lowest or the highest value of a parameter; what it has where it has no range to speak of.
ParameterValue end_of_range(const ParameterRef& p, const ParameterValue& now, bool high) {
    constexpr double kNoRange = 1e30;
    const double end = high ? p.maximum : p.minimum;
    const bool list = !to_number(now);
    return list || std::abs(end) > kNoRange ? now : from_number(p, end).value_or(now);
}

}  // namespace

Status try_functor(const FunctorType& type, const FunctorModule& module,
                   const std::function<bool()>& enough) {
    Library library;
    if (Status s = library.add(module); !s) return s;
    const Graph usual = alone(type, library);
    for (const bool hostile : {false, true})
        for (const Rect& size : kSizes) {
            if (enough()) return {};
            if (Status s = run(usual, library, size, hostile); !s) return s;
        }
    const std::unique_ptr<FunctorBase> functor(type.create());
    const std::vector<ParameterRef> parameters = parameters_of(*functor);
    for (std::size_t i = 0; i < parameters.size(); ++i)
        for (const bool high : {false, true}) {
            if (enough()) return {};
            Graph graph = usual;
            Node& node = graph.nodes.front();
            node.parameters[i] = end_of_range(parameters[i], node.parameters[i], high);
            // Together with the others' defaults it need not be valid; that is for users to be
            // told.
            if (!validate(node, library)) continue;
            node.restart_period = default_restart_period(*instantiate(node, library));
            if (Status s = run(graph, library, kTiny, true); !s) return s;
        }
    return {};
}

}  // namespace weft::worker
