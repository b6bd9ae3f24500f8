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

double copy_seconds(const GpuPlan& plan, int image) {
    GpuKernel copy;
    copy.kind = GpuKernelKind::kTranspose;
    copy.source = image;
    copy.outputs = {image};
    copy.region = plan.images[static_cast<std::size_t>(image)].region;
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
    std::vector<bool> filters;
    for (const GpuInput& input : kernel.inputs)
        filters.push_back(reach_v(input.window, Layout::kRows) > 0);
    const StagingChoice choice = best_staging(plan, kernel, filters);
    return choice.with.occupancy > 0 ? std::min(choice.with.seconds, choice.without.seconds)
                                     : choice.without.seconds;
}

/// Kernels that would be transposed together: scans along rows that feed one another, or one
/// filter.
struct TransposedGroup {
    std::vector<int> kernels;
};

std::vector<TransposedGroup> groups_of(const GpuPlan& plan) {
    std::vector<TransposedGroup> groups;
    for (int k = 0; k < static_cast<int>(plan.kernels.size()); ++k) {
        const GpuKernel& kernel = plan.kernels[static_cast<std::size_t>(k)];
        if (is_column_filter(kernel)) groups.push_back({{k}});
        if (!advances_along_u(plan, kernel)) continue;
        const auto feeds = [&](const TransposedGroup& group) {
            return std::any_of(group.kernels.begin(), group.kernels.end(), [&](int g) {
                const GpuKernel& producer = plan.kernels[static_cast<std::size_t>(g)];
                if (!advances_along_u(plan, producer)) return false;
                const std::vector<int> read = images_read(kernel);
                return std::any_of(read.begin(), read.end(), [&](int image) {
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
std::set<int> boundary(const GpuPlan& plan, const TransposedGroup& group) {
    const auto inside = [&](int k) {
        return std::find(group.kernels.begin(), group.kernels.end(), k) != group.kernels.end();
    };
    std::set<int> written, needed;
    for (int k : group.kernels)
        for (int image : plan.kernels[static_cast<std::size_t>(k)].outputs) written.insert(image);
    for (int k = 0; k < static_cast<int>(plan.kernels.size()); ++k)
        for (int image : images_read(plan.kernels[static_cast<std::size_t>(k)]))
            if (inside(k) != (written.count(image) > 0)) needed.insert(image);
    for (int image : written)
        if (!plan.images[static_cast<std::size_t>(image)].graph_outputs.empty())
            needed.insert(image);
    return needed;
}

struct PayOff {
    double run = 0, transposed = 0, copies = 0;
    int copied = 0;

    bool pays() const { return transposed + copies < run; }
};

PayOff pay_off(const GpuPlan& plan, const GpuContext& context, const TransposedGroup& group) {
    PayOff result;
    for (int k : group.kernels) {
        const GpuKernel kernel =
            with_registers(plan, context, plan.kernels[static_cast<std::size_t>(k)]);
        result.run += run_seconds(plan, kernel, Layout::kRows);
        result.transposed += run_seconds(plan, kernel, Layout::kColumns);
    }
    for (int image : boundary(plan, group)) {
        result.copies += copy_seconds(plan, image);
        ++result.copied;
    }
    return result;
}

}  // namespace

GpuPlan transpose(GpuPlan plan, const GpuContext& context, Decisions& decisions) {
    std::vector<int> stages;  // kernels change their places as copies are added; stages do not
    for (const TransposedGroup& group : groups_of(plan)) {
        const PayOff p = pay_off(plan, context, group);
        const auto micro = [](double seconds) { return seconds * 1e6; };
        for (int k : group.kernels) {
            const GpuKernel& kernel = plan.kernels[static_cast<std::size_t>(k)];
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
    for (int s : stages) {
        const int k = kernel_of_stage(plan, s);
        plan = with_kernel_transposed(std::move(plan), k);
    }
    return plan;
}

}  // namespace weft
