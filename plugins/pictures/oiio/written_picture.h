// Whether what was written is a picture, and why it is not.
#pragma once

#include <string>

#include <OpenImageIO/imageio.h>

#include "pictures/file_kind.h"

namespace weft {

/// What tells the file from the picture that was to be written, as a reader finds it; "": nothing.
/// Its header is read, and its last row where nobody has told whether what is written last arrived.
std::string difference_on_disk(const std::string& path, const FileKind& kind,
                               const OIIO::ImageSpec& wanted);

/// Why a file cannot be longer, as the system says; 0: it can, and is.
int append_error(const std::string& path);

}  // namespace weft
