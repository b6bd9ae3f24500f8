// Dead stages: none of whose pictures has a region.
#include "passes/cull.h"

#include <algorithm>

namespace weft {

BoundGraph cull(BoundGraph plan, const PlanContext&, Decisions& decisions) {
    std::vector<Stage> live;
    for (Stage& stage : plan.stages) {
        const bool needed = std::any_of(stage.outputs.begin(), stage.outputs.end(), [&](int image) {
            return !plan.images[image].region.empty();
        });
        if (!needed) {
            decisions.add(stage.name, "removed: no output depends on it");
            for (int image : stage.outputs) plan.images[image].source = FromNowhere{};
            continue;
        }
        for (int image : stage.outputs)
            plan.images[image].source = FromStage{static_cast<int>(live.size())};
        live.push_back(std::move(stage));
    }
    plan.stages = std::move(live);
    return plan;
}

}  // namespace weft
