// The memory that runs of a CPU plan take beyond their callers' pictures.
#pragma once

#include <cstddef>

#include "plan/cpu_plan.h"

namespace weft {

/// Bytes of workspace that tile runs of `kernel` carve at most.
std::size_t workspace_bytes(const CpuPlan& plan, const Kernel& kernel);

/// Workspaces of `threads` threads and the buffers between kernels, where outputs hold floats; not
/// the copies of pictures whose layout is another than the plan was made for.
std::size_t scratch_bytes(const CpuPlan& plan, int threads);

/// Whether a loop reads rows of graph input `image` where they lie, so that they must be a
/// Picture's.
bool has_rows_in_place(const CpuPlan& plan, int image);

/// Whether a loop reads anywhere in graph input `image`, so that it must be a grid of floats.
bool is_read_anywhere(const CpuPlan& plan, int image);

}  // namespace weft
