#include "batch/inspect.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "batch/look_ahead.h"
#include "batch/read_frame.h"
#include "batch/stopped.h"

namespace weft {
namespace {

/// Where the outputs are not complete.
Standing standing_of(const FrameTask& task, PictureIO& io, const std::atomic<bool>* cancel) {
    for (const std::string& path : task.outputs)
        if (const Result<PictureInfo> info = io.info(path); info && is_placeholder(*info))
            return Standing::kPlaceholder;
    return outputs_on_disk(task, {}, io, cancel) == OnDisk::kNothing ? Standing::kMissing
                                                                     : Standing::kOther;
}

FrameFinding inspect(const BatchJob& job, const BatchOptions& options, const FrameTask& task) {
    FrameFinding finding{task, Standing::kMissing, {}};
    const Result<Graph> still = at_frame(job.graph, job.library, task.frame);
    if (!still) {
        finding.error = still.error();
        return finding;
    }
    const Result<std::vector<std::string>> made =
        fingerprints(*still, job.library, options.settings, task);
    if (made && outputs_on_disk(task, *made, job.io, options.cancel) == OnDisk::kComplete) {
        finding.standing = Standing::kComplete;
        return finding;
    }
    finding.standing = standing_of(task, job.io, options.cancel);
    const Result<std::vector<LoadedPicture>> inputs = read_frame(task, job.io, options);
    if (!inputs) finding.error = inputs.error();
    return finding;
}

}  // namespace

const char* standing_name(Standing standing) {
    switch (standing) {
        case Standing::kComplete: return "complete";
        case Standing::kPlaceholder: return "placeholder";
        case Standing::kOther: return "other";
        case Standing::kMissing: break;
    }
    return "missing";
}

std::vector<FrameFinding> inspect_batch(const BatchJob& job, const BatchOptions& options) {
    std::vector<std::optional<FrameFinding>> found(job.tasks.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i; (i = next++) < job.tasks.size();) {
            if (is_cancelled(options)) return;
            found[i] = inspect(job, options, job.tasks[i]);
        }
    };
    // Each holds a picture in memory.
    std::vector<std::thread> threads;
    for (int i = 1; i < std::clamp(job.engine.options().threads, 1, 4); ++i)
        threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
    std::vector<FrameFinding> all;
    for (std::optional<FrameFinding>& finding : found)
        if (finding) all.push_back(*std::move(finding));
    return all;
}

}  // namespace weft
