// The memory that a run of a CPU plan takes beyond the caller's pictures.
#pragma once

#include <cstddef>

#include "plan/cpu_plan.h"
#include "runtime/picture.h"

namespace weft {

/// Bytes of Workspace that a task of `kernel` carves at most.
std::size_t workspace_bytes(const CpuPlan& plan, const Kernel& kernel);

/// Tasks of `kernel` that may be computed beside each other: of a plane loop those of one plane.
std::size_t tasks_at_once(const Kernel& kernel);

/// Bytes of the workspaces of `threads` threads, as far as there are tasks for them, and of the
/// buffers between kernels, for outputs of floats; without copies of pictures that lie otherwise
/// than the plan was made for.
std::size_t scratch_bytes(const CpuPlan& plan, int threads);

/// Whether a loop reads rows of graph input `image` in place, which must then be padded planar.
bool has_rows_in_place(const CpuPlan& plan, Id<PlanImage> image);

/// Whether a loop writes rows of graph output `image` in place, which must then be padded planar.
bool is_written_in_place(const CpuPlan& plan, Id<PlanImage> image);

/// Whether a loop reads anywhere in graph input `image`, which must then be a grid of samples.
bool is_read_anywhere(const CpuPlan& plan, Id<PlanImage> image);

/// Whether kernels can read `image`, which a caller gives as `view`, as it lies. Else a run makes a
/// picture of floats of all of it first.
bool is_read_as_it_lies(const CpuPlan& plan, Id<PlanImage> image, const PictureView& view);

}  // namespace weft
