// A plan with its code: what the CPU executor runs.
#pragma once

#include <memory>
#include <vector>

#include "plan/cpu_plan.h"
#include "runtime/cpu/row_args.h"
#include "runtime/executor.h"

namespace weft {

struct CompiledPlan {
    CpuPlan plan;
    /// functions[kernel][loop]: null for loops that only move rows.
    std::vector<std::vector<RowFunction>> functions;
    /// One for each kernel: what computes rows of pixels where they lie; null where none does.
    std::vector<RowFunction> pixel_functions;
    std::vector<std::shared_ptr<void>> keep_alive;  ///< the shared objects they live in
    bool timed = false;  ///< the functions are emitted to be timed, and take ProfiledArgs
};

/// Row pipelines over oneTBB (runtime/cpu/).
std::unique_ptr<Prepared> make_cpu_executor(CompiledPlan compiled);

}  // namespace weft
