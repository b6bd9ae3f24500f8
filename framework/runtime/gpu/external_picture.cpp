#include "runtime/gpu/external_picture.h"

#include <limits>

namespace weft {

std::optional<ExternalLayout> external_layout(const PictureView& view) {
    const std::ptrdiff_t size = sample_size(view.format);
    constexpr std::ptrdiff_t kMost = std::numeric_limits<int>::max();
    if (view.x_stride % size != 0 || view.x_stride < -kMost || view.x_stride > kMost ||
        view.y_stride < -kMost || view.y_stride > kMost)
        return std::nullopt;
    const bool aligned =
        reinterpret_cast<std::uintptr_t>(view.base) % static_cast<std::uintptr_t>(size) == 0 &&
        view.y_stride % size == 0 && view.plane_stride % size == 0;
    return ExternalLayout{static_cast<int>(view.format), static_cast<int>(view.x_stride / size),
                          aligned};
}

ByteExtent byte_extent(const PictureView& view) {
    if (view.domain.empty()) return {};
    ByteExtent extent;
    extent.begin = reinterpret_cast<std::uintptr_t>(view.base);
    extent.end = extent.begin + static_cast<std::uintptr_t>(sample_size(view.format));
    for (const std::ptrdiff_t way :
         {(view.domain.width() - 1) * view.x_stride, (view.domain.height() - 1) * view.y_stride,
          (view.planes - 1) * view.plane_stride})
        (way < 0 ? extent.begin : extent.end) += static_cast<std::uintptr_t>(way);
    return extent;
}

void put_in_place(GpuPicture& picture, const PictureView& view) {
    picture.data = reinterpret_cast<float*>(view.base);
    picture.plane = view.planes == 1 ? 0 : view.plane_stride;
    picture.pitch = static_cast<int>(view.y_stride);
    picture.x0 = view.domain.x0;
    picture.y0 = view.domain.y0;
    picture.x1 = view.domain.x1;
    picture.y1 = view.domain.y1;
}

}  // namespace weft
