// Dead stages: none of whose pictures has a region.
#include "passes/cull.h"

#include <algorithm>

namespace weft {

BoundGraph cull(BoundGraph plan, const PlanContext&, Decisions& decisions) {
    Table<Stage> live;
    for (Stage& stage : plan.stages) {
        const bool needed =
            std::any_of(stage.outputs.begin(), stage.outputs.end(),
                        [&](Id<PlanImage> i) { return !plan.images[i].region.empty(); });
        if (!needed) {
            decisions.add(stage.name, "removed: no output depends on it");
            for (const Id<PlanImage> image : stage.outputs)
                plan.images[image].source = FromNowhere{};
            continue;
        }
        const std::vector<Id<PlanImage>> outputs = stage.outputs;
        const Id<Stage> id = live.add(std::move(stage));
        for (const Id<PlanImage> image : outputs) plan.images[image].source = FromStage{id};
    }
    plan.stages = std::move(live);
    return plan;
}

}  // namespace weft
