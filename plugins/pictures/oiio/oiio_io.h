// Reading and writing by OpenImageIO. No exception leaves these functions.
#pragma once

#include <string>

#include "pictures/picture_file.h"

namespace weft {

Result<PictureInfo> oiio_info(const std::string& path);
Result<LoadedPicture> oiio_read(const std::string& path, const std::atomic<bool>* cancel);
Status oiio_write(const WriteRequest& request);

/// The first line of OpenImageIO's report: those after it follow from it. Never empty.
std::string first_line(const std::string& report);

}  // namespace weft
