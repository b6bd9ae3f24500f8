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
    Table<Table<RowFunction, Loop>, Kernel> functions;
    /// pixel_functions[kernel]: computes rows of interleaved pixels in place; null where none does.
    Table<RowFunction, Kernel> pixel_functions;
    /// As `functions`, on codes of bytes and of 16 bits (plan/code_rows.h); empty where a kernel
    /// has none.
    Table<Table<RowFunction, Loop>, Kernel> u8_functions, u16_functions;
    std::vector<std::shared_ptr<void>> keep_alive;  ///< shared objects with the functions
    bool timed = false;  ///< the functions are emitted to be timed, and take ProfiledArgs
};

/// Runs a compiled CPU plan: tiles as tasks of oneTBB, each a pipeline of rows (tile_run.h).
std::unique_ptr<Prepared> make_cpu_executor(CompiledPlan compiled);

}  // namespace weft
