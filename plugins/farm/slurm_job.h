// A job on Slurm: three jobs that wait for one another, as scripts and arguments of sbatch. Pure.
//
//   prepare  compiles once, on a machine of the farm, so that no task has to
//   render   an array, each task a part of the frames
//   report   says what is in place and what failed, however the array ended
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "farm/farm_job.h"

namespace weft {

/// How Slurm is to run it. What is empty or 0 is left to Slurm.
struct SlurmRequest {
    std::string name = "weft";            ///< of the jobs
    int at_once = 0;                      ///< most tasks that run at a time
    std::vector<std::string> after = {};  ///< jobs that have to end well before
    int retries = 3;                      ///< of a task
    std::vector<int> retry_codes = {};    ///< exit codes worth another try; a signal always is
    int cpus = 0;                         ///< of a task
    std::size_t memory = 0;               ///< of a task, in bytes
    std::string partition = {}, time = {};
    std::vector<std::string> more = {};  ///< arguments of sbatch, as they are
};

struct SlurmStep {
    std::string name;                  ///< "render"
    std::string script;                ///< text of render.sh
    std::vector<std::string> options;  ///< of sbatch, but for what the step waits for
    std::string condition;             ///< on the step before: "afterok", "afterany"
};

/// The steps, in order. `job.folder` holds no backslash and no control character, which Slurm would
/// not take as they are.
std::vector<SlurmStep> slurm_steps(const FarmJob& job, const SlurmRequest& request);

/// The path of a step's script.
std::string script_path(const FarmJob& job, const SlurmStep& step);

/// sbatch with everything, for a shell or not. `before`: the number of the step before.
std::vector<std::string> sbatch_words(const FarmJob& job, const SlurmStep& step,
                                      const std::string& before);

/// A script that submits the steps by hand: submit.sh.
std::string submit_script(const FarmJob& job, const std::vector<SlurmStep>& steps);

}  // namespace weft
