// Edits of sizes: the project's format, and pictures brought to one size.
#pragma once

#include <optional>

#include "commands/edits.h"
#include "graph/format.h"
#include "model/effects.h"
#include "model/frame_sizes.h"

namespace weft::editor {

/// The document with that format; nothing: with none.
Document set_format(const Document& document, const std::optional<Format>& format);

/// Puts instances of the effect reformat, whose contents those are, before the inputs that have
/// another frame than the node's result: they make them as large. Where that is the project's
/// format they follow it.
Result<Edited> reformat_inputs(const Document& document, const Library& library,
                               const EffectContents& reformat, const FrameMismatch& mismatch);

}  // namespace weft::editor
