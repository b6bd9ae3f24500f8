#include "plan/gpu_choices.h"

namespace weft {

NestedFusion nesting_of(const GpuChoices& choices) {
    if (choices.nesting) return *choices.nesting;
    const bool paper = choices.groups.empty() && choices.fusion == FusionStrategy::kGreedy;
    return paper ? NestedFusion::kAuto : NestedFusion::kAlways;
}

}  // namespace weft
