#include "passes/gpu/fusion/auto_stages.h"

#include <algorithm>

#include "passes/gpu/geometry.h"
#include "passes/stage_operations.h"

namespace weft {

AutoPipeline auto_pipeline(const GpuPlan& plan) {
    AutoPipeline pipeline;
    for (const Stage& stage : plan.stages) {
        AutoStage s;
        s.name = stage.name;
        s.number = static_cast<int>(pipeline.size());
        const StageOperations& o = stage.operations;
        s.operations = (o.fp + o.integer + o.special) /
                       std::max(static_cast<double>(stage.outputs.size()), 1.0);
        const PlanImage& image = plan.images[stage.outputs.front()];
        s.planes = image.shape.planes;
        s.width = std::max(image.region.width(), 1);
        s.height = std::max(image.region.height(), 1);
        for (const Id<StageInput> i : stage.inputs.ids()) {
            const StageInput& input = stage.inputs[i];
            const PlanImage& from = plan.images[input.image];
            const Window w = window_of(input.taps);
            AutoRead read;
            if (const auto producer = from.producer()) read.stage = producer->number();
            read.left = std::max(0, -w.x_first);
            read.right = std::max(0, w.x_last);
            read.up = std::max(0, -w.y_first);
            read.down = std::max(0, w.y_last);
            read.loads = reads_of_evaluation(plan, stage, i);
            read.consecutive = w.x_last - w.x_first + 1;
            read.x = {input.scale_x.times, input.scale_x.over};
            read.y = {input.scale_y.times, input.scale_y.over};
            s.reads.push_back(read);
        }
        pipeline.push_back(std::move(s));
    }
    return pipeline;
}

}  // namespace weft
