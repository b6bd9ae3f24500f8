// Pictures in the layout of GPU kernels (kernel_args.h), in memory of the host: staging memory, or
// the SIMT checker's. Copied from and to pictures of any sample format.
#pragma once

#include "plan/gpu_plan.h"
#include "runtime/picture.h"

namespace weft {

/// Planar floats: rows (kColumns: columns) of gpu_pitch_samples(), one plane after another.
struct DevicePicture {
    float* data = nullptr;  ///< bytes(): gpu_picture_bytes() where there is no slack
    Rect stored;
    Layout layout = Layout::kRows;
    int planes = 1;
    /// Extra floats in each row; where there are any, each plane has an extra row too. The SIMT
    /// checker adds them, by pack_args() too, to detect kernels that stray into padding.
    int slack = 0;

    std::ptrdiff_t pitch() const {
        return slack +
               gpu_pitch_samples(layout == Layout::kRows ? stored.width() : stored.height());
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

/// Picture `image` of the plan, of which its region is stored, at `data`.
DevicePicture device_picture(const GpuPlan& plan, Id<PlanImage> image, float* data, int slack = 0);

/// Copies `part`, which must lie within both and may be empty; plane counts must agree. Padding is
/// not written. Threads may copy disjoint parts at the same time.
void pack_picture(const PictureView& from, const DevicePicture& to, const Rect& part);
void unpack_picture(const DevicePicture& from, const PictureView& to, const Rect& part);

}  // namespace weft
