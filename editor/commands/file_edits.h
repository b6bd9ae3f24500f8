// Edits of Reads and Writes: inputs and outputs of the effect that have files.
#pragma once

#include "commands/edits.h"

namespace weft::editor {

/// The file that an input of the effect reads, which makes it a Read; with an empty path: none.
Document set_read(const Document& document, const std::string& input, const ReadFile& file);
/// The file that an output of the effect is written to, which makes it a Write; empty: none.
Document set_write(const Document& document, const std::string& output, const std::string& path);

/// A new Read of a file, named after it. Where nothing has been done yet but that the effect has an
/// input, that input reads it.
Edited add_read(const Document& document, const ReadFile& file, Place place);
/// A Write of `image`: the first output that shows it and has no file, or a new one, named after
/// the file.
Edited add_write(const Document& document, ImageId image, const std::string& path, Place place);

/// What a Read or a Write of a file is called: "plate" for "shots/plate.####.exr".
std::string name_after(const std::string& path);

}  // namespace weft::editor
