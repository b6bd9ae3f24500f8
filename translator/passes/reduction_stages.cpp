#include "passes/reduction_stages.h"

#include <algorithm>

#include "core/reduction.h"

namespace weft {

namespace {

int state_floats(const FunctorFacts& facts) {
    int floats = 0;
    for (const MemberFacts& member : facts.state) floats += std::max(member.count, 1);
    return floats;
}

/// The leaves of a reduction that comes to the same in any order: larger than others, for each
/// costs the making and combining of all its lanes' states, and as low as strips may be.
constexpr Leaf kLeafOfAnyOrder{2048, 32};

/// One element for each state, row by row of leaves; planes for the numbers of a state, all of the
/// first plane's first.
PlanImage states_of(const Stage& stage, const Rect& elements, int leaf_lanes) {
    PlanImage states;
    // Only whole leaves are laid out at will: threads that collect theirs side by side have one
    // order of lanes and leaves.
    if (leaf_lanes == 1 && stage.facts.any_order) states.leaf = kLeafOfAnyOrder;
    const int across = leaves_along(elements.width(), states.leaf.width) * leaf_lanes;
    const int down = leaves_along(elements.height(), states.leaf.height);
    states.name = stage.name + " (states)";
    states.state_floats = state_floats(stage.facts);
    states.shape = {{0, 0, across, down}, stage.planes * states.state_floats};
    return states;
}

void keep_indexers(FunctorFacts& facts, Direction direction) {
    std::erase_if(facts.indexers,
                  [&](const IndexerFacts& indexer) { return indexer.direction != direction; });
}

}  // namespace

BoundGraph with_reduction(BoundGraph plan, Stage stage, const Rect& elements, int leaf_lanes) {
    const Id<PlanImage> states = plan.images.add(states_of(stage, elements, leaf_lanes));

    Stage collect = stage;
    collect.phase = Phase::kReduce;
    collect.domain = elements;
    collect.outputs = {states};
    collect.output_granularity = {eComponent};
    keep_indexers(collect.facts, eInput);

    Stage result = std::move(stage);
    result.phase = Phase::kResult;
    StageInput all;
    all.image = states;
    all.freedom = eRandom;
    all.taps = {{0, 0}};
    result.inputs = {all};
    keep_indexers(result.facts, eOutput);
    result.facts.simd = false;
    result.facts.scalar_reason = "what a reduction came to is read number by number";
    const std::vector<Id<PlanImage>> outputs = result.outputs;

    plan.images[states].source = FromStage{plan.stages.add(std::move(collect))};
    const Id<Stage> last = plan.stages.add(std::move(result));
    for (const Id<PlanImage> image : outputs) plan.images[image].source = FromStage{last};
    return plan;
}

}  // namespace weft
