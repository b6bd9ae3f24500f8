// The edits that follow when somebody chooses files to be read, and the files that are proposed
// for what is written.
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

/// Where `image` is written unless somebody says otherwise: beside the file of the Read that its
/// stream comes from, or else of the first, and named after it, "plate_out.####.exr" for
/// "plate.####.exr"; "out.exr" in `folder` where there is no Read. With a number behind "out" where
/// that is written already, or on disk. Relative paths of Reads begin in `folder`.
std::string proposed_write(const Document& document, const Library& library, ImageId image,
                           const std::string& folder);

}  // namespace weft::editor
