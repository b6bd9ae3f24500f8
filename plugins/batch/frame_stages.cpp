#include "batch/frame_stages.h"

#include "batch/banded_frame.h"
#include "batch/compute_frame.h"
#include "batch/frame_plan.h"
#include "batch/look_ahead.h"
#include "batch/read_frame.h"
#include "batch/stopped.h"

namespace weft {
namespace {

/// Tells what files are like, of a frame that is begun.
void describe(const BatchWork& work, FrameEnd& end, const std::vector<PictureInfo>& inputs,
              const std::vector<OutputPlan>& outputs) {
    for (const FrameNote& note : notes_of(end.task, inputs, outputs, work.options))
        work.reporter.note(note.about, note.text);
    for (const PictureInfo& input : inputs) end.input_colours.push_back(to_text(input.colour));
    for (const OutputPlan& output : outputs) end.output_colours.push_back(to_text(output.colour));
}

/// What became of the outputs, told and on record.
Status place(const BatchWork& work, Placed placed, Frame& frame) {
    for (const FrameNote& note : placed.notes) work.reporter.note(note.about, note.text);
    frame.end.written = std::move(placed.written);
    return placed.error ? Status(*placed.error) : Status();
}

}  // namespace

Result<bool> read_stage(const BatchWork& work, Frame& frame, int worker) {
    const auto& [job, options, reporter, memory] = work;
    const FrameTask& task = frame.end.task;
    const double begin = reporter.now();
    Result<FrameAhead> ahead = look_ahead(task, job, options);
    if (!ahead) return ahead.error();
    if (is_cancelled(options)) return stopped();
    if (ahead->known) {
        frame.end.state = *ahead->known;
        return false;
    }
    frame.still = std::move(ahead->still);
    frame.out.software = std::move(ahead->software);
    if (memory.limit() > 0) {
        Result<FrameShare> share = memory.claim(task, frame.still);
        if (!share) return share.error();
        frame.share = *std::move(share);
    }
    if (frame.share.in_bands) {
        describe(work, frame.end, frame.share.inputs, frame.share.outputs);
        return true;
    }
    Result<std::vector<LoadedPicture>> inputs = read_frame(task, job.io, options);
    if (!inputs) return inputs.error();
    frame.inputs = *std::move(inputs);
    const std::vector<PictureInfo> infos = infos_of(frame.inputs);
    Result<std::vector<OutputPlan>> plans =
        plan_frame(task, frame.still, job.library, job.io, options, infos);
    describe(work, frame.end, infos, plans ? *plans : std::vector<OutputPlan>());
    if (!plans) return plans.error();
    frame.out.plans = *std::move(plans);
    frame.end.seconds.read = reporter.span(task, "read", worker, begin);
    return true;
}

Status compute_stage(const BatchWork& work, Frame& frame, PreparedFrames& kernels, int worker) {
    if (is_cancelled(work.options)) return stopped();
    const FrameTask& task = frame.end.task;
    const double begin = work.reporter.now();
    Result<std::vector<OutputPixels>> pixels = allocate_outputs(frame.out.plans);
    if (!pixels) return pixels.error();
    frame.out.pixels = *std::move(pixels);
    const Result<Prepared*> prepared =
        kernels.get(frame.still, shapes_of(infos_of(frame.inputs)), regions_of(frame.out.plans));
    if (!prepared) return prepared.error();
    frame.end.seconds.prepare = work.reporter.span(task, "prepare", worker, begin);
    const double computing = work.reporter.now();
    Status computed = compute_frame(**prepared, task, frame.inputs, frame.out.pixels, work.options);
    if (!computed) return computed;
    frame.end.seconds.compute =
        work.reporter.span(task, "compute", worker, computing, (*prepared)->kernel_times());
    frame.end.computation = computation_of(**prepared);
    return {};
}

Status write_stage(const BatchWork& work, Frame& frame, int worker) {
    if (is_cancelled(work.options)) return stopped();
    const FrameTask& task = frame.end.task;
    const double begin = work.reporter.now();
    const PictureInfo* source = frame.inputs.empty() ? nullptr : &frame.inputs.front().info;
    Placed placed = write_frame(task, frame.out, source, work.job.io, work.options);
    frame.end.seconds.write = work.reporter.span(task, "write", worker, begin);
    return place(work, std::move(placed), frame);
}

Status banded_stage(const BatchWork& work, Frame& frame, PreparedFrames& kernels, int worker) {
    if (is_cancelled(work.options)) return stopped();
    const FrameTask& task = frame.end.task;
    const double begin = work.reporter.now();
    const BandListener computed = [&](double seconds, std::vector<KernelTimes> times) {
        work.reporter.span(task, "compute", worker, work.reporter.now() - seconds,
                           std::move(times));
    };
    Result<BandedEnd> done =
        render_in_bands(work.job, work.options, task, frame.still, frame.out.software,
                        work.memory.limit(), kernels, frame.end.seconds, computed);
    if (!done) return done.error();
    work.reporter.span(task, "bands", worker, begin);
    frame.end.computation = std::move(done->computation);
    return place(work, std::move(done->placed), frame);
}

}  // namespace weft
