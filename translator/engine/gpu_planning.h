// Planning for a GPU: plans, compiles, and plans again with the registers that the compiler
// reports; or applies what an earlier search found.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "engine/gpu_texts.h"
#include "engine/plan_cache.h"
#include "passes/gpu/gpu_context.h"

namespace weft {

/// The most searches for one plan. Groups and shapes depend on registers, and registers, by launch
/// bounds, on them. Registers of compiled kernels are known in later searches; planning ends when
/// no estimate promises a better plan, or after so many. Any plan is correct, whatever was known.
inline constexpr int kMaxSearches = 8;

/// A GPU plan with its kernels, compiled where there is a compiler.
struct PlannedGpu {
    GpuPlan plan;
    GpuTexts texts;
    /// Per text; empty: not compiled.
    Table<std::shared_ptr<const DeviceCode>, CudaKernelText> code;
    std::string why_not_compiled;  ///< NVRTC is missing, or does not know the target
    CompiledForms compiled;        ///< GpuContext::compiled of the plan
    int searches = 0;              ///< how many were made; 0: the cache had the plan
};

/// Instructions of the machine code of each kernel; empty where the plan was not compiled.
Table<int, GpuKernel> instructions_of(const PlannedGpu& planned);

/// Resources of planning.
struct GpuPlanningRun {
    PlanCache* cache = nullptr;                 ///< of plans; may be null
    const std::atomic<bool>* cancel = nullptr;  ///< asks it to stop, with kCancelled; may be null
    int threads = 0;                            ///< that compile at once; 0: one per core
};

/// Plans for context.gpu, without a search where run.cache has the plan. Kernels are compiled for
/// its compute capability, or the one that stands in for it; where their registers lead to other
/// shapes, it plans and compiles again. Kernels of the partitions that rank next are compiled too,
/// so that the choice among the best few rests on known registers. Without NVRTC the plan keeps
/// estimates.
Result<PlannedGpu> plan_for_gpu(GpuContext context, const std::vector<std::string>& disabled,
                                DeviceCompiler& compiler, const GpuPlanningRun& run = {});

}  // namespace weft
