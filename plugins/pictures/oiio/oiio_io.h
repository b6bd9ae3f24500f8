// Reading and writing by OpenImageIO. No exception leaves these functions.
#pragma once

#include <string>

#include <OpenImageIO/imageio.h>

#include "pictures/picture_file.h"

namespace weft {

Result<PictureInfo> oiio_info(const std::string& path, const PictureChoice& choice);
Result<LoadedPicture> oiio_read(const std::string& path, const PictureChoice& choice,
                                const std::atomic<bool>* cancel);
Result<std::unique_ptr<PictureReader>> oiio_open(const std::string& path,
                                                 const PictureChoice& choice,
                                                 const std::atomic<bool>* cancel);
Result<std::unique_ptr<PictureWriter>> oiio_start(const WriteRequest& request);
Result<FileColour> oiio_output_colour(const OutputColour& output);

/// Between our sample formats and OpenImageIO's types. What we have no format for reads as float.
SampleFormat format_for(const OIIO::TypeDesc& type);
OIIO::TypeDesc type_for(SampleFormat format);

/// A ProgressCallback over a const std::atomic<bool>*, which may be null.
bool stop_when_cancelled(void* cancel, float done);

/// The first line of OpenImageIO's report: those after it follow from it. Never empty.
std::string first_line(const std::string& report);

}  // namespace weft
