// Kernels that only one other reads: computed there, so that nothing lies between them.
#pragma once

#include <map>
#include <string>

#include "passes/cpu/cpu_context.h"

namespace weft {

/// The kernels `kernel_of` of a plan's stages, numbered in launch order, with each connected part
/// of a kernel that one later kernel alone reads moved there, as far as line buffers can bring its
/// rows. The layers that kernels are made of are as early as can be, and such a part would wait in
/// a buffer for what its reader needs besides. `whole` are inputs that have to come from another
/// kernel. Numbers of kernels that are left without a stage stay unused.
Table<int, Stage> fused_into_readers(const CpuPlan& plan, const CpuContext& context,
                                     Table<int, Stage> kernel_of,
                                     const std::map<ReadBy, std::string>& whole);

}  // namespace weft
