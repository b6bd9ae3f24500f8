// The edit that follows when somebody chooses a file for an input.
#pragma once

#include "model/editor_document.h"

namespace weft::editor {

/// The input shows the file; or, where it is one of several numbered frames, all of them: its path
/// then holds "####" for "0007". Where nobody has said which frames there are, they are those.
Document choose_picture(const Document& document, const std::string& input,
                        const std::string& file);

}  // namespace weft::editor
