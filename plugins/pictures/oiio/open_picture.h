// Opening a picture file, and what it says of itself.
#pragma once

#include <memory>
#include <string>

#include <OpenImageIO/imageio.h>

#include "pictures/picture_file.h"

namespace weft {

Error input_error(const std::string& path, const std::string& what);

/// Of the part, as the file has it; a display window that holds nothing is the data window.
Rect data_window_of(const OIIO::ImageSpec& spec);
Rect display_window_of(const OIIO::ImageSpec& spec);

/// What can be told without opening a file, of which `expected` is expected: "a picture".
Status check_file(const std::string& path, const char* expected);

/// Checks what can be told without a decoder, then opens the file.
Result<std::unique_ptr<OIIO::ImageInput>> open_input(const std::string& path);

/// Finds what was chosen, and leaves `input` at that part. kInput where the file cannot hold it.
Result<PictureInfo> describe(const std::string& path, OIIO::ImageInput& input,
                             const PictureChoice& choice);

}  // namespace weft
