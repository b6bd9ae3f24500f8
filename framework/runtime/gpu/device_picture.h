// Pictures as a GPU holds them (kernel_args.h), where the host can reach them: staging memory, or
// that of the SIMT checker. Any sample format comes in and goes out.
#pragma once

#include "plan/gpu_plan.h"
#include "runtime/picture.h"

namespace weft {

/// Planar floats: rows (kColumns: columns) of gpu_pitch_floats(), one plane after another.
struct DevicePicture {
    float* data = nullptr;  ///< gpu_picture_bytes(), but for the slack
    Rect stored;
    Layout layout = Layout::kRows;
    int planes = 1;
    /// Padding beyond that: so many floats more to each row, and one row more to each plane if
    /// there are any. Kernels are told of it by pack_args(); the SIMT checker then sees who strays
    /// into it.
    int slack = 0;

    std::ptrdiff_t pitch() const {
        return slack + gpu_pitch_floats(layout == Layout::kRows ? stored.width() : stored.height());
    }
    std::ptrdiff_t plane() const {
        const int rows = layout == Layout::kRows ? stored.height() : stored.width();
        return pitch() * (slack > 0 ? rows + 1 : rows);
    }
    float* at(int x, int y, int p) const {
        const std::ptrdiff_t u = layout == Layout::kRows ? x - stored.x0 : y - stored.y0;
        const std::ptrdiff_t v = layout == Layout::kRows ? y - stored.y0 : x - stored.x0;
        return data + p * plane() + v * pitch() + u;
    }
    std::size_t bytes() const { return sizeof(float) * static_cast<std::size_t>(plane() * planes); }
};

/// The plan's picture `image` when it lies at `data`: what is stored of it is its region.
DevicePicture device_picture(const GpuPlan& plan, int image, float* data, int slack = 0);

/// Copies `part`, which lies within both and may be empty; plane counts agree. What lies between
/// the end of a row and the next is left as it is. Disjoint parts may be copied at the same time.
void pack_picture(const PictureView& from, const DevicePicture& to, const Rect& part);
void unpack_picture(const DevicePicture& from, const PictureView& to, const Rect& part);

}  // namespace weft
