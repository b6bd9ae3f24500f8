#include "batch/frame_memory.h"

#include <algorithm>

#include "batch/frame_plan.h"

namespace weft {
namespace {

/// What is left for frames; 0: as much as they like.
std::size_t left_for_frames(const BatchOptions& options) {
    if (options.memory == 0) return 0;
    return std::max(options.memory, options.overhead + 1) - options.overhead;
}

}  // namespace

FrameMemory::FrameMemory(const BatchJob& job, const BatchOptions& options,
                         const std::vector<Graph>& range, std::mutex& preparing)
    : job_(job),
      options_(options),
      budget_(left_for_frames(options)),
      sizes_(job.engine, job.library, range, preparing, true) {}

Result<FrameShare> FrameMemory::claim(const FrameTask& task, const Graph& still) {
    Result<std::vector<PictureInfo>> infos = read_headers(task, job_.io, options_);
    if (!infos) return infos.error();
    Result<std::vector<OutputPlan>> plans =
        plan_frame(task, still, job_.library, job_.io, options_, *infos);
    if (!plans) return plans.error();
    const Result<std::size_t> scratch = scratch_of(still, *infos, *plans);
    if (!scratch) return scratch.error();
    const std::size_t bytes = frame_bytes(*infos, *plans, job_.engine.options().threads) + *scratch;
    // Bands are made for all there is: such a frame waits until no other is in hand.
    const bool in_bands = !budget_.ever_fits(bytes);
    return FrameShare{MemoryShare(budget_, in_bands ? budget_.limit() : bytes), in_bands,
                      *std::move(infos), *std::move(plans)};
}

Result<std::size_t> FrameMemory::scratch_of(const Graph& still,
                                            const std::vector<PictureInfo>& inputs,
                                            const std::vector<OutputPlan>& outputs) {
    const std::lock_guard lock(sizing_);
    const Result<Prepared*> prepared = sizes_.get(still, shapes_of(inputs), regions_of(outputs));
    if (!prepared) return prepared.error();
    return (*prepared)->scratch_bytes();
}

}  // namespace weft
