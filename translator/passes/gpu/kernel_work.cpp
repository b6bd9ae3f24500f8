#include "passes/gpu/kernel_work.h"

#include <algorithm>

#include "models/occupancy.h"
#include "passes/gpu/accumulation_tile.h"
#include "passes/gpu/geometry.h"
#include "passes/gpu/kernel_regions.h"
#include "passes/gpu/kernel_resources.h"
#include "passes/gpu/lifetimes.h"
#include "passes/stage_operations.h"
#include "plan/kernel_borders.h"
#include "support/integers.h"

namespace weft {

namespace {

/// Estimates of what accessors cost in instructions: to form an address, and to remap a coordinate
/// by a border (two comparisons, two selections, and the way back to an offset).
constexpr double kAddress = 2, kRemap = 6;
/// A thread's own work around its element: index and bounds, the loop of the copy to shared memory.
constexpr double kElement = 12, kCopy = 6;
/// Of a thread that is renumbered for a copy: its column, less than a block's row.
constexpr double kRenumber = 6;
/// Of a minimised kernel, as counted in compiled code of 9.0: going on to the next element takes
/// one instruction more than finding the only one does (of a sum of two pictures 67 for 66).
constexpr double kFlatStep = 1;
/// Its way there: arguments, and where its block begins.
constexpr double kPrologue = 30;
constexpr double kReadsUnderWay = 4;  // of a thread that advances or reduces; an estimate

const StageInput& read_of(const GpuPlan& plan, const GpuInput& input) {
    return input_of(plan, input.by);
}

int coordinates_remapped(const GpuPlan& plan, const GpuInput& input) {
    if (read_of(plan, input).freedom == eRandom) return 2;
    return (reach_u(input.window, Layout::kRows) > 0) + (reach_v(input.window, Layout::kRows) > 0);
}

bool is_aligned(const GpuTarget& target, int floats) {
    return floats % coalescing_group(target) == 0;
}

/// Reads of one evaluation: what Kernel() of an advanced scan does, with its share of rebuilding;
/// the whole window otherwise.
double reads_each(const GpuPlan& plan, const GpuKernel& kernel, const GpuInput& input) {
    const Stage& reader = plan.stages[input.by.stage];
    if (reader.inputs[input.by.input].taps.empty()) return 0;  // states, as they are combined
    const double taps = reads_of_evaluation(plan, reader, input.by.input);
    const Stage* stage = advancing_stage(plan, kernel);
    if (stage == nullptr) return taps;
    const double all = std::max(taps_of(plan, *stage), 1.0);
    const double loads = std::min(stage->operations.loads * taps / all, taps);
    return stage->is_recurrence() ? loads : loads + taps / std::max(stage->restart_period, 1);
}

/// How often a functor's kernel runs; a reduction's for each of its elements.
double evaluations(const GpuPlan& plan, const GpuKernel& kernel) {
    return static_cast<double>(evaluated_elements(plan, kernel).area()) * kernel.planes;
}

GpuWork transposition_work(const GpuPlan& plan, const GpuKernel& kernel) {
    const GpuTarget& target = plan.target;
    const double floats = samples_of(plan.images[kernel.outputs.front()]);
    const GpuRun run{coalescing_group(target), true};
    GpuWork work = read_work(target, run, floats, floats);
    work += shared_work(target, 2 * floats);
    work += write_work(target, run, floats);
    work.instructions = floats * kElement;
    return work;
}

}  // namespace

int first_float(const GpuPlan& plan, const GpuKernel& kernel, const GpuInput& input) {
    const Rect& stored = plan.images[input.image].region;
    return kernel.layout == Layout::kRows ? kernel.region.x0 - stored.x0
                                          : kernel.region.y0 - stored.y0;
}

bool begins_aligned(const GpuPlan& plan, const GpuKernel& kernel, const GpuInput& input) {
    const Window& w = input.window;
    const int first = kernel.layout == Layout::kRows ? w.x_first : w.y_first;
    return is_aligned(plan.target, first_float(plan, kernel, input) + first);
}

KernelWork::KernelWork(const GpuPlan& plan, const GpuKernel& kernel)
    : plan_(plan),
      kernel_(kernel),
      elements_(evaluations(plan, kernel)),
      scattered_(advances_along_u(plan, kernel)) {
    if (kernel.kind == GpuKernelKind::kTranspose) {
        base_ = transposition_work(plan, kernel);
        return;
    }
    if (kernel.kind == GpuKernelKind::kAccumulate) {
        base_ = accumulation_work(plan, kernel);
        return;
    }
    for (const GpuInput& input : kernel.inputs) {
        reads_.add(reads_of(input));
        staged_.add(input.access == GpuAccess::kShared);
    }
    for (const Id<PlanImage> image : kernel.outputs) written_ += samples_of(plan.images[image]);
    base_.instructions = elements_ * kElement;
    for (const Id<Stage> s : kernel.stages) {
        const StageOperations& o = plan.stages[s].operations;
        base_.instructions += elements_ * (o.fp + o.integer);
        base_.special += elements_ * o.special;
    }
    if (kernel.kind == GpuKernelKind::kReduce)
        threads_ = static_cast<double>(kernel.region.area()) * kernel.planes;
    if (advancing_stage(plan, kernel) != nullptr) {
        const int each = kernel.periods_per_thread;
        const int segments = each == 0 ? 1 : (restart_periods(plan, kernel) + each - 1) / each;
        threads_ = static_cast<double>(threads_per_segment(plan, kernel)) * segments;
    }
}

KernelWork::Reads KernelWork::reads_of(const GpuInput& input) const {
    const StageInput& read = read_of(plan_, input);
    const int origin = first_float(plan_, kernel_, input);
    double aligned = 0;
    for (const Offset& tap : read.taps)
        aligned +=
            is_aligned(plan_.target, origin + (kernel_.layout == Layout::kRows ? tap.x : tap.y));
    const double taps = static_cast<double>(std::max<std::size_t>(read.taps.size(), 1));
    const double all = elements_ * reads_each(plan_, kernel_, input);
    const bool bordered = input.access != GpuAccess::kGlobal;
    Reads reads;
    reads.aligned = all * aligned / taps;
    reads.misaligned = all - reads.aligned;
    reads.distinct = samples_of(plan_.images[input.image]);
    reads.instructions = all * kAddress;
    const double checks = bordered ? all * kRemap * coordinates_remapped(plan_, input) : 0;
    (checks_borders(plan_, input) ? reads.checks : reads.instructions) += checks;
    return reads;
}

GpuRun KernelWork::run(BlockShape block, bool aligned) const {
    if (scattered_) return {1, true};
    return run_of_block(plan_.target, block.u, aligned);
}

double KernelWork::checked(BlockShape block) const {
    if (kernel_.borders == BorderScheme::kNaive) return 1;
    return share_of_checks(partition_of(plan_, kernel_, block));
}

GpuWork KernelWork::in_place(Id<GpuInput> input, BlockShape block) const {
    return in_place(input, block, checked(block));
}

GpuWork KernelWork::staged(Id<GpuInput> input, BlockShape block) const {
    return staged(input, block, checked(block));
}

GpuWork KernelWork::in_place(Id<GpuInput> input, BlockShape block, double checked) const {
    const Reads& reads = reads_[input];
    const double share = reads.all() > 0 ? reads.aligned / reads.all() : 1;
    GpuWork work = read_work(plan_.target, run(block, true), reads.aligned, reads.distinct * share);
    work +=
        read_work(plan_.target, run(block, false), reads.misaligned, reads.distinct * (1 - share));
    work.instructions = reads.instructions + checked * reads.checks;
    return work;
}

/// Elements of the input's tiles, with what is read twice. A row of a tile is copied in whole
/// iterations of the block's rows, or of a group where those are longer.
double KernelWork::copies(Id<GpuInput> i, BlockShape block) const {
    const GpuInput& input = kernel_.inputs[i];
    const int lanes = std::min(block.u, coalescing_group(plan_.target));
    const int columns = block.u + reach_u(input.window, kernel_.layout);
    const int rows = block.v + reach_v(input.window, kernel_.layout);
    const double tile = static_cast<double>(round_up(columns, lanes)) * rows;
    return elements_ * planes_seen(plan_, input) * tile / block.threads();
}

/// The share of a copy's accesses that begin off a boundary. Renumbered, those of the last group of
/// each row do, which goes on at the row's first columns.
double KernelWork::off_boundary(const GpuInput& input, BlockShape block) const {
    if (begins_aligned(plan_, kernel_, input)) return 0;
    if (!input.realigned) return 1;
    return std::min(1.0, static_cast<double>(coalescing_group(plan_.target)) / block.u);
}

GpuWork KernelWork::staged(Id<GpuInput> i, BlockShape block, double checked) const {
    const GpuTarget& target = plan_.target;
    const GpuInput& input = kernel_.inputs[i];
    const double copied = copies(i, block), reads = reads_[i].all();
    const double off = off_boundary(input, block), distinct = reads_[i].distinct;
    GpuWork work = read_work(target, run(block, true), copied * (1 - off), distinct * (1 - off));
    work += read_work(target, run(block, false), copied * off, distinct * off);
    work += shared_work(target, copied);
    work += shared_work(target, reads);
    work.instructions = (input.realigned ? elements_ * kRenumber : 0) +
                        copied * (kCopy + checked * kRemap * coordinates_remapped(plan_, input)) +
                        reads * kAddress / 2;
    return work;
}

GpuWork KernelWork::work(BlockShape block) const {
    GpuWork work = expected(block, checked(block));
    work.instructions *= kernel_.instruction_surplus;
    if (kernel_.borders != BorderScheme::kNaive)
        work.instructions +=
            elements_ * switch_of_thread(partition_of(plan_, kernel_, block), kernel_.borders);
    if (kernel_.minimised)
        work.instructions += elements_ * kFlatStep + work.blocks * block.threads() * kFlatSetUp;
    // What a scan computes at an element hangs together by its state alone, a small part of it.
    if (threads_ > 0) work.round_trips = work.reads / threads_ / kReadsUnderWay;
    return work;
}

double KernelWork::of_any_plane(BlockShape block) const {
    const double checks =
        expected(block, checked(block)).instructions - expected(block, 0).instructions;
    return (elements_ * kElement + checks) * kernel_.instruction_surplus;
}

double KernelWork::text_instructions(BlockShape block) const {
    const bool terms = kernel_.kind == GpuKernelKind::kParallel &&
                       plan_.stages[kernel_.stages.front()].accumulation.has_value();
    const bool once = kernel_.kind == GpuKernelKind::kParallel && elements_ > 0 && !terms;
    if (!once) return 0;
    const BorderVariants variants = variants_of(kernel_.borders);
    const GpuWork each = expected(block, variants.checked / variants.count);
    return (kernel_.minimised ? kFlatSetUp : kPrologue) +
           variants.count * issued_instructions(plan_.target, each) / elements_;
}

BorderInstructions KernelWork::border_instructions(BlockShape block) const {
    BorderInstructions result;
    if (elements_ <= 0) return result;
    const auto issued = [&](double checked) {
        return issued_instructions(plan_.target, expected(block, checked)) / elements_;
    };
    result.all = issued(1);
    result.checks = result.all - issued(0);
    for (const Id<GpuInput> i : reads_.ids())
        if (checks_borders(plan_, kernel_.inputs[i]))
            result.accesses += (staged_[i] ? copies(i, block) : reads_[i].all()) / elements_;
    return result;
}

GpuWork KernelWork::expected(BlockShape block, double checked) const {
    GpuWork work = base_;
    for (const Id<GpuInput> i : reads_.ids())
        work += staged_[i] ? staged(i, block, checked) : in_place(i, block, checked);
    work += write_work(plan_.target, run(block, true), written_);
    if (kernel_.minimised)
        work.blocks = fixed_blocks(plan_, kernel_, block);
    else if (kernel_.kind != GpuKernelKind::kAccumulate)
        work.blocks = elements_ / block.threads();
    return work;
}

int fixed_blocks(const GpuPlan& plan, const GpuKernel& kernel, BlockShape block) {
    const int resident =
        resident_blocks(plan.target, {block.threads(), kernel.registers, 0}).count();
    const long long elements = kernel.region.area() * kernel.planes;
    const long long needed = divide_up<long long>(elements, block.threads());
    return static_cast<int>(
        std::min<long long>(minimised_blocks(plan.target, resident), std::max(needed, 1ll)));
}

double seconds_of(const GpuPlan& plan, const GpuKernel& kernel, BlockShape block) {
    return KernelWork(plan, kernel).seconds(block);
}

Traffic least_traffic(const GpuPlan& plan, const GpuKernel& kernel) {
    Traffic traffic;
    for (const Id<PlanImage> image : images_read(kernel))
        traffic.read += picture_bytes(plan.images[image]);
    for (const Id<PlanImage> image : kernel.outputs)
        traffic.written += picture_bytes(plan.images[image]);
    return traffic;
}

}  // namespace weft
