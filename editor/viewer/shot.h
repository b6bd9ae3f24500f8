// What is viewed, over all time; and what of it is to be computed for one frame.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/editor_document.h"
#include "viewer/evaluator.h"

class QString;

namespace weft::editor {

struct Shot {
    Graph graph;                                  ///< valid, with its curves
    std::vector<ReadFile> files;                  ///< by input; with an empty path: none is chosen
    std::shared_ptr<const Library> library = {};  ///< EvaluationRequest::library
    friend bool operator==(const Shot&, const Shot&) = default;
};

/// Of `image`, and of `other` to compare with, as seen() has them (model/free_inputs.h). Relative
/// paths begin in `folder`.
Result<Shot> shot_of(const Document& document, const Library& library, const QString& folder,
                     ImageId image, std::optional<ImageId> other);

/// The frame of a shot. Frames at which nothing differs are equal.
Result<EvaluationRequest> at_frame(const Shot& shot, const Library& library, int frame);

}  // namespace weft::editor
