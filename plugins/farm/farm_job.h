// A render in parts on many machines, and the folder that keeps all of it.
//
// In the folder are job.json (this value), the scripts, cache/ (compiled kernels), and of each task
// K task-K.events (docs/render-events.schema.json, all its tries one after the other) and
// task-K.log.
#pragma once

#include <string>
#include <vector>

#include "support/result.h"

namespace weft {

struct FarmJob {
    std::string title = {};  ///< for people: "degrain, frames 1001-1400"
    std::string weft = {};   ///< the command, as the machines of the farm find it
    std::vector<std::string> arguments =
        {};                        ///< of weft render, the effect first; frames, no share
    std::string folder = {};       ///< of the job; absolute
    std::string work_folder = {};  ///< where relative paths begin; absolute
    int tasks = 1;                 ///< task K renders part K of so many

    friend bool operator==(const FarmJob&, const FarmJob&) = default;
};

/// "task-7.events", "task-7.log": what a task writes.
std::string events_name(const std::string& task);
std::string log_name(const std::string& task);

/// A file of a folder, or of a folder in it.
struct NamedText {
    std::string name, text;
    bool program = false;  ///< may be run
};

/// Creates the folder, which is absent or empty, with job.json and these files. kOutput.
Status write_job_folder(const FarmJob& job, const std::vector<NamedText>& files);

/// What a folder's job.json says. kUsage: there is none, or it is none of this version.
Result<FarmJob> read_job_folder(const std::string& folder);

}  // namespace weft
