// The reference on a picture of one row: it takes microseconds, and waits for no compiler.
#include "app/sampled_curve.h"

#include <cmath>

#include "effects/builtin.h"
#include "graph/regions.h"
#include "runtime/executor.h"

namespace weft::editor {
namespace {

constexpr int kPlanes = 3;

Result<Picture> run(const Graph& graph, const Library& library, const Picture& ramp) {
    const std::vector<ImageShape> inputs(graph.inputs.size(), {ramp.domain(), ramp.planes()});
    const auto shapes = infer_shapes(graph, library, inputs);
    if (!shapes) return shapes.error();
    auto prepared = prepare_reference({graph, library, inputs, {}});
    if (!prepared) return prepared.error();
    std::vector<Picture> outputs;
    for (const GraphOutput& output : graph.outputs) {
        const ImageShape& shape = shapes->at(output.image);
        outputs.emplace_back(shape.domain, shape.planes);
    }
    std::vector<weft::PictureView> views;
    for (Picture& picture : outputs) views.push_back(picture.view());
    const std::vector<weft::PictureView> from(graph.inputs.size(), ramp.view());
    if (Status s = (*prepared)->run(from, views, {}); !s) return s.error();
    return std::move(outputs.front());
}

double difference(const Picture& a, const Picture& b, int plane) {
    double most = 0.0;
    for (int x = 0; x < a.domain().width(); ++x)
        most = std::max(most, static_cast<double>(std::abs(a.at(x, 0, plane) - b.at(x, 0, plane))));
    return most;
}

}  // namespace

std::vector<float> sampled_curve(const FunctorType& type, const Library& library, int parameter,
                                 const ParameterValue& value, double left, double right,
                                 int count) {
    const Graph usual = graph_of(type);
    Graph graph = usual;
    graph.nodes.front().parameters[static_cast<std::size_t>(parameter)] = value;
    if (!validate(graph, library)) return {};
    Picture ramp({0, 0, count, 1}, kPlanes);
    for (int p = 0; p < kPlanes; ++p)
        for (int x = 0; x < count; ++x)
            ramp.row(0, p)[x] = static_cast<float>(left + (right - left) * x / (count - 1));
    const Result<Picture> with = run(graph, library, ramp), without = run(usual, library, ramp);
    if (!with || !without || !(with->domain() == ramp.domain()) ||
        !(without->domain() == ramp.domain()))
        return {};
    int plane = 0;
    for (int p = 1; p < std::min(with->planes(), without->planes()); ++p)
        if (difference(*with, *without, p) > difference(*with, *without, plane)) plane = p;
    const float* row = with->row(0, plane);
    return {row, row + count};
}

}  // namespace weft::editor
