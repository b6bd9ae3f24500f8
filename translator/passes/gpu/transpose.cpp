// Running on transposed pictures what would otherwise reach across memory, where copying over and
// back costs less than it saves: transpose, run, transpose, against run.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "passes/gpu/block_choice.h"
#include "passes/gpu/copies.h"
#include "passes/gpu/geometry.h"
#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/kernel_resources.h"
#include "passes/gpu/lifetimes.h"

namespace weft {

namespace {

/// A parallel stage whose windows reach along columns alone.
bool is_column_filter(const GpuKernel& kernel) {
    if (kernel.kind != GpuKernelKind::kParallel) return false;
    int along_x = 0, along_y = 0;
    for (const GpuInput& input : kernel.inputs) {
        along_x += reach_u(input.window, Layout::kRows);
        along_y += reach_v(input.window, Layout::kRows);
    }
    return along_x == 0 && along_y > 0;
}

double copy_seconds(const GpuPlan& plan, Id<PlanImage> image) {
    GpuKernel copy;
    copy.kind = GpuKernelKind::kTranspose;
    copy.source = image;
    copy.outputs = {image};
    copy.region = plan.images[image].region;
    if (copy.region.empty()) return 0;
    return seconds_of(plan, copy, {kTransposeTile, 8}) + plan.target.launch_seconds;
}

/// The kernel's time in a layout, once later passes have done what they can for it: scans split as
/// far as they may be, filters staged.
double run_seconds(const GpuPlan& plan, GpuKernel kernel, Layout layout) {
    kernel.layout = layout;
    if (kernel.kind == GpuKernelKind::kScan) {
        kernel.periods_per_thread = 1;
        return best_block(plan, kernel).seconds;
    }
    Table<bool, GpuInput> filters;
    for (const GpuInput& input : kernel.inputs)
        filters.add(reach_v(input.window, Layout::kRows) > 0);
    const StagingChoice choice = best_staging(plan, kernel, filters);
    return choice.with.occupancy > 0 ? std::min(choice.with.seconds, choice.without.seconds)
                                     : choice.without.seconds;
}

/// Kernels that would be transposed together: scans along rows that feed one another, or one
/// filter.
struct TransposedGroup {
    std::vector<Id<GpuKernel>> kernels;
};

std::vector<TransposedGroup> groups_of(const GpuPlan& plan) {
    std::vector<TransposedGroup> groups;
    for (const Id<GpuKernel> k : plan.kernels.ids()) {
        const GpuKernel& kernel = plan.kernels[k];
        if (is_column_filter(kernel)) groups.push_back({{k}});
        if (!advances_along_u(plan, kernel)) continue;
        const auto feeds = [&](const TransposedGroup& group) {
            return std::any_of(group.kernels.begin(), group.kernels.end(), [&](Id<GpuKernel> g) {
                const GpuKernel& producer = plan.kernels[g];
                if (!advances_along_u(plan, producer)) return false;
                const std::vector<Id<PlanImage>> read = images_read(kernel);
                return std::any_of(read.begin(), read.end(), [&](Id<PlanImage> image) {
                    return std::find(producer.outputs.begin(), producer.outputs.end(), image) !=
                           producer.outputs.end();
                });
            });
        };
        const auto group = std::find_if(groups.begin(), groups.end(), feeds);
        if (group == groups.end())
            groups.push_back({{k}});
        else
            group->kernels.push_back(k);
    }
    return groups;
}

/// Pictures that must be copied for a group: what it reads from others, and what others, or the
/// graph's outputs, take of it.
std::set<Id<PlanImage>> boundary(const GpuPlan& plan, const TransposedGroup& group) {
    const auto inside = [&](Id<GpuKernel> k) {
        return std::find(group.kernels.begin(), group.kernels.end(), k) != group.kernels.end();
    };
    std::set<Id<PlanImage>> written, needed;
    for (const Id<GpuKernel> k : group.kernels)
        for (const Id<PlanImage> image : plan.kernels[k].outputs) written.insert(image);
    for (const Id<GpuKernel> k : plan.kernels.ids())
        for (const Id<PlanImage> image : images_read(plan.kernels[k]))
            if (inside(k) != (written.count(image) > 0)) needed.insert(image);
    for (const Id<PlanImage> image : written)
        if (!plan.images[image].graph_outputs.empty()) needed.insert(image);
    return needed;
}

struct PayOff {
    double run = 0, transposed = 0, copies = 0;
    int copied = 0;

    bool pays() const { return transposed + copies < run; }
};

PayOff pay_off(const GpuPlan& plan, const GpuContext& context, const TransposedGroup& group) {
    PayOff result;
    for (const Id<GpuKernel> k : group.kernels) {
        const GpuKernel kernel = with_registers(plan, context, plan.kernels[k]);
        result.run += run_seconds(plan, kernel, Layout::kRows);
        result.transposed += run_seconds(plan, kernel, Layout::kColumns);
    }
    for (const Id<PlanImage> image : boundary(plan, group)) {
        result.copies += copy_seconds(plan, image);
        ++result.copied;
    }
    return result;
}

}  // namespace

GpuPlan transpose(GpuPlan plan, const GpuContext& context, Decisions& decisions) {
    std::vector<Id<Stage>>
        stages;  // kernels change their places as copies are added; stages do not
    for (const TransposedGroup& group : groups_of(plan)) {
        const PayOff p = pay_off(plan, context, group);
        const auto micro = [](double seconds) { return seconds * 1e6; };
        for (const Id<GpuKernel> k : group.kernels) {
            const GpuKernel& kernel = plan.kernels[k];
            decisions.add(
                kernel.name,
                fmt::format(
                    "{}: by the model {:.1f} us in place, {:.1f} us transposed and {:.1f} us "
                    "for copying {} pictures{}",
                    p.pays() ? "transposed" : "not transposed", micro(p.run), micro(p.transposed),
                    micro(p.copies), p.copied,
                    group.kernels.size() > 1
                        ? fmt::format(", for a chain of {}", group.kernels.size())
                        : ""));
            if (p.pays()) stages.push_back(kernel.stages.front());
        }
    }
    std::sort(stages.begin(), stages.end());
    for (const Id<Stage> s : stages) {
        const Id<GpuKernel> k = *kernel_of_stage(plan, s);
        plan = with_kernel_transposed(std::move(plan), k);
    }
    return plan;
}

}  // namespace weft
