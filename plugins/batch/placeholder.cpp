#include "batch/placeholder.h"

#include <algorithm>
#include <cstdlib>

#include "batch/frame_plan.h"
#include "runtime/convert.h"

namespace weft {
namespace {

Result<OutputPixels> checkerboard(const OutputPlan& plan) {
    Result<OutputPixels> pixels = allocate_output(plan);
    if (!pixels) return pixels.error();
    Picture row(Rect{plan.window.x0, 0, plan.window.x1, 1}, plan.planes);
    for (int y = plan.window.y0; y < plan.window.y1; ++y) {
        std::vector<const float*> planes;
        for (int p = 0; p < plan.planes; ++p) {
            for (int x = plan.window.x0; x < plan.window.x1; ++x) {
                const bool light = ((x >> 5) + (y >> 5)) % 2 == 0;
                const bool magenta = plan.planes > 2 && p != 1;
                row.at(x, 0, p) = p == plan.alpha_channel       ? 1.0f
                                  : light && (magenta || p > 2) ? 0.6f
                                  : light && plan.planes < 3    ? 0.6f
                                  : light                       ? 0.0f
                                                                : 0.1f;
            }
            planes.push_back(row.row(0, p));
        }
        store_rows(pixels->stored, y, plan.window.x0, plan.window.x1, planes.data());
    }
    return pixels;
}

/// The frames of the same view, the nearest first: the task itself.
std::vector<const FrameTask*> nearest(const FrameTask& task, const std::vector<FrameTask>& all) {
    std::vector<const FrameTask*> near;
    for (const FrameTask& other : all)
        if (other.view == task.view) near.push_back(&other);
    std::stable_sort(near.begin(), near.end(), [&](const FrameTask* a, const FrameTask* b) {
        return std::abs(a->frame - task.frame) < std::abs(b->frame - task.frame);
    });
    return near;
}

Result<std::vector<OutputPlan>> plan_by_nearest(const FrameTask& task, const BatchJob& job,
                                                const BatchOptions& options) {
    const Result<Graph> still = at_frame(job.graph, job.library, task.frame);
    if (!still) return still.error();
    for (const FrameTask* other : nearest(task, job.tasks)) {
        const Result<std::vector<PictureInfo>> infos = read_headers(*other, job.io, options);
        if (!infos) continue;
        Result<std::vector<OutputPlan>> plans =
            plan_frame(task, *still, job.library, job.io, options, *infos);
        if (plans) return plans;
    }
    return Error{ErrorKind::kInput, "no frame of the sequence says how large it is"};
}

}  // namespace

Result<FramePixels> placeholder_for(const FrameTask& task, const BatchJob& job,
                                    const BatchOptions& options) {
    Result<std::vector<OutputPlan>> plans = plan_by_nearest(task, job, options);
    if (!plans) return plans.error();
    FramePixels frame;
    frame.plans = *std::move(plans);
    for (const OutputPlan& plan : frame.plans) {
        Result<OutputPixels> pixels = checkerboard(plan);
        if (!pixels) return pixels.error();
        frame.pixels.push_back(*std::move(pixels));
        frame.software.push_back(placeholder_text(options.settings, job.graph.name));
    }
    return frame;
}

}  // namespace weft
