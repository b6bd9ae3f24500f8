// What tests of planning share: plans of graphs of built-in functors, and ways to look into them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "effects/builtin.h"
#include "graph/image.h"
#include "passes/cpu/cpu_context.h"
#include "passes/gpu/gpu_context.h"
#include "random_run.h"

namespace weft::test {

/// The built-in functors, translated once.
const Library& library();

/// A machine that is the same wherever tests run.
Target test_target();

/// Everything but the graph that a plan depends on.
struct Planning {
    std::vector<ImageShape> inputs = {};  ///< empty: a `domain` of `planes` for every graph input
    Rect domain = {0, 0, 64, 48};
    int planes = 3;
    std::vector<Rect> regions = {};
    std::vector<bool> planar_inputs = {}, planar_outputs = {};
    std::vector<std::string> disabled = {};
    int strip_height = 0, block_width = 0, batch_rows = 0;
    bool plane_by_plane = false;
    Target target = test_target();
};

CpuContext context_of(const Graph& graph, const Planning& p = {});
/// The same for a GPU of gpu_targets().
GpuContext gpu_context_of(const Graph& graph, const Planning& p, const std::string& target);

/// The built-in effect with keyframes set: "1:0,20:6".
Graph animated(const std::string& effect, const std::string& control, const std::string& curve);

/// The finished plan. An error is a failure of the test, with the planner's message.
CpuPlan plan_of(const Graph& graph, const Planning& p = {});

/// bind() and the passes up to and including `last`, for tests of one pass.
CpuPlan plan_up_to(const std::string& last, const Graph& graph, const Planning& p = {});

/// The stage of node `name`; fails the test when there is none.
Id<Stage> stage_id(const BoundGraph& plan, const std::string& name);
const Stage& stage_of(const BoundGraph& plan, const std::string& name);
/// The picture "node.Output" or a graph input.
Id<PlanImage> image_id(const BoundGraph& plan, const std::string& name);
/// The loop that evaluates node `name`, wherever it is.
const Loop& loop_of(const CpuPlan& plan, const std::string& name);

/// The id of a loop of that kernel.
Id<Loop> id_of(const Kernel& kernel, const Loop& loop);

/// Names of the pictures that lie between kernels.
std::vector<std::string> materialised(const CpuPlan& plan);
/// The graph output in whose memory the picture of this name lies.
std::optional<Id<GraphOutput>> output_lent(const CpuPlan& plan, const std::string& picture);

/// Loops of one kind in a kernel.
std::vector<const Loop*> loops_of_kind(const Kernel& kernel, LoopKind kind);
/// Names of a loop's stages, in order.
std::vector<std::string> stage_names(const BoundGraph& plan, const Loop& loop);
/// The text of the decision of `pass` on `subject`; "" when there is none.
std::string decision(const BoundGraph& plan, const std::string& pass, const std::string& subject);

/// Random graphs under random sizes, regions, strips and blocks: the same for the same seed.
struct RandomPlanning {
    Graph graph;
    Planning planning;
    std::string description;  ///< for messages
};
RandomPlanning random_planning(std::uint64_t seed);

/// Calls check(planning, plan) for `count` random plans, each with a seed of its own.
template <class Check>
void for_random_plans(int count, Check check) {
    const std::uint64_t seed = run_seed();
    for (int i = 0; i < count; ++i) {
        const RandomPlanning random = random_planning(seed + static_cast<std::uint64_t>(i));
        check(random, plan_of(random.graph, random.planning));
    }
}

}  // namespace weft::test
