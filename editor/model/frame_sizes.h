// Nodes that combine pictures of different frames: which, and what becomes of it.
#pragma once

#include <string>
#include <vector>

#include "core/image_shape.h"
#include "model/editor_document.h"

namespace weft::editor {

/// A node whose pictures have frames of different places or sizes. They are laid over one another
/// by their coordinates (docs/pictures.md).
struct FrameMismatch {
    NodeId node;
    Rect frame;               ///< of its result
    std::vector<int> inputs;  ///< that have another, by number
    std::string words;        ///< what is seen, and what to do; for people
    friend bool operator==(const FrameMismatch&, const FrameMismatch&) = default;
};

/// Those among the nodes that `image` depends on, at a frame in time. `inputs` are the shapes of
/// the effect's inputs; none where they are not known, or the graph is not finished.
std::vector<FrameMismatch> frame_mismatches(const Document& document, const Library& library,
                                            ImageId image, int frame,
                                            const std::vector<ImageShape>& inputs);

/// "HD 1080 (1920 x 1080)", "64 x 48 at 10, 20".
std::string frame_text(const Rect& frame);

}  // namespace weft::editor
