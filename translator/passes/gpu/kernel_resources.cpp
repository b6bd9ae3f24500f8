#include "passes/gpu/kernel_resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/border.h"
#include "core/scale.h"
#include "models/occupancy.h"
#include "passes/gpu/accumulation_tile.h"
#include "passes/gpu/fusion/group_layout.h"
#include "passes/gpu/geometry.h"
#include "plan/group_levels.h"
#include "support/integers.h"

namespace weft {

namespace {

/// Of a group: its loops run one after another, so that the one that holds most counts. Values stay
/// in registers; loads of memory that are under way together take one each, and as many again twice
/// over for their addresses and the remapping; taps of tiles are read when they are needed. Fitted
/// to compiled groups of 7.5 and 9.0.
int registers_of_group(const GpuPlan& plan, const GpuKernel& kernel) {
    constexpr double kBase = 20, kMaxLoads = 20, kMaxTaps = 8, kMaxTemporaries = 8;
    double most = 0;
    for (const GroupLoop& loop : kernel.group.loops) {
        double values = 0, loads = loop.copies ? 1 : 0, taps = 0, temporaries = 0;
        for (const GroupEvaluation& e : loop.evaluations) {
            const Stage& stage = plan.stages[e.stage];
            const StageOperations& operations = stage.operations;
            for (const Id<PlanImage> image : stage.outputs)
                values += kernel.group.planes_inside ? plan.images[image].shape.planes : 1;
            temporaries = std::max(temporaries, operations.fp + 4 * operations.special);
            for (const Id<StageInput> i : e.reads.ids()) {
                const auto count = static_cast<double>(stage.inputs[i].taps.size());
                if (std::holds_alternative<FromMemory>(e.reads[i])) loads += count;
                if (std::holds_alternative<FromTile>(e.reads[i])) taps += count;
            }
        }
        most = std::max(most, values + 3 * std::min(loads, kMaxLoads) + std::min(taps, kMaxTaps) +
                                  std::min(temporaries, kMaxTemporaries));
    }
    return static_cast<int>(kBase + most) + floats_in_registers(plan, kernel);
}

/// Of kernels that nobody has compiled yet: what addressing takes, two of each address and one of
/// each pitch, the state, and temporaries by how much there is to compute.
int estimated_registers(const GpuPlan& plan, const GpuKernel& kernel) {
    if (kernel.kind == GpuKernelKind::kGroup)
        return std::min(registers_of_group(plan, kernel), plan.target.max_registers_per_thread);
    if (kernel.kind == GpuKernelKind::kAccumulate)
        return std::min(accumulation_registers(plan, kernel), plan.target.max_registers_per_thread);
    double registers = 12 + 3.0 * static_cast<double>(kernel.inputs.size() + kernel.outputs.size());
    if (kernel.source) registers += 3;
    for (const Id<Stage> s : kernel.stages) {
        const Stage& stage = plan.stages[s];
        const StageOperations& operations = stage.operations;
        for (const MemberFacts& state : stage.facts.state) registers += std::max(state.count, 1);
        registers += std::min(operations.fp + 4 * operations.special, 16.0);
    }
    return std::min(static_cast<int>(registers), plan.target.max_registers_per_thread);
}

/// The scheme under which blocks and tiles are chosen: of a group as most tiles will be.
BorderScheme shaped_under(const GpuKernel& kernel) {
    return kernel.kind == GpuKernelKind::kGroup ? BorderScheme::kBody : BorderScheme::kNaive;
}

/// Whether the scheme makes another form of it. What lies in registers is a body under any scheme.
bool is_form_of_borders(const GpuKernel& kernel) {
    if (in_registers(kernel.group.kind)) return kernel.borders == BorderScheme::kNine;
    return kernel.borders != shaped_under(kernel);
}

/// Of a scheme that nobody has compiled yet, by those of the scheme that blocks are chosen under:
/// the paper's table II has 40 for 32 with nine regions; of warps also the column.
int registers_with(const GpuKernel& kernel, int known) {
    constexpr double kNineRegisters = 1.25;
    constexpr int kWarpRegisters = 2;
    const auto nine = static_cast<int>(known * kNineRegisters);
    switch (kernel.borders) {
        case BorderScheme::kNaive:
        case BorderScheme::kBody: break;
        case BorderScheme::kNine: return nine;
        case BorderScheme::kWarp:  // of a group there are two variants of each loop
            return (kernel.kind == GpuKernelKind::kGroup ? known : nine) + kWarpRegisters;
    }
    return known;
}

/// What compilers have added to the kernels that are known: others are taken to be no better, or
/// searches would run after whatever has not been compiled yet.
double usual_surplus(const CompiledForms& compiled) {
    double sum = 0;
    for (const auto& [form, known] : compiled) sum += std::max(1.0, known.instructions);
    return compiled.empty() ? 1 : sum / static_cast<double>(compiled.size());
}

int tile_pitch(const GpuKernel& kernel, const GpuInput& input, int block_u) {
    return block_u + reach_u(input.window, kernel.layout);
}

}  // namespace

int planes_seen(const GpuPlan& plan, const GpuInput& input) {
    const StageInput& read = input_of(plan, input.by);
    return read.granularity == ePixel ? plan.images[input.image].shape.planes : 1;
}

std::string form_begins(const GpuKernel& kernel, TileKind kind) {
    std::string form = kernel.name;
    if (!kernel.group.nested) form += " not nested";
    if (kernel.group.planes_inside) form += " all planes";
    const Table<GroupLoop>& loops = kernel.group.loops;
    if (std::any_of(loops.begin(), loops.end(),
                    [](const GroupLoop& loop) { return loop.rows != LoopRows::kAll; }))
        form += " by rows";
    switch (kind) {
        case TileKind::kBlock: break;
        case TileKind::kWarp: form += " by warps"; break;
        case TileKind::kHybrid: form += " hybrid "; break;
        case TileKind::kStream: form += " strip of "; break;
    }
    return form;
}

std::string form_of(const GpuKernel& kernel) {
    const std::string borders =
        is_form_of_borders(kernel) ? fmt::format(", borders {}", name_of(kernel.borders)) : "";
    if (kernel.kind == GpuKernelKind::kAccumulate) return kernel.name + accumulation_form(kernel);
    if (kernel.kind != GpuKernelKind::kGroup) return kernel.name + borders;
    const GpuGroup& group = kernel.group;
    std::string form = form_begins(kernel, group.kind);
    if (group.kind == TileKind::kHybrid)
        form += fmt::format("{}x{} by {}x{}, {} of {} {}", group.tile_u, group.tile_v, group.team_u,
                            group.team_v, group.split.shared_parallelograms,
                            group.split.parallelograms, group.split.along_u ? "along" : "across");
    if (group.kind == TileKind::kStream) form += std::to_string(group.strip.columns);
    for (const GroupLoop& loop : group.loops)
        if (loop.copies) form += " +" + std::to_string(loop.copies->number());
    return form + borders;
}

GpuKernel with_registers(const GpuPlan& plan, const GpuContext& context, GpuKernel kernel) {
    return with_registers(plan, context.compiled, std::move(kernel));
}

GpuKernel with_registers(const GpuPlan& plan, const CompiledForms& compiled, GpuKernel kernel) {
    const auto known = compiled.find(form_of(kernel));
    if (known == compiled.end() && is_form_of_borders(kernel)) {
        const BorderScheme borders = std::exchange(kernel.borders, shaped_under(kernel));
        kernel = with_registers(plan, compiled, std::move(kernel));
        kernel.borders = borders;
        kernel.registers = std::min(registers_with(kernel, kernel.registers),
                                    plan.target.max_registers_per_thread);
        kernel.compiled = false;
        return kernel;
    }
    kernel.compiled = known != compiled.end();
    kernel.registers =
        kernel.compiled ? known->second.registers : estimated_registers(plan, kernel);
    kernel.instruction_surplus =
        kernel.compiled ? std::max(1.0, known->second.instructions) : usual_surplus(compiled);
    return kernel;
}

std::size_t tile_bytes(const GpuPlan& plan, const GpuKernel& kernel, const GpuInput& input,
                       int block_u, int block_v) {
    const std::size_t rows =
        static_cast<std::size_t>(block_v + reach_v(input.window, kernel.layout));
    return bytes_of(plan.images[input.image].samples) *
           static_cast<std::size_t>(tile_pitch(kernel, input, block_u)) * rows *
           static_cast<std::size_t>(planes_seen(plan, input));
}

GpuKernel with_tiles(const GpuPlan& plan, GpuKernel kernel) {
    constexpr std::size_t kTileAlignment = 16;
    std::size_t at = kernel.kind == GpuKernelKind::kTranspose ? kTransposeBytes : 0;
    for (GpuInput& input : kernel.inputs) {
        input.shared_offset = input.shared_bytes = 0;
        input.shared_pitch = 0;
        if (input.access != GpuAccess::kShared) continue;
        input.shared_offset = round_up(at, kTileAlignment);
        input.shared_bytes =
            tile_bytes(plan, kernel, input, kernel.shape.block_u, kernel.shape.block_v);
        input.shared_pitch = tile_pitch(kernel, input, kernel.shape.block_u);
        at = input.shared_offset + input.shared_bytes;
    }
    kernel.shared_bytes = at;
    return kernel;
}

GpuKernel with_occupancy(const GpuPlan& plan, GpuKernel kernel) {
    const BlockNeeds needs{kernel.shape.threads(), kernel.registers, kernel.shared_bytes};
    kernel.occupancy = occupancy(plan.target, needs);
    return kernel;
}

GpuInput in_place(const GpuPlan& plan, const GpuKernel& kernel, GpuInput input) {
    input.realigned = false;
    const StageInput& read = input_of(plan, input.by);
    if (read.freedom == eRandom) {
        input.access = GpuAccess::kBordered;
        return input;
    }
    Rect r = level_region(kernel.group, input.level, evaluated_elements(plan, kernel));
    const Window& w = input.window;
    for (const GroupLoop& loop : kernel.group.loops) {
        if (loop.level != input.level) continue;
        // A loop that repeats goes to the far side of the domain. Windows of far reads are theirs
        // alone, without the halos of loops.
        const bool repeats = reads_far_side(loop.border.mode) && leaves_domain(kernel, loop);
        if (repeats || read.is_scaled()) r = hull(r, evaluated_elements(kernel, loop));
    }
    r = scaled(read.scale_x, read.scale_y, r);
    const Rect touched{r.x0 + w.x_first, r.y0 + w.y_first, r.x1 + w.x_last, r.y1 + w.y_last};
    const PlanImage& image = plan.images[input.image];
    input.access = image.region.contains(touched) ? GpuAccess::kGlobal : GpuAccess::kBordered;
    return input;
}

}  // namespace weft
