// Which form a group has: nested as asked for, or where the trigger of paper: gpu-autoscheduler,
// section 4.3, fires.
#pragma once

#include <string>
#include <vector>

#include "passes/gpu/fusion/group_loops.h"
#include "passes/gpu/gpu_context.h"

namespace weft {

/// A form and why, for people.
struct FormChoice {
    GroupForm form = GroupForm::kNested;
    std::string reason;
};

/// The form of that group under nesting_of(context.choices). The trigger is held against the group
/// without nesting, under the tile that is the paper's choice for it (auto_shape.h).
/// By the trigger, a group that cannot be built otherwise, or does not fit the device, is nested.
FormChoice form_of_group(const GpuPlan& plan, const GpuContext& context,
                         const std::vector<Id<GpuKernel>>& kernels);

/// The group in that form.
GroupResult group_as_asked(const GpuPlan& plan, const GpuContext& context,
                           const std::vector<Id<GpuKernel>>& kernels);

}  // namespace weft
