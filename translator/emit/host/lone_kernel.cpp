#include "emit/host/lone_kernel.h"

#include <map>
#include <optional>

namespace weft {
namespace {

/// Ids from 0 in the order in which they are first asked for.
template <class Thing>
class Numbers {
  public:
    Id<Thing> operator()(Id<Thing> of_plan) {
        return own_.try_emplace(of_plan, Id<Thing>(own_.size())).first->second;
    }
    /// Nothing for what nobody has asked for.
    std::optional<Id<Thing>> known(Id<Thing> of_plan) const {
        const auto found = own_.find(of_plan);
        return found == own_.end() ? std::nullopt : std::optional(found->second);
    }
    template <class Value>
    Table<Value, Thing> chosen(const Table<Value, Thing>& of_plan) const {
        Table<Value, Thing> result(own_.size());
        for (const auto& [from, to] : own_) result[to] = of_plan[from];
        return result;
    }

  private:
    std::map<Id<Thing>, Id<Thing>> own_;
};

void number(Loop& loop, Numbers<Stage>& stages, Numbers<PlanImage>& images) {
    for (Id<Stage>& stage : loop.stages) stage = stages(stage);
    for (Read& read : loop.reads) {
        if (read.by) read.by->stage = stages(read.by->stage);
        read.image = images(read.image);
    }
    for (PictureRead& read : loop.pictures) {
        read.by.stage = stages(read.by.stage);
        read.image = images(read.image);
    }
    for (Write& write : loop.writes) {
        if (write.by) write.by->stage = stages(write.by->stage);
        write.image = images(write.image);
    }
}

}  // namespace

LoneKernel lone_kernel(const CpuPlan& plan, const Kernel& kernel) {
    Numbers<Stage> stages;
    Numbers<PlanImage> images;
    LoneKernel lone;
    lone.kernel = kernel;
    for (Id<Stage>& stage : lone.kernel.stages) stage = stages(stage);
    for (Loop& loop : lone.kernel.loops) number(loop, stages, images);
    for (LineBuffer& line_buffer : lone.kernel.line_buffers)
        line_buffer.image = images(line_buffer.image);
    for (KernelOutput& output : lone.kernel.outputs) output.image = images(output.image);

    lone.plan.target = plan.target;
    lone.plan.fast_math = plan.fast_math;
    lone.plan.stages = stages.chosen(plan.stages);
    for (Stage& stage : lone.plan.stages) {
        for (StageInput& input : stage.inputs) input.image = images(input.image);
        for (Id<PlanImage>& output : stage.outputs) output = images(output);
    }
    lone.plan.images = images.chosen(plan.images);
    // That a picture is kept shows in the text; where does not.
    lone.plan.storage = images.chosen(plan.storage);
    for (CpuStorage& storage : lone.plan.storage)
        if (std::holds_alternative<KeptInBuffer>(storage)) storage = KeptInBuffer{};
    for (PlanImage& image : lone.plan.images) {
        const std::optional<Id<Stage>> producer = image.producer();
        if (!producer) continue;
        if (const auto own = stages.known(*producer))
            image.source = FromStage{*own};
        else
            image.source = FromNowhere{};
    }
    return lone;
}

}  // namespace weft
