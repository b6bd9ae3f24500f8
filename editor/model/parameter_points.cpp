#include "model/parameter_points.h"

#include <algorithm>
#include <cmath>

#include "graph/descriptor.h"
#include "graph/regions.h"
#include "model/free_inputs.h"
#include "model/grouped_parameters.h"

namespace weft::editor {
namespace {

/// What the points of a node are fractions of: the frame of its first input, or of its output.
Rect frame_of(const Document& document, const Library& library, NodeId node, int frame,
              const std::vector<ImageShape>& inputs) {
    Result<Graph> graph = seen(document, library, {node, 0});
    if (graph) graph = at_frame(*graph, library, frame);
    if (!graph || graph->inputs.size() != inputs.size()) return {};
    const Result<std::map<ImageId, ImageShape>> shapes = infer_shapes(*graph, library, inputs);
    const Node* at = graph->find(node);
    if (!shapes || !at) return {};
    const auto shape = shapes->find(at->inputs.empty() ? ImageId{node, 0} : at->inputs.front());
    return shape == shapes->end() ? Rect{} : shape->second.frame;
}

double rounded_to(double v, double parts) { return std::round(v * parts) / parts; }

}  // namespace

std::vector<Handle> handles_of(const Document& document, const Library& library, NodeId id,
                               int frame, const std::vector<ImageShape>& inputs) {
    std::vector<Handle> handles;
    const Node* node = document.draft.graph.find(id);
    if (!node) return handles;
    const FunctorDescriptor d = weft::describe(*library.find(node->functor));
    const auto number = [&](std::size_t i) {
        return static_cast<double>(
            std::get<float>(value_at(*node, d.parameters[i].ref, static_cast<int>(i), frame)));
    };
    Rect box;
    for (std::size_t i = 0; i + 1 < d.parameters.size(); ++i) {
        const ParameterRef& p = d.parameters[i].ref;
        if (p.group != ParameterGroup::ePoint && p.group != ParameterGroup::eShift) continue;
        if (!group_at(d, static_cast<int>(i))) continue;  // a stranger's two are no numbers
        if (handles.empty()) box = frame_of(document, library, id, frame, inputs);
        if (box.empty()) break;
        Handle handle{{id, p.name}, {id, d.parameters[i + 1].name}, p.group, box};
        const double x = number(i), y = number(i + 1);
        const bool point = p.group == ParameterGroup::ePoint;
        handle.at_x = box.x0 + (point ? x * box.width() : box.width() / 2.0 + x);
        handle.at_y = box.y0 + (point ? y * box.height() : box.height() / 2.0 + y);
        handles.push_back(std::move(handle));
    }
    return handles;
}

bool are_corners(const std::vector<Handle>& handles) {
    return std::count_if(handles.begin(), handles.end(), [](const Handle& handle) {
               return handle.group == ParameterGroup::ePoint;
           }) >= 3;
}

PointValue value_of(const Handle& handle, double x, double y) {
    const Rect& box = handle.frame;
    if (handle.group == ParameterGroup::ePoint)
        return {rounded_to((x - box.x0) / box.width(), 1e5),
                rounded_to((y - box.y0) / box.height(), 1e5)};
    return {rounded_to(x - box.x0 - box.width() / 2.0, 10.0),
            rounded_to(y - box.y0 - box.height() / 2.0, 10.0)};
}

}  // namespace weft::editor
