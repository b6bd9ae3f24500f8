#include "passes/gpu/fusion/group_borders.h"

#include <algorithm>

#include "passes/gpu/geometry.h"
#include "passes/stage_operations.h"
#include "plan/group_levels.h"

namespace weft {

namespace {

/// Instructions of one check of one side: a comparison, a selection and half of an address.
constexpr double kCheck = 3;
/// What other forms take of registers, over the naive one: the paper's table II has 40 for 32 with
/// nine regions; two for a second path, and the column of the warp.
constexpr double kNineRegisters = 1.25;
constexpr int kBodyRegisters = 0, kWarpRegisters = 2;

/// All that one element of the tile computes, over the number of its checked accesses.
BorderCosts costs_of(const GpuPlan& plan, const GpuKernel& kernel) {
    double taps = 0, instructions = 0;
    for (const GroupLoop& loop : kernel.group.loops) {
        if (leaves_domain(kernel, loop) || loop.copies) taps += 1;
        for (const GroupEvaluation& e : loop.evaluations) {
            const Stage& stage = plan.stages[e.stage];
            const StageOperations& o = stage.operations;
            instructions += o.fp + o.integer + o.special + taps_of(plan, stage);
            for (const Id<StageInput> i : e.reads.ids())
                if (std::holds_alternative<FromMemory>(e.reads[i]))
                    taps += static_cast<double>(stage.inputs[i].taps.size());
        }
    }
    BorderCosts costs;
    costs.check = kCheck;
    costs.taps = std::max(taps, 1.0);
    costs.kernel = instructions / costs.taps;
    return costs;
}

}  // namespace

bool meets_borders(const GpuKernel& kernel) {
    const Table<GroupLevel>& levels = kernel.group.levels;
    for (const Id<GroupLevel> k : levels.ids()) {
        const Window& reach = levels[k].reach;
        const Rect r = level_region(kernel.group, k, kernel.region);
        if (!levels[k].inner.contains(Rect{r.x0 + reach.x_first, r.y0 + reach.y_first,
                                           r.x1 + reach.x_last, r.y1 + reach.y_last}))
            return true;
    }
    return false;
}

BorderChoice borders_of(const GpuPlan& plan, const GpuKernel& kernel,
                        std::optional<BorderScheme> asked) {
    if (!meets_borders(kernel))
        return {BorderScheme::kNaive, 1, "no read leaves a domain: nothing is checked"};
    if (in_registers(kernel.group.kind))
        return {BorderScheme::kBody, 1, "what lies in registers is the body, the rest is checked"};
    if (asked) return {*asked, 1, "as asked"};
    const GpuGroup& group = kernel.group;
    const bool rows = kernel.layout == Layout::kRows;
    const Window reach = whole_reach(group);
    BorderProblem problem;
    problem.u = {std::max(extent_u(kernel), 1), -(rows ? reach.x_first : reach.y_first),
                 rows ? reach.x_last : reach.y_last};
    problem.v = {std::max(extent_v(kernel), 1), -(rows ? reach.y_first : reach.x_first),
                 rows ? reach.y_last : reach.x_last};
    problem.block = {group.tile_u, group.tile_v};
    problem.threads = kernel.shape.threads();
    problem.shared_bytes = kernel.shared_bytes;
    problem.costs = costs_of(plan, kernel);
    problem.naive_registers = kernel.registers;
    const BorderCandidate candidates[] = {
        {BorderScheme::kBody, kernel.registers + kBodyRegisters},
        {BorderScheme::kNine, static_cast<int>(kernel.registers * kNineRegisters)},
        {BorderScheme::kWarp, kernel.registers + kWarpRegisters}};
    return choose_borders(plan.target, problem, candidates);
}

}  // namespace weft
