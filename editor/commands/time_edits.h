// Edits of time: which frames there are, and keyframes. A path is "node.parameter" or a control,
// which sets all its parameters.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/curve_tracks.h"
#include "model/editor_document.h"

namespace weft::editor {

Result<Document> set_timeline(const Document& document, const Timeline& timeline);

/// A keyframe at `frame` with the value that is there already, so that nothing changes yet. One
/// between others goes on as the one before it does; a Bezier curve keeps its shape.
Result<Document> set_key(const Document& document, const Library& library, const std::string& path,
                         int frame);
/// Takes the keyframe at `frame` away. Without any left, the value stays that of the last one.
Result<Document> remove_key(const Document& document, const Library& library,
                            const std::string& path, int frame);
/// Takes all away; the value is the one at `frame`.
Result<Document> remove_keys(const Document& document, const Library& library,
                             const std::string& path, int frame);

/// Sets a value at `frame`: a keyframe of a parameter that has some; for good where it has none.
/// Text with keyframes in it, "1:2,100:20", replaces all there are.
Result<Document> set_at(const Document& document, const Library& library, const std::string& path,
                        int frame, const std::string& text);

/// Sets several at `frame` in one: paths and their values.
Result<Document> set_all_at(const Document& document, const Library& library,
                            const std::vector<std::pair<std::string, std::string>>& values,
                            int frame);

// Edits of keyframes where curves are drawn. Numbers are brought into a parameter's range, and
// rounded where it has whole numbers. A keyframe that is not there is an error.

/// A keyframe of a track at `frame`: with that number, or where the track is there already.
Result<Document> add_key(const Document& document, const Library& library, const TrackId& track,
                         int frame, std::optional<double> number = {});
/// By so many frames, and their numbers by so much. What was where they come goes.
Result<Document> move_keys(const Document& document, const Library& library, const TrackKeys& keys,
                           int frames, double by);
Result<Document> set_numbers(const Document& document, const Library& library,
                             const TrackKeys& keys, double number);
/// A parameter without any left stays at the value of its last one.
Result<Document> delete_keys(const Document& document, const Library& library,
                             const TrackKeys& keys);
/// How values go from these keyframes to the next ones. Those that begin to go by kBezier get the
/// tangents that keep the curve as it is (ends_after()).
Result<Document> set_interpolation(const Document& document, const Library& library,
                                   const TrackKeys& keys, Interpolation interpolation);

}  // namespace weft::editor
