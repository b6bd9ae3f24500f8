// The edits that follow when somebody chooses files to be read.
#pragma once

#include <string>
#include <vector>

#include "commands/edits.h"

namespace weft::editor {

/// The input reads the file; or, where it is one of several numbered frames, all of them: its path
/// then holds "####" for "0007". Where nobody has said which frames there are, or they were those
/// of what the input read before, they are those of the sequence. Relative paths begin in
/// `folder`.
Document choose_picture(const Document& document, const std::string& input, const std::string& file,
                        const std::string& folder = {});

/// A Read for each of the files, one for all of a sequence, from `place` to the right.
Edited read_pictures(const Document& document, const std::vector<std::string>& files, Place place);

}  // namespace weft::editor
