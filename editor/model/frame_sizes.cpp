#include "model/frame_sizes.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "graph/descriptor.h"
#include "graph/draft.h"
#include "graph/format.h"
#include "graph/regions.h"
#include "model/free_inputs.h"

namespace weft::editor {
namespace {

/// The inputs that a node lays over one another: those it reads at its own element.
std::vector<std::size_t> combined_inputs(const FunctorDescriptor& functor) {
    std::vector<std::size_t> inputs;
    if (functor.has_shape) return inputs;
    for (std::size_t i = 0; i < functor.inputs.size(); ++i)
        if (functor.inputs[i].freedom == e0D) inputs.push_back(i);
    return inputs;
}

std::string sentence(const FunctorDescriptor& functor, const std::vector<std::size_t>& combined,
                     const std::vector<Rect>& frames, const FrameMismatch& mismatch) {
    std::vector<std::string> sizes, others;
    std::string giver;
    for (const std::size_t i : combined) {
        const std::string& name = functor.inputs[i].name;
        sizes.push_back(fmt::format("{} is {}", name, frame_text(frames[i])));
        if (frames[i] == mismatch.frame && giver.empty()) giver = name;
    }
    for (const int i : mismatch.inputs)
        others.push_back(functor.inputs[static_cast<std::size_t>(i)].name);
    return fmt::format(
        "Sizes differ: {}. The result has the frame of {}, in which {} {} at {} own coordinates. "
        "To make sizes alike, use Reformat: the right button on this node puts it in.",
        fmt::join(sizes, ", "), giver.empty() ? "another" : giver, fmt::join(others, " and "),
        others.size() == 1 ? "lies" : "lie", others.size() == 1 ? "its" : "their");
}

}  // namespace

std::string frame_text(const Rect& frame) {
    const Result<Format> named = format_named(fmt::format("{}x{}", frame.width(), frame.height()));
    const std::string size =
        named ? to_text(*named) : fmt::format("{} x {}", frame.width(), frame.height());
    return frame.x0 == 0 && frame.y0 == 0 ? size
                                          : fmt::format("{} at {}, {}", size, frame.x0, frame.y0);
}

std::vector<FrameMismatch> frame_mismatches(const Document& document, const Library& library,
                                            ImageId image, int frame,
                                            const std::vector<ImageShape>& inputs) {
    std::vector<FrameMismatch> all;
    Result<Graph> graph = seen(document, library, image);
    if (graph) graph = at_frame(*graph, library, frame);
    if (!graph || graph->inputs.size() != inputs.size()) return all;
    const Result<std::map<ImageId, ImageShape>> shapes = infer_shapes(*graph, library, inputs);
    if (!shapes) return all;
    const std::set<NodeId> upstream = needed_nodes(*graph);
    for (const Node& node : graph->nodes) {
        if (!upstream.contains(node.id)) continue;
        const FunctorDescriptor functor = weft::describe(*library.find(node.functor));
        const std::vector<std::size_t> combined = combined_inputs(functor);
        std::vector<Rect> frames;
        for (const ImageId& input : node.inputs) frames.push_back(shapes->at(input).frame);
        FrameMismatch mismatch{node.id, shapes->at({node.id, 0}).frame, {}, {}};
        for (const std::size_t i : combined)
            if (frames[i] != mismatch.frame) mismatch.inputs.push_back(static_cast<int>(i));
        if (mismatch.inputs.empty()) continue;
        mismatch.words = sentence(functor, combined, frames, mismatch);
        all.push_back(std::move(mismatch));
    }
    return all;
}

}  // namespace weft::editor
