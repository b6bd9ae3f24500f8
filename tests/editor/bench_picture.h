// Pictures that benches of the editor read.
#pragma once

#include <QString>
#include <vector>

#include "pictures/picture_file.h"

namespace weft::editor {

/// Writes interleaved floats, red, green and blue, as a file without compression; false where it
/// cannot be written.
inline bool write_floats(const QString& path, const Rect& window, std::vector<float>& pixels) {
    WriteRequest request;
    request.path = path.toStdString();
    request.window = request.display_window = window;
    request.format = {SampleFormat::kFloat};
    request.channels = {"R", "G", "B"};
    request.compression = "none";
    const Result<PictureIO*> io = picture_io();
    const weft::PictureView view{.base = reinterpret_cast<std::byte*>(pixels.data()),
                                 .x_stride = 12,
                                 .y_stride = std::ptrdiff_t{12} * window.width(),
                                 .plane_stride = 4,
                                 .domain = window,
                                 .planes = 3};
    return io && (*io)->write(request, view);
}

}  // namespace weft::editor
