// Transforms of colours and look-up tables, read as pictures. No exception leaves these functions.
#pragma once

#include <memory>
#include <string>

#include "pictures/picture_file.h"

namespace weft {

/// Whether `path` is for the functions below: it begins with "ocio:", or has the extension of a
/// file that OpenColorIO reads.
bool is_colour_source(const std::string& path);

/// As PictureIO's. Each transform is baked once, for as long as the files behind it stay as they
/// are. A table has no layers and parts to choose from.
Result<PictureInfo> colour_info(const std::string& path);
Result<LoadedPicture> colour_read(const std::string& path);
Result<std::unique_ptr<PictureReader>> colour_open(const std::string& path);

}  // namespace weft
