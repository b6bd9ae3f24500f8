// Submitting steps by sbatch.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "farm/run_program.h"
#include "farm/slurm_job.h"

namespace weft {

using RunProgram = std::function<Result<ProgramOutcome>(const std::vector<std::string>&)>;

/// Submits the steps, whose scripts are in place; their jobs' numbers. Where a later one is
/// refused, those before it are cancelled again. kDevice: no sbatch, or what it said.
Result<std::vector<std::string>> submit_steps(const FarmJob& job,
                                              const std::vector<SlurmStep>& steps,
                                              const RunProgram& run);

}  // namespace weft
