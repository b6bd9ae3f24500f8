// The stages of a group to be: what they read of one another, and what others need of them.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "plan/gpu_plan.h"

namespace weft {

inline bool holds(const std::vector<int>& list, int i) {
    return std::find(list.begin(), list.end(), i) != list.end();
}

class GroupStages {
  public:
    /// Of kernels of one stage each. The plan must outlive it.
    GroupStages(const GpuPlan& plan, const std::vector<int>& kernels);

    const GpuPlan& plan;
    const std::vector<int>& all() const { return all_; }          ///< ascending
    const std::vector<int>& outputs() const { return outputs_; }  ///< pictures needed outside
    /// The part of the outputs that is computed; there is one at least.
    const Rect& region() const { return image(outputs_.front()).region; }

    const Stage& stage(int s) const { return plan.stages[static_cast<std::size_t>(s)]; }
    const PlanImage& image(int i) const { return plan.images[static_cast<std::size_t>(i)]; }
    const GpuKernel& kernel_of(int s) const { return *kernels_.at(s); }
    const StageInput& read(int s, std::size_t input) const { return stage(s).inputs[input]; }
    /// Which picture the stage's kernel reads: a transposed copy, where there is one.
    int image_read(int s, std::size_t input) const { return kernels_.at(s)->inputs[input].image; }
    /// The stage of the group that makes a picture, or -1.
    int producer(int image) const {
        const auto made = producers_.find(image);
        return made == producers_.end() ? -1 : made->second;
    }

    bool is_output(int s) const;
    bool is_image_read(int image) const;
    bool is_read(int s) const;  ///< one of its pictures, by a stage of the group

  private:
    void find_outputs();

    std::vector<int> all_, outputs_;
    std::map<int, const GpuKernel*> kernels_;  ///< by stage
    std::map<int, int> producers_;             ///< by picture
};

}  // namespace weft
