#include "passes/dynamic_stencil.h"

#include <algorithm>

#include "passes/bind.h"
#include "passes/stage_operations.h"

namespace weft {
namespace {

DynamicStencil reach_of(const StageInput& input) {
    return {input.radius, input.radius_x, input.radius_y, input.offsets};
}

/// The plan without what may differ between graphs that one plan serves. The farther one reads, the
/// larger its data windows, which no kernel knows but by its members.
BoundGraph in_common(BoundGraph plan) {
    for (PlanImage& image : plan.images) image.shape.data_window = {};
    for (Stage& stage : plan.stages) {
        stage.members.clear();
        stage.copies.reset();
        for (StageInput& input : stage.inputs) {
            input.radius = input.radius_x = input.radius_y = 0;
            input.offsets.clear();
            input.taps.clear();
        }
    }
    return plan;
}

/// Widens an input so that it holds the reach of another, which may be its own already.
void widen(StageInput& input, const StageInput& other) {
    const DynamicStencil reach = reach_of(other);
    if (!input.own && reach != reach_of(input)) input.own = reach_of(input);
    input.radius = std::max(input.radius, reach.radius);
    input.radius_x = std::max(input.radius_x, reach.radius_x);
    input.radius_y = std::max(input.radius_y, reach.radius_y);
    if (input.offsets.size() < reach.offsets.size()) input.offsets = reach.offsets;
    input.taps = united_taps(input.taps, other.taps);
}

/// The bound stages of each graph of the range that is like `own`; empty where there are none. One
/// that has no answer to this question is unlike: its result may lie elsewhere than what is asked.
std::vector<BoundGraph> bind_alike(const PlanContext& context, const DeviceBounds& device,
                                   const BoundGraph& own) {
    std::vector<BoundGraph> alike;
    const BoundGraph common = in_common(own);
    for (const Graph& graph : *context.range) {
        Result<BoundGraph> other = bind_stages(context, graph, device);
        if (other && in_common(*other) == common) alike.push_back(*std::move(other));
    }
    return alike;
}

/// Whether a list is an argument of more than `max` offsets.
bool has_longer_list(const BoundGraph& plan, std::size_t max) {
    for (const Stage& stage : plan.stages)
        for (const StageInput& input : stage.inputs)
            if (input.own && input.offsets.size() > max) return true;
    return false;
}

/// Offsets padded with one that is read anyway, so that every slot has a row.
std::vector<Offset> padded(std::vector<Offset> offsets, const StageInput& input) {
    offsets.resize(std::max(offsets.size(), input.offsets.size()), input.taps.front());
    return offsets;
}

/// Gives the stages of `plan` the values and the reach of `own`.
void set_own_values(BoundGraph& plan, const BoundGraph& own) {
    for (Stage& stage : plan.stages) {
        const auto bound = std::find_if(own.stages.begin(), own.stages.end(), [&](const Stage& o) {
            return o.node == stage.node && o.phase == stage.phase;
        });
        stage.members = bound->members;
        for (const Id<StageInput> i : stage.inputs.ids()) {
            if (!stage.inputs[i].own) continue;
            stage.inputs[i].own = reach_of(bound->inputs[i]);
            stage.inputs[i].offsets = padded(bound->inputs[i].offsets, stage.inputs[i]);
        }
    }
}

}  // namespace

Result<RangeGraph> bind_range(const PlanContext& context, const DeviceBounds& device) {
    Result<BoundGraph> own = bind_stages(context, context.graph, device);
    if (!own) return own.error();
    const auto for_this_graph = [&] {
        return RangeGraph{with_operations(with_regions(*std::move(own))), {}};
    };
    if (context.range == nullptr) return for_this_graph();
    std::vector<BoundGraph> alike = bind_alike(context, device, *own);
    if (alike.empty()) return for_this_graph();
    // Its own for a frame that is none of the range: what it reads is there, whoever else asks.
    alike.push_back(*own);
    BoundGraph plan = alike.front();
    for (const BoundGraph& other : alike)
        for (const Id<Stage> s : plan.stages.ids()) {
            if (other.stages[s].copies != plan.stages[s].copies) plan.stages[s].copies.reset();
            for (const Id<StageInput> i : plan.stages[s].inputs.ids())
                widen(plan.stages[s].inputs[i], other.stages[s].inputs[i]);
        }
    if (device.max_offsets && has_longer_list(plan, *device.max_offsets)) return for_this_graph();
    return RangeGraph{with_operations(with_regions(std::move(plan))), *std::move(own)};
}

CpuPlan with_own_values(CpuPlan plan, const BoundGraph& own) {
    set_own_values(plan, own);
    for (Kernel& kernel : plan.kernels)
        for (Loop& loop : kernel.loops)
            for (Read& read : loop.reads) {
                if (!read.by || read.slot_rows.empty()) continue;
                const StageInput& input = input_of(plan, *read.by);
                for (std::size_t i = 0; i < read.slot_rows.size(); ++i)
                    read.slot_rows[i] = input.offsets[i].y;
            }
    return plan;
}

GpuPlan with_own_values(GpuPlan plan, const BoundGraph& own) {
    set_own_values(plan, own);
    return plan;
}

}  // namespace weft
