// Planning for a GPU: planned, compiled, and planned again with what the compiler reports; or as a
// search before ended.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "engine/gpu_texts.h"
#include "engine/plan_cache.h"
#include "passes/gpu/gpu_context.h"

namespace weft {

/// Groups and shapes follow registers, and registers, through launch bounds, them. What has been
/// compiled once is known from then on, so that planning ends when nothing that was only estimated
/// looks better, or after so many searches: a plan is right whatever was known.
inline constexpr int kMaxSearches = 8;

/// What is known of a plan once its kernels have been compiled, or have not been.
struct PlannedGpu {
    GpuPlan plan;
    GpuTexts texts;
    std::vector<std::shared_ptr<const DeviceCode>> code;  ///< per text; empty: not compiled
    std::string why_not_compiled;  ///< NVRTC is missing, or does not know the target
    CompiledForms compiled;        ///< GpuContext::compiled of the plan
    int searches = 0;              ///< how often it was planned; 0: the cache had the plan
};

/// Of the machine code of each kernel of the plan; empty where it was not compiled.
std::vector<int> instructions_of(const PlannedGpu& planned);

/// How planning is run.
struct GpuPlanningRun {
    PlanCache* cache = nullptr;                 ///< of plans; may be null
    const std::atomic<bool>* cancel = nullptr;  ///< asks it to stop, with kCancelled; may be null
    int threads = 0;                            ///< that compile at once; 0: one per core
};

/// Plans for context.target. Kernels are compiled for its capability (or the one that stands in for
/// it), and where their registers ask for other shapes, planned and compiled once more. The kernels
/// of partitions that the search ranks next are compiled too, so that registers which are known
/// decide among the best few. Without NVRTC the plan keeps its estimates. A plan that the cache has
/// is not searched for.
Result<PlannedGpu> plan_for_gpu(GpuContext context, const std::vector<std::string>& disabled,
                                DeviceCompiler& compiler, const GpuPlanningRun& run = {});

}  // namespace weft
