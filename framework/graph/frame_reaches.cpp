#include "graph/frame_reaches.h"

#include <set>

#include <fmt/format.h>

#include "graph/descriptor.h"
#include "graph/parameter_types.h"
#include "graph/tangents.h"

namespace weft {
namespace {

std::set<int> frames_of(const Graph& graph) {
    std::set<int> frames;
    for (const Node& node : graph.nodes)
        for (const Curve& curve : node.curves)
            for (const int frame : telling_frames(curve)) frames.insert(frame);
    if (frames.empty()) return frames;
    const long long first = *frames.begin(), last = *frames.rbegin();
    const long long step = (last - first) / kMaxSampledFrames + 1;
    for (long long frame = first; frame < last; frame += step)
        frames.insert(static_cast<int>(frame));
    return frames;
}

/// Everything of a node that kernels have as constants.
std::string structure_of(const Node& node, const Library& library) {
    const std::unique_ptr<FunctorBase> functor = instantiate(node, library);
    std::string text;
    for (const NamedIndexer& named : indexers_of(*functor)) {
        const IndexerBase& i = *named.indexer;
        text +=
            fmt::format("{} {} {} {};", static_cast<int>(i.Axis), i.Radius, i.RadiusX, i.RadiusY);
        for (int o = 0; o < i.Offsets.count; ++o)
            text += fmt::format("{} {},", i.Offsets.items[o].x, i.Offsets.items[o].y);
    }
    for (const ParameterRef& p : parameters_of(*functor)) {
        const ValueForm form = form_of(p.type);
        if (p.structure && form != ValueForm::kNumber && form != ValueForm::kNumberList)
            text += format_value(get_value(p)) + ';';
    }
    return text;
}

}  // namespace

std::vector<Graph> frame_reaches(const Graph& graph, const Library& library) {
    std::vector<Graph> range;
    std::set<std::string> seen;
    for (const int frame : frames_of(graph)) {
        Result<Graph> still = at_frame(graph, library, frame);
        if (!still) continue;
        std::string structure;
        for (const Node& node : graph.nodes)
            if (!node.curves.empty())
                structure += structure_of(*still->find(node.id), library) + '\n';
        if (seen.insert(structure).second) range.push_back(*std::move(still));
    }
    if (range.size() < 2) range.clear();
    return range;
}

}  // namespace weft
