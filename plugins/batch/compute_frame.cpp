#include "batch/compute_frame.h"

#include "batch/stopped.h"

namespace weft {

Result<std::vector<OutputPixels>> allocate_outputs(const std::vector<OutputPlan>& plans) {
    std::vector<OutputPixels> all;
    for (const OutputPlan& plan : plans) {
        Result<OutputPixels> pixels = allocate_output(plan);
        if (!pixels) return pixels.error();
        all.push_back(*std::move(pixels));
    }
    return all;
}

Status compute_frame(Prepared& prepared, const FrameTask& task,
                     const std::vector<LoadedPicture>& inputs,
                     const std::vector<OutputPixels>& outputs, const BatchOptions& options) {
    std::vector<PictureView> from, to;
    for (const LoadedPicture& input : inputs) from.push_back(input.view);
    for (const OutputPixels& output : outputs) to.push_back(output.computed);
    RunControl control{options.cancel, {}};
    if (options.progress)
        control.progress = [&](double fraction) { options.progress(task, fraction); };
    Status status = prepared.run(from, to, control);
    if (is_cancelled(options)) return stopped();
    return status;
}

Computation computation_of(const Prepared& prepared) {
    return {prepared.device(), prepared.kernel_count(), prepared.scratch_bytes()};
}

}  // namespace weft
