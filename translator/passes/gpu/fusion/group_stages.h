// The stages of a group to be: what they read of one another, and what others need of them.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "plan/gpu_plan.h"

namespace weft {

template <class Thing>
bool holds(const std::vector<Id<Thing>>& list, Id<Thing> id) {
    return std::find(list.begin(), list.end(), id) != list.end();
}

class GroupStages {
  public:
    /// Of kernels of one stage each. The plan must outlive it.
    GroupStages(const GpuPlan& plan, const std::vector<Id<GpuKernel>>& kernels);

    const GpuPlan& plan;
    const std::vector<Id<Stage>>& all() const { return all_; }  ///< ascending
    /// Pictures needed outside.
    const std::vector<Id<PlanImage>>& outputs() const { return outputs_; }
    /// The part of the outputs that is computed; there is one at least.
    const Rect& region() const { return image(outputs_.front()).region; }

    const Stage& stage(Id<Stage> s) const { return plan.stages[s]; }
    const PlanImage& image(Id<PlanImage> i) const { return plan.images[i]; }
    const GpuKernel& kernel_of(Id<Stage> s) const { return *kernels_.at(s); }
    const StageInput& read(Id<Stage> s, Id<StageInput> input) const {
        return stage(s).inputs[input];
    }
    /// Which picture the stage's kernel reads: a transposed copy, where there is one.
    Id<PlanImage> image_read(Id<Stage> s, Id<StageInput> input) const {
        return kernels_.at(s)->inputs[Id<GpuInput>(input.number())].image;
    }
    /// The stage of the group that makes a picture, or nothing.
    std::optional<Id<Stage>> producer(Id<PlanImage> image) const {
        const auto made = producers_.find(image);
        return made == producers_.end() ? std::nullopt : std::optional(made->second);
    }

    bool is_output(Id<Stage> s) const;
    bool is_image_read(Id<PlanImage> image) const;
    bool is_read(Id<Stage> s) const;  ///< one of its pictures, by a stage of the group

  private:
    void find_outputs();

    std::vector<Id<Stage>> all_;
    std::vector<Id<PlanImage>> outputs_;
    std::map<Id<Stage>, const GpuKernel*> kernels_;  ///< by stage
    std::map<Id<PlanImage>, Id<Stage>> producers_;
};

}  // namespace weft
