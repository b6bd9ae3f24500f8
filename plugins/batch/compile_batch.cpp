// Preparing every task and running none.
#include <mutex>

#include "batch/batch.h"
#include "batch/frame_plan.h"
#include "batch/prepared_frames.h"
#include "batch/stopped.h"
#include "graph/frame_reaches.h"

namespace weft {
namespace {

Status prepare(const BatchJob& job, const BatchOptions& options, const FrameTask& task,
               PreparedFrames& prepared) {
    const Result<Graph> still = at_frame(job.graph, job.library, task.frame);
    if (!still) return still.error();
    const Result<std::vector<PictureInfo>> infos = read_headers(task, job.io, options);
    if (!infos) return infos.error();
    const auto plans = plan_frame(task, *still, job.library, job.io, options, *infos);
    if (!plans) return plans.error();
    const Result<Prepared*> ready = prepared.get(*still, shapes_of(*infos), regions_of(*plans));
    if (!ready) return ready.error();
    return {};
}

}  // namespace

CompiledBatch compile_batch(const BatchJob& job, const BatchOptions& options) {
    CompiledBatch result;
    std::mutex preparing;
    const std::vector<Graph> range = frame_reaches(job.graph, job.library);
    PreparedFrames prepared(job.engine, job.library, range, preparing, options.memory > 0);
    std::optional<Error> unreadable;
    for (const FrameTask& task : job.tasks) {
        if (is_cancelled(options)) {
            result.error = stopped();
            break;
        }
        const Status ready = prepare(job, options, task, prepared);
        if (ready) {
            ++result.frames;
        } else if (ready.error().kind == ErrorKind::kInput) {
            if (!unreadable) unreadable = ready.error();
        } else {
            result.error = ready.error();
            break;
        }
    }
    if (result.frames == 0 && !result.error) result.error = unreadable;
    const CompileStatistics statistics = job.engine.statistics();
    result.compiled = statistics.compiled;
    result.from_cache = statistics.from_cache;
    return result;
}

}  // namespace weft
