// A GPU kernel's elements in its own coordinates: extents, windows and grids along u and v.
#pragma once

#include "plan/gpu_plan.h"
#include "plan/group_levels.h"
#include "plan/part_bytes.h"

namespace weft {

/// The side of the tile by which a transposition goes through shared memory, and its bytes: one
/// column more keeps columns off one another's banks.
inline constexpr int kTransposeTile = 32;
inline constexpr std::size_t kTransposeBytes =
    sizeof(float) * kTransposeTile * (kTransposeTile + 1);

/// Samples of a picture's region, all planes, and their bytes.
inline double samples_of(const PlanImage& image) {
    return static_cast<double>(image.region.area()) * image.shape.planes;
}
inline double picture_bytes(const PlanImage& image) { return part_bytes(image, image.region); }

/// Elements along u and along v.
int extent_u(const Rect& region, Layout layout);
int extent_v(const Rect& region, Layout layout);
inline int extent_u(const GpuKernel& kernel) { return extent_u(kernel.region, kernel.layout); }
inline int extent_v(const GpuKernel& kernel) { return extent_v(kernel.region, kernel.layout); }

/// How many elements more than one a window holds along u and along v.
int reach_u(const Window& window, Layout layout);
int reach_v(const Window& window, Layout layout);

/// Whether an input is read at another resolution or at places that the functor computes, so that
/// no tile around the element holds what it reads.
bool is_far(const StageInput& read);

/// The name of the kernel that a stage has by itself.
std::string own_kernel_name(const GpuPlan& plan, Id<Stage> s);

/// Whether the input's taps are more than the element, so that neighbours' share some.
bool is_filter(const GpuPlan& plan, const GpuInput& input);

/// All elements for which a kernel evaluates functors: its region, but for a collecting kernel,
/// whose region are states.
const Rect& evaluated_elements(const GpuPlan& plan, const GpuKernel& kernel);

/// All elements at which a group's loop evaluates its stages.
Rect evaluated_elements(const GpuKernel& kernel, const GroupLoop& loop);

/// The window around a tile of its level in which a loop with that halo evaluates its stages, once
/// elements beyond the domain are remapped: a mirror maps those beyond one side to the other.
/// `beyond` is how far tiles reach outside the domain (beyond_domain()). Where the border repeats
/// they are mapped to the far side, and are not counted.
Window evaluated_around(const Window& halo, const Border& border, const Window& beyond);
Window evaluated_around(const GpuKernel& kernel, const GroupLoop& loop);

/// The moving average that a kernel advances; null where it does not (rebuilt scans among them).
const Stage* advancing_stage(const GpuPlan& plan, const GpuKernel& kernel);

/// Whether the kernel's threads advance along u: those of a warp then read different rows.
bool advances_along_u(const GpuPlan& plan, const GpuKernel& kernel);

/// Restart periods that the region of an advancing kernel touches along its axis.
int restart_periods(const GpuPlan& plan, const GpuKernel& kernel);

/// Threads that an advancing kernel has for each segment: elements across its axis, in all planes.
long long threads_per_segment(const GpuPlan& plan, const GpuKernel& kernel);

/// The kernel's launch with blocks of this shape: as many as its work needs, cut to what a grid may
/// hold. `blocks` is how many a minimised kernel has.
GpuShape launch_shape(const GpuPlan& plan, const GpuKernel& kernel, int block_u, int block_v,
                      int blocks = 1);

}  // namespace weft
