// What became of a job: what is on disk, and what its tasks said of what is not. The disk decides.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "batch/inspect.h"
#include "farm/farm_job.h"

namespace weft {

/// The last that the tasks said of a frame.
struct FrameWord {
    std::string error;  ///< why it failed; "" where it did not
    int task = 0;
};

/// By frame and view. Lines that are cut short, as a killed task leaves them, are passed over.
using FrameWords = std::map<std::pair<int, std::string>, FrameWord>;

/// Adds what the lines of a task's events say of frames.
void read_events(const std::string& text, int task, FrameWords& words);

/// A frame that is not complete.
struct BadFrame {
    FrameTask frame;
    Standing standing = Standing::kMissing;
    int task = 0;        ///< that should have rendered it; 0: none
    std::string reason;  ///< in one line
};

struct FarmReport {
    std::string title, folder;
    std::size_t total = 0, complete = 0;
    std::vector<BadFrame> bad;
};

/// `frames` as the tasks share them out; `last_lines`: of each task's log, by its number; "": none.
/// Reasons are, in this order: what is wrong with the inputs, what the task said of the frame, the
/// last line of the task's log, that the task has not come to it.
FarmReport make_report(const FarmJob& job, const std::vector<int>& frames,
                       const std::vector<FrameFinding>& findings, const FrameWords& words,
                       const std::map<int, std::string>& last_lines);

/// make_report() of what the folder's files say.
FarmReport read_report(const FarmJob& job, const std::vector<int>& frames,
                       const std::vector<FrameFinding>& findings);

/// Lines: how many frames are in place, which are not and why, what to do.
std::string to_text(const FarmReport& report);

/// The same as a JSON object on one line.
std::string to_json(const FarmReport& report);

}  // namespace weft
