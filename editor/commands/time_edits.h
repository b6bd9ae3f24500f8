// Edits of time: which frames there are, and keyframes. A path is "node.parameter" or a control,
// which sets all its parameters.
#pragma once

#include <string>

#include "model/document.h"

namespace weft::editor {

Result<Document> set_timeline(const Document& document, const Timeline& timeline);

/// A keyframe at `frame` with the value that is there already, so that nothing changes yet. One
/// between others goes on as the one before it does.
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

}  // namespace weft::editor
