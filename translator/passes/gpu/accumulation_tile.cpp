#include "passes/gpu/accumulation_tile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/occupancy.h"
#include "passes/gpu/geometry.h"
#include "passes/gpu/kernel_resources.h"
#include "support/integers.h"

namespace weft {

namespace {

/// Instructions, estimates: an element's own, a float's copy with its border, an address.
constexpr double kOwnOfElement = 20, kCopyOfFloat = 18, kAddressOfRead = 2;

const Stage& stage_of(const GpuPlan& plan, const GpuKernel& kernel) {
    return plan.stages[kernel.stages.front()];
}

/// How many of a thread's elements read each of its own: not those beside one another along an axis
/// that the place does not depend on.
double reads_of_thread(const TermReads& reads, const GpuAccumulation& tile) {
    if (!reads.box) return reads.each * tile.elements_u * tile.elements_v;
    const auto moves = [&](const char* place) {
        return reads.box->x.factor(place) != 0 || reads.box->y.factor(place) != 0 ||
               reads.box->plane.factor(place) != 0;
    };
    return reads.each * (moves("X") ? tile.elements_u : 1) * (moves("Y") ? tile.elements_v : 1);
}

}  // namespace

std::string accumulation_form(const GpuKernel& kernel) {
    return fmt::format(" {}x{} a thread", kernel.accumulation.elements_u,
                       kernel.accumulation.elements_v);
}

int accumulation_registers(const GpuPlan& plan, const GpuKernel& kernel) {
    constexpr double kBase = 30;
    const Stage& stage = stage_of(plan, kernel);
    const BoundAccumulation& bound = *stage.accumulation;
    const GpuAccumulation& tile = kernel.accumulation;
    double registers =
        kBase + 1.0 * stage.facts.accumulation->kept * tile.elements_u * tile.elements_v;
    for (const TermReads& reads : bound.reads) registers += reads_of_thread(reads, tile);
    return static_cast<int>(std::min(registers, 1e6));
}

GpuKernel with_accumulation(const GpuPlan& plan, GpuKernel kernel, int block_u, int block_v,
                            const GpuAccumulation& tile) {
    constexpr std::size_t kBoxAlignment = 16;
    const BoundAccumulation& bound = *stage_of(plan, kernel).accumulation;
    kernel.kind = GpuKernelKind::kAccumulate;
    kernel.accumulation = tile;
    kernel.minimised = false;
    kernel.shape = launch_shape(plan, kernel, block_u, block_v);
    kernel.shared_bytes = 0;
    for (GpuInput& input : kernel.inputs) {
        input = in_place(plan, kernel, input);
        const std::optional<TermReads::Box>& box = bound.reads[input.by.input].box;
        if (!box) continue;
        const BoxExtent extent =
            box_extent(bound, *box, kernel.tile_u(), kernel.tile_v(), tile.turns);
        // Rows that begin in one bank after the other: threads of a warp may read down a column.
        const std::int64_t pitch = extent.width | 1;
        const double bytes = 4.0 * static_cast<double>(pitch) * static_cast<double>(extent.height) *
                             static_cast<double>(extent.planes);
        if (bytes > static_cast<double>(plan.target.max_shared_per_block)) {
            kernel.shared_bytes = plan.target.max_shared_per_block + 1;
            return kernel;
        }
        input.access = GpuAccess::kShared;
        input.shared_pitch = static_cast<int>(pitch);
        input.shared_offset = round_up(kernel.shared_bytes, kBoxAlignment);
        input.shared_bytes = static_cast<std::size_t>(bytes);
        kernel.shared_bytes = input.shared_offset + input.shared_bytes;
    }
    return kernel;
}

GpuWork accumulation_work(const GpuPlan& plan, const GpuKernel& kernel) {
    const GpuTarget& target = plan.target;
    const Stage& stage = stage_of(plan, kernel);
    const BoundAccumulation& bound = *stage.accumulation;
    const GpuAccumulation& tile = kernel.accumulation;
    const GpuShape grid = launch_shape(plan, kernel, kernel.shape.block_u, kernel.shape.block_v);
    const double blocks = 1.0 * divide_up(extent_u(kernel), kernel.tile_u()) *
                          divide_up(extent_v(kernel), kernel.tile_v()) * kernel.planes;
    const double threads = blocks * grid.threads();
    const double elements = threads * tile.elements_u * tile.elements_v;
    const double terms = bound.turns();
    const double passes = bound.planes.empty() ? 1 : bound.planes.front().turns;
    const double copies = passes * std::ceil(bound.outermost().turns / tile.turns);

    const StageOperations& all = stage.operations;
    GpuWork work;
    work.instructions =
        elements * (kOwnOfElement + std::max(all.fp + all.integer, terms * bound.instructions));
    work.special = elements * std::max(all.special, terms * bound.special);
    for (const Id<GpuInput> i : kernel.inputs.ids()) {
        const GpuInput& input = kernel.inputs[i];
        const TermReads& reads = bound.reads[input.by.input];
        const double read = threads * terms * reads_of_thread(reads, tile);
        const double distinct = samples_of(plan.images[input.image]);
        work.instructions += read * kAddressOfRead / 2;
        const GpuRun run = run_of_block(target, kernel.shape.block_u, true);
        if (input.access != GpuAccess::kShared) {
            work += read_work(target, run, std::max(read, elements), distinct);
            continue;
        }
        const BoxExtent box =
            box_extent(bound, *reads.box, kernel.tile_u(), kernel.tile_v(), tile.turns);
        const double copied = blocks * copies * static_cast<double>(box.width) *
                              static_cast<double>(box.height) * static_cast<double>(box.planes);
        const int length =
            static_cast<int>(std::min<std::int64_t>(box.width, coalescing_group(target)));
        GpuWork copying = read_work(target, {length, false}, copied, distinct);
        // Another block has its own copy: what they share comes from the second-level cache.
        copying.l2_bytes = std::max(copying.l2_bytes, copied * sizeof(float));
        work += copying;
        work += shared_work(target, copied);
        work += shared_work(target, read);
        work.instructions += copied * kCopyOfFloat;
    }
    for (const Id<PlanImage> image : kernel.outputs)
        work += write_work(target, run_of_block(target, kernel.shape.block_u, true),
                           samples_of(plan.images[image]));
    work.blocks = blocks;
    const int resident =
        resident_blocks(target, {kernel.shape.threads(), kernel.registers, kernel.shared_bytes})
            .count();
    if (resident > 0)
        work.round_trips =
            copies * std::ceil(blocks / (static_cast<double>(resident) * target.multiprocessors));
    return work;
}

}  // namespace weft
