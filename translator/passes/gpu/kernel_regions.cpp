#include "passes/gpu/kernel_regions.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "passes/gpu/block_choice.h"
#include "passes/gpu/fusion/group_shape.h"
#include "passes/gpu/fusion/group_work.h"
#include "passes/gpu/geometry.h"
#include "passes/gpu/kernel_resources.h"
#include "passes/gpu/kernel_work.h"
#include "plan/group_levels.h"
#include "plan/kernel_borders.h"

namespace weft {

namespace {

bool is_group(const GpuKernel& kernel) { return kernel.kind == GpuKernelKind::kGroup; }

bool leaves_a_level(const GpuKernel& kernel) {
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

/// n_check and n_kernel, of the model's sum of instructions.
BorderCosts costs_of(const GpuPlan& plan, const GpuKernel& kernel) {
    const BorderInstructions each =
        is_group(kernel) ? group_border_instructions(plan, kernel)
                         : KernelWork(plan, kernel).border_instructions(unit_of(kernel));
    BorderCosts costs;
    costs.taps = std::max(each.accesses, 1.0);
    costs.check = each.checks / (4 * costs.taps);
    costs.kernel = (each.all - each.checks) / costs.taps;
    return costs;
}

/// Instructions of the naive kernel: compiled where that form is known.
double code_of(const GpuPlan& plan, const CompiledForms& compiled, const GpuKernel& kernel) {
    GpuKernel naive = kernel;
    naive.borders = BorderScheme::kNaive;
    if (const auto known = compiled.find(form_of(naive));
        known != compiled.end() && known->second.code > 0)
        return known->second.code;
    return kernel.instruction_surplus *
           (is_group(kernel) ? group_text_instructions(plan, naive)
                             : KernelWork(plan, naive).text_instructions(unit_of(kernel)));
}

/// Warps of a group tell elements apart loop by loop and row by row, in two ways: inside, and
/// anywhere else. Where rows of threads are no whole warps, each thread does.
BorderPartition partition_of_warps(const BorderAxes& axes, const GpuGroup& group, int warp_size) {
    const BlockShape unit{group.team_u % warp_size == 0 ? warp_size : 1, 1};
    return partition_borders(axes.u, axes.v, unit, BorderScheme::kBody, warp_size);
}

/// Why a kernel whose reads leave a domain has no regions; "" where it may have.
std::string why_no_regions(const GpuPlan& plan, const GpuKernel& kernel) {
    if (is_group(kernel)) return "";
    if (may_tell_borders_apart(plan, kernel)) return "";
    if (kernel.kind == GpuKernelKind::kAccumulate)
        return "what its terms read has the border in it";
    if (kernel.minimised) return "threads go over all elements by one index";
    return "a thread advances from border to border";
}

/// The kernel under another scheme. What the compiler has added to instructions is taken to be the
/// same: forms differ in what they check, and in registers.
GpuKernel form_under(const GpuPlan& plan, const CompiledForms& compiled, const GpuKernel& kernel,
                     BorderScheme scheme) {
    GpuKernel form = kernel;
    form.borders = scheme;
    form = with_occupancy(plan, with_registers(plan, compiled, std::move(form)));
    form.instruction_surplus = kernel.instruction_surplus;
    return form;
}

/// By the model of time; endless where not one block fits.
double seconds_of_form(const GpuPlan& plan, const GpuKernel& form) {
    if (form.occupancy <= 0) return std::numeric_limits<double>::infinity();
    if (is_group(form)) return group_seconds(plan, form);
    return seconds(plan.target, KernelWork(plan, form).work(unit_of(form)),
                   waiting(form.occupancy));
}

/// What lies in registers checks nothing; of the rest every piece checks, or what its region asks.
BorderChoice of_registers(std::optional<BorderScheme> asked) {
    if (asked == BorderScheme::kNine || asked == BorderScheme::kWarp)
        return {BorderScheme::kNine,
                "as asked: what lies in registers is the body, a warp's pieces of the rest check "
                "their own sides"};
    return {BorderScheme::kBody, "what lies in registers is the body, the rest is checked"};
}

BorderChoice as_asked(const GpuPlan& plan, const GpuKernel& kernel, BorderScheme scheme) {
    if (!is_group(kernel) && scheme == BorderScheme::kWarp && !may_tell_warps_apart(plan, kernel))
        return {
            BorderScheme::kNine,
            "as asked, but by blocks: their warps share a tile, or are no whole rows of threads"};
    return {scheme, "as asked"};
}

}  // namespace

BlockShape unit_of(const GpuKernel& kernel) {
    if (is_group(kernel)) return {kernel.group.tile_u, kernel.group.tile_v};
    return {kernel.shape.block_u, kernel.shape.block_v};
}

BorderAxes border_axes(const GpuPlan& plan, const GpuKernel& kernel) {
    Window over;  // elements of the region whose reads leave a domain, on each side
    if (is_group(kernel)) {
        const Window reach = whole_reach(kernel.group);
        over = {-reach.x_first, reach.x_last, -reach.y_first, reach.y_last};
    } else {
        const Rect inner = inner_elements(plan, kernel), &r = kernel.region;
        over = {inner.x0 - r.x0, r.x1 - inner.x1, inner.y0 - r.y0, r.y1 - inner.y1};
    }
    over = in_uv(over, kernel.layout);
    const auto axis = [](int extent, int before, int after) {
        return BorderAxis{std::max(extent, 1), std::max(before, 0), std::max(after, 0)};
    };
    return {axis(extent_u(kernel), over.x_first, over.x_last),
            axis(extent_v(kernel), over.y_first, over.y_last)};
}

BorderPartition partition_of(const GpuPlan& plan, const GpuKernel& kernel, BlockShape block) {
    const BorderAxes axes = border_axes(plan, kernel);
    if (is_group(kernel) && kernel.borders == BorderScheme::kWarp)
        return partition_of_warps(axes, kernel.group, plan.target.warp_size);
    return partition_borders(axes.u, axes.v, block, kernel.borders, plan.target.warp_size);
}

bool somebody_checks(const GpuPlan& plan, const GpuKernel& kernel) {
    return is_group(kernel) ? leaves_a_level(kernel) : meets_borders(plan, kernel);
}

bool chooses_borders(const GpuPlan& plan, const GpuKernel& kernel) {
    return !in_registers(kernel.group.kind) && somebody_checks(plan, kernel) &&
           why_no_regions(plan, kernel).empty();
}

BorderChoice borders_of(const GpuPlan& plan, const CompiledForms& compiled, const GpuKernel& kernel,
                        const GpuChoices& choices) {
    const std::optional<BorderScheme> asked = choices.borders;
    if (!somebody_checks(plan, kernel))
        return {BorderScheme::kNaive, "no read leaves a domain: nothing is checked"};
    if (const std::string why = why_no_regions(plan, kernel); !why.empty())
        return {BorderScheme::kNaive, why};
    if (in_registers(kernel.group.kind)) return of_registers(asked);
    if (asked) return as_asked(plan, kernel, *asked);
    const BorderAxes axes = border_axes(plan, kernel);
    BorderProblem problem;
    problem.u = axes.u;
    problem.v = axes.v;
    problem.block = unit_of(kernel);
    problem.threads = kernel.shape.threads();
    problem.shared_bytes = kernel.shared_bytes;
    problem.costs = costs_of(plan, kernel);
    problem.naive_code = code_of(plan, compiled, kernel);
    const auto under = [&](BorderScheme scheme) {
        const GpuKernel form = form_under(plan, compiled, kernel, scheme);
        return BorderCandidate{scheme, form.registers, {}, seconds_of_form(plan, form)};
    };
    const BorderCandidate naive = under(BorderScheme::kNaive);
    problem.naive_registers = naive.registers;
    problem.naive_seconds = naive.seconds;
    std::vector<BorderCandidate> candidates;
    for (const BorderScheme scheme :
         {BorderScheme::kBody, BorderScheme::kNine, BorderScheme::kWarp})
        if (scheme != BorderScheme::kWarp || is_group(kernel) || may_tell_warps_apart(plan, kernel))
            candidates.push_back(under(scheme));
    if (is_group(kernel))
        candidates.back().partition = partition_of_warps(axes, kernel.group, plan.target.warp_size);
    return choose_borders(plan.target, problem, candidates, choices.border_rule);
}

std::string regions_text(const GpuPlan& plan, const GpuKernel& kernel) {
    if (kernel.borders == BorderScheme::kNaive) return {};
    const BorderPartition partition = partition_of(plan, kernel, unit_of(kernel));
    if (partition.falls_back()) return "all check every side: too small for regions";
    const auto units = units_by_region(partition);
    const auto of = [&](BorderRegion region) { return units[static_cast<std::size_t>(region)]; };
    if (partition.body_only)
        return fmt::format("{} inside, {} at borders", of(BorderRegion::kBody),
                           of(BorderRegion::kChecked));
    std::string text;
    for (int row = 0; row < 3; ++row)
        text += fmt::format("{}{} {} {}", row == 0 ? "" : " / ", units[3 * row], units[3 * row + 1],
                            units[3 * row + 2]);
    return text;
}

}  // namespace weft
