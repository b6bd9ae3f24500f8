#include "batch/look_ahead.h"

#include <filesystem>

#include "batch/frame_plan.h"

namespace weft {
namespace {

Result<std::optional<FrameState>> state_of(const FrameTask& task,
                                           const Result<std::vector<std::string>>& fingerprints,
                                           PictureIO& io, const BatchOptions& options) {
    if (options.skip_complete || options.resume) {
        if (!fingerprints) return fingerprints.error();
        if (outputs_on_disk(task, *fingerprints, io, options.cancel) == OnDisk::kComplete)
            return std::optional(FrameState::kComplete);
    }
    if (options.keep_existing && outputs_on_disk(task, {}, io, options.cancel) != OnDisk::kNothing)
        return std::optional(FrameState::kKept);
    return std::optional<FrameState>();
}

/// What run_batch() would do, or why not.
Result<std::optional<FrameState>> foresee(const FrameTask& task, const BatchJob& job,
                                          const BatchOptions& options) {
    const Result<FrameAhead> ahead = look_ahead(task, job, options);
    if (!ahead) return ahead.error();
    if (ahead->known) return ahead->known;
    const Result<std::vector<PictureInfo>> infos = read_headers(task, job.io, options);
    if (!infos) return infos.error();
    const auto plans = plan_frame(task, ahead->still, job.library, job.io, options, *infos);
    if (!plans) return plans.error();
    return std::optional<FrameState>();
}

}  // namespace

OnDisk outputs_on_disk(const FrameTask& task, const std::vector<std::string>& fingerprints,
                       PictureIO& io, const std::atomic<bool>* cancel) {
    std::size_t there = 0, complete = 0;
    for (std::size_t i = 0; i < task.outputs.size(); ++i) {
        std::error_code ignored;
        if (!std::filesystem::exists(task.outputs[i], ignored)) continue;
        ++there;
        if (fingerprints.empty()) continue;
        // The header first: it is cheap, and usually tells. Then every pixel has to decode.
        const Result<PictureInfo> info = io.info(task.outputs[i]);
        if (!info || recorded_fingerprint(*info) != fingerprints[i]) continue;
        if (io.read(task.outputs[i], {}, cancel)) ++complete;
    }
    if (complete == task.outputs.size() && !fingerprints.empty()) return OnDisk::kComplete;
    return there > 0 ? OnDisk::kSomething : OnDisk::kNothing;
}

Result<FrameAhead> look_ahead(const FrameTask& task, const BatchJob& job,
                              const BatchOptions& options) {
    Result<Graph> still = at_frame(job.graph, job.library, task.frame);
    if (!still) return still.error();
    FrameAhead ahead;
    ahead.still = *std::move(still);
    // The record is taken before the pixels are: an input that changes meanwhile tells later.
    const Result<std::vector<std::string>> made =
        fingerprints(ahead.still, job.library, options.settings, task);
    const Result<std::optional<FrameState>> state = state_of(task, made, job.io, options);
    if (!state) return state.error();
    ahead.known = *state;
    if (ahead.known) return ahead;
    if (!made) return made.error();
    for (const std::string& one : *made)
        ahead.software.push_back(software_text(options.settings, job.graph.name, one));
    return ahead;
}

std::vector<FrameEnd> foresee_batch(const BatchJob& job, const BatchOptions& options) {
    std::vector<FrameEnd> ends;
    for (const FrameTask& task : job.tasks) {
        const Result<std::optional<FrameState>> known = foresee(task, job, options);
        FrameEnd end;
        end.task = task;
        end.state = known ? known->value_or(FrameState::kRendered) : FrameState::kFailed;
        if (!known) end.error = known.error();
        end.done = ends.size() + 1;
        end.total = job.tasks.size();
        ends.push_back(std::move(end));
    }
    return ends;
}

}  // namespace weft
