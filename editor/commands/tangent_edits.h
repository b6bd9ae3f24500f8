// Edits of tangents, where curves go by them. One of a parameter that is linked with others changes
// theirs too. What is not there is an error.
#pragma once

#include "model/editor_document.h"
#include "model/tangent_tips.h"

namespace weft::editor {

/// Draws a tangent. The one on the other side of its keyframe turns with it where both had one
/// slope, unless `alone`: then they are broken until they have one slope again.
Result<Document> set_tangent(const Document& document, const Library& library, const TangentId& id,
                             const Tangent& tangent, bool alone);

/// Gives the tangents on both sides of keyframes one slope: that of the line from tip to tip.
Result<Document> join_tangents(const Document& document, const Library& library,
                               const TrackKeys& keys);
/// Gives the tangents of keyframes a slope of 0.
Result<Document> flatten_tangents(const Document& document, const Library& library,
                                  const TrackKeys& keys);

}  // namespace weft::editor
