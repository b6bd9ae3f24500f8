#include "passes/gpu/fusion/auto_stages.h"

#include <algorithm>

#include "passes/gpu/geometry.h"
#include "passes/stage_operations.h"

namespace weft {

namespace {

/// Whether the stage is computed within its readers' threads: it has no tile, and is no output.
bool is_value(const GpuPlan& plan, const GpuKernel& kernel, Id<Stage> stage) {
    for (const Id<PlanImage> image : plan.stages[stage].outputs) {
        const auto is_tile = [&](const GroupTile& tile) { return tile.image == image; };
        if (std::any_of(kernel.group.tiles.begin(), kernel.group.tiles.end(), is_tile) ||
            std::find(kernel.outputs.begin(), kernel.outputs.end(), image) != kernel.outputs.end())
            return false;
    }
    return true;
}

}  // namespace

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

AutoMembers auto_members(const GpuPlan& plan, const GpuKernel& kernel) {
    AutoMembers members{auto_pipeline(plan), {}};
    std::vector<int>& group = members.group.members;
    for (const Id<Stage> s : kernel.stages) group.push_back(s.number());
    for (std::size_t m = kernel.stages.size(); m-- > 0;) {
        if (!is_value(plan, kernel, kernel.stages[m])) continue;
        const int stage = kernel.stages[m].number();
        members.pipeline = inline_stage(std::move(members.pipeline), stage);
        std::erase(group, stage);
        for (int& member : group) member -= member > stage;
    }
    return members;
}

}  // namespace weft
