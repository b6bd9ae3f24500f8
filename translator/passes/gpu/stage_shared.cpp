// Staging: what the threads of a block read in common goes through shared memory.
#include <fmt/format.h>

#include <algorithm>

#include "passes/gpu/block_choice.h"
#include "passes/gpu/geometry.h"
#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/kernel_resources.h"

namespace weft {

namespace {

/// A lesser gain is within what the model does not know: what waiting at the barrier costs.
constexpr double kLeastReuse = 1.2;

std::string window_text(const GpuPlan& plan, const GpuInput& input) {
    const StageInput& read = input_of(plan, input.by);
    return fmt::format("{} taps in {}x{}", read.taps.size(),
                       reach_u(input.window, Layout::kRows) + 1,
                       reach_v(input.window, Layout::kRows) + 1);
}

std::string names_of(const GpuPlan& plan, const GpuKernel& kernel,
                     const Table<bool, GpuInput>& which) {
    std::string text;
    for (const Id<GpuInput> i : which.ids())
        if (which[i])
            text += fmt::format("{}{} ({})", text.empty() ? "" : ", ",
                                plan.images[kernel.inputs[i].image].name,
                                window_text(plan, kernel.inputs[i]));
    return text;
}

/// Whether even a block of one warp could hold the tile.
bool can_fit(const GpuPlan& plan, const GpuKernel& kernel, const GpuInput& input) {
    for (const BlockShape b : candidate_blocks(plan, kernel))
        if (tile_bytes(plan, kernel, input, b.u, b.v) <= plan.target.max_shared_per_block)
            return true;
    return false;
}

std::string time_text(const BlockChoice& choice) {
    return fmt::format("{:.1f} us (bound by {})", choice.seconds * 1e6, choice.bound);
}

GpuKernel staged(const GpuPlan& plan, GpuKernel kernel, Table<bool, GpuInput> filters,
                 Decisions& decisions) {
    for (const Id<GpuInput> i : filters.ids()) {
        if (!filters[i] || can_fit(plan, kernel, kernel.inputs[i])) continue;
        filters[i] = false;
        decisions.add(
            kernel.name,
            fmt::format("{} not staged: its tile exceeds the {} bytes of shared memory "
                        "of a block, for any block",
                        window_text(plan, kernel.inputs[i]), plan.target.max_shared_per_block));
    }
    if (std::none_of(filters.begin(), filters.end(), [](bool f) { return f; })) return kernel;
    const StagingChoice choice = best_staging(plan, kernel, filters);
    const double before = choice.without.seconds, after = choice.with.seconds;
    if (choice.with.occupancy <= 0 || before < after * kLeastReuse) {
        decisions.add(kernel.name,
                      fmt::format("{} not staged: by the model {} in place, {} staged{}",
                                  names_of(plan, kernel, filters), time_text(choice.without),
                                  choice.with.occupancy <= 0 ? "more" : time_text(choice.with),
                                  choice.with.occupancy > 0 && after < before
                                      ? "; the barrier may cost the difference"
                                      : ""));
        return kernel;
    }
    for (const Id<GpuInput> i : filters.ids())
        if (choice.staged[i]) kernel.inputs[i].access = GpuAccess::kShared;
    decisions.add(kernel.name,
                  fmt::format("{} staged: by the model {} instead of {}{}",
                              names_of(plan, kernel, choice.staged), time_text(choice.with),
                              time_text(choice.without),
                              choice.out_of_space ? "; the best subset, for all do not fit" : ""));
    return kernel;
}

}  // namespace

GpuPlan stage_shared(GpuPlan plan, const GpuContext& context, Decisions& decisions) {
    for (GpuKernel& kernel : plan.kernels) {
        if (kernel.kind == GpuKernelKind::kTranspose || kernel.kind == GpuKernelKind::kGroup ||
            kernel.kind == GpuKernelKind::kAccumulate || kernel.is_reduction())
            continue;
        Table<bool, GpuInput> filters;
        for (const GpuInput& input : kernel.inputs) filters.add(is_filter(plan, input));
        if (std::none_of(filters.begin(), filters.end(), [](bool f) { return f; })) continue;
        if (kernel.kind == GpuKernelKind::kScan) {
            decisions.add(kernel.name,
                          "not staged: a moving average, whose threads share nothing: each reads "
                          "alone what lies along its axis");
            continue;
        }
        kernel = with_registers(plan, context, std::move(kernel));
        kernel = staged(plan, std::move(kernel), std::move(filters), decisions);
    }
    return plan;
}

}  // namespace weft
