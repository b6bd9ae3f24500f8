#include "emit/host/lone_kernel.h"

#include <map>

namespace weft {
namespace {

/// Numbers from 0 in the order in which they are first asked for; what is none, -1, stays so.
class Numbers {
  public:
    int operator()(int of_plan) {
        return of_plan < 0 ? of_plan
                           : own_.try_emplace(of_plan, static_cast<int>(own_.size())).first->second;
    }
    /// Nothing for what nobody has asked for.
    std::optional<int> known(int of_plan) const {
        const auto found = own_.find(of_plan);
        return found == own_.end() ? std::nullopt : std::optional(found->second);
    }
    template <class T>
    std::vector<T> chosen(const std::vector<T>& of_plan) const {
        std::vector<T> result(own_.size());
        for (const auto& [from, to] : own_)
            result[static_cast<std::size_t>(to)] = of_plan[static_cast<std::size_t>(from)];
        return result;
    }

  private:
    std::map<int, int> own_;
};

void number(Loop& loop, Numbers& stages, Numbers& images) {
    for (int& stage : loop.stages) stage = stages(stage);
    for (Read& read : loop.reads) {
        read.stage = stages(read.stage);
        read.image = images(read.image);
    }
    for (PictureRead& read : loop.pictures) {
        read.stage = stages(read.stage);
        read.image = images(read.image);
    }
    for (Write& write : loop.writes) {
        write.stage = stages(write.stage);
        write.image = images(write.image);
    }
}

}  // namespace

LoneKernel lone_kernel(const CpuPlan& plan, const Kernel& kernel) {
    Numbers stages, images;
    LoneKernel lone;
    lone.kernel = kernel;
    for (int& stage : lone.kernel.stages) stage = stages(stage);
    for (Loop& loop : lone.kernel.loops) number(loop, stages, images);
    for (LineBuffer& line_buffer : lone.kernel.line_buffers)
        line_buffer.image = images(line_buffer.image);
    for (KernelOutput& output : lone.kernel.outputs) output.image = images(output.image);

    lone.plan.target = plan.target;
    lone.plan.fast_math = plan.fast_math;
    lone.plan.stages = stages.chosen(plan.stages);
    for (Stage& stage : lone.plan.stages) {
        for (StageInput& input : stage.inputs) input.image = images(input.image);
        for (int& output : stage.outputs) output = images(output);
    }
    lone.plan.images = images.chosen(plan.images);
    // That a picture is kept shows in the text; where does not.
    lone.plan.storage = images.chosen(plan.storage);
    for (CpuStorage& storage : lone.plan.storage)
        if (std::holds_alternative<KeptInBuffer>(storage)) storage = KeptInBuffer{};
    for (PlanImage& image : lone.plan.images) {
        const std::optional<int> producer = image.producer();
        if (!producer) continue;
        const std::optional<int> own = stages.known(*producer);
        if (own)
            image.source = FromStage{*own};
        else
            image.source = FromNowhere{};
    }
    return lone;
}

}  // namespace weft
