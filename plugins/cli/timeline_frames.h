// The frames of a document's timeline, where nobody names others.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "cli/render_options.h"

namespace weft {

/// The first and the last frame that the document `text` has in the editor, where it was saved by
/// one: 1 to 100 where it says nothing of them, as there. None where it has no member "editor", or
/// what that says of frames is none that can be.
std::optional<std::pair<int, int>> timeline_of(const std::string& text);

/// `frames`, as -F gives them, with those of the timeline in the place of "timeline"; and where
/// there are none, those of the timeline if a picture is written to a path with a place for the
/// frame. None where a single picture is meant. kUsage: "timeline" of what has none; kDocument: the
/// document cannot be read.
Result<std::vector<std::string>> with_timeline(const RenderOptions& options,
                                               std::vector<std::string> frames);

}  // namespace weft
