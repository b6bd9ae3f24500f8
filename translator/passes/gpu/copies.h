// Transposed copies of pictures: adding them to a plan, reading them instead, and taking them away.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/gpu_plan.h"

namespace weft {

/// The kernel that evaluates stage `s`, if there is one.
std::optional<Id<GpuKernel>> kernel_of_stage(const GpuPlan& plan, Id<Stage> s);

/// Makes kernel `k`, which is of one stage and lies by rows, read copies by columns of all its
/// inputs and write by columns; what it wrote is copied back by rows for whoever reads it. Every
/// copy is new, whatever copies there are (cancel_copies() removes what is too much). Copies are
/// named after the stage.
GpuPlan with_kernel_transposed(GpuPlan plan, Id<GpuKernel> k);

/// Lets everyone read `to` who read `from`, graph outputs included, when the kernel in place
/// `first` or later does.
void redirect_readers(GpuPlan& plan, Id<PlanImage> from, Id<PlanImage> to,
                      Id<GpuKernel> first = Id<GpuKernel>(0));

/// Removes kernels of copies that nobody reads, and all pictures that nobody touches any more which
/// are copies; renumbers pictures. Returns how many kernels went.
int remove_unread_copies(GpuPlan& plan);

}  // namespace weft
