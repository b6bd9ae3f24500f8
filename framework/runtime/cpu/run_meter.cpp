#include "runtime/cpu/run_meter.h"

#include <algorithm>

#include "plan/kernel_parts.h"

namespace weft {

namespace {

/// Entries that fill a cache line.
constexpr std::size_t kApart = 64 / sizeof(MeterEntry);

PartTime part_time(const CpuPlan& plan, const Kernel& kernel, const KernelPart& part) {
    PartTime time;
    if (part.loop < 0) return time;
    const Loop& loop = kernel.loops[static_cast<std::size_t>(part.loop)];
    if (part.stage < 0) {
        time.kind = loop.kind == LoopKind::kLoad    ? PartKind::kLoad
                    : loop.kind == LoopKind::kStore ? PartKind::kStore
                                                    : PartKind::kCopy;
        time.name = plan.images[static_cast<std::size_t>(loop.reads.front().image)].name;
        return time;
    }
    const Stage& stage = plan.stages[static_cast<std::size_t>(part.stage)];
    time.kind = PartKind::kNode;
    time.stage = part.stage;
    time.node = stage.node;
    time.name = stage.name;
    time.functor = stage.functor;
    return time;
}

}  // namespace

RunMeter::RunMeter(const CpuPlan& plan, int slots)
    : plan_(plan), slots_(static_cast<std::size_t>(slots)), counted_(plan.kernels.size()) {
    std::size_t most = 0;
    for (const Kernel& kernel : plan.kernels) most = std::max(most, kernel_parts(kernel).size());
    for (Slot& slot : slots_) slot.entries.resize(most + kApart);
}

double RunMeter::seconds_since_begin() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
}

void RunMeter::begin_run() {
    begin_ = Clock::now();
    begin_ticks_ = read_ticks();
    for (std::size_t k = 0; k < counted_.size(); ++k)
        counted_[k] = {.entries = {kernel_parts(plan_.kernels[k]).size(), MeterEntry{}}};
}

void RunMeter::begin_kernel(std::size_t kernel) {
    kernel_ = kernel;
    kernel_begin_ = seconds_since_begin();
    if (!counted_[kernel_].began) counted_[kernel_].begin = kernel_begin_;
    counted_[kernel_].began = true;
    for (Slot& slot : slots_) {
        slot.ticks = 0;
        std::fill(slot.entries.begin(), slot.entries.end(), MeterEntry{});
    }
}

Meter& RunMeter::begin_task(int slot) {
    Slot& own = slots_[static_cast<std::size_t>(slot)];
    own.begin = read_ticks();
    own.meter = {own.entries.data(), own.begin};
    return own.meter;
}

void RunMeter::end_task(int slot) {
    Slot& own = slots_[static_cast<std::size_t>(slot)];
    charge(own.meter, kRestPart, 0);
    own.ticks += own.meter.last - own.begin;
}

void RunMeter::end_kernel() {
    Counted& sum = counted_[kernel_];
    for (const Slot& slot : slots_) {
        sum.ticks += slot.ticks;
        for (std::size_t p = 0; p < sum.entries.size(); ++p) {
            sum.entries[p].ticks += slot.entries[p].ticks;
            sum.entries[p].elements += slot.entries[p].elements;
        }
    }
    sum.seconds += seconds_since_begin() - kernel_begin_;
}

void RunMeter::end_run() {
    const double seconds = seconds_since_begin();
    const long long ticks = read_ticks() - begin_ticks_;
    const double tick = ticks > 0 ? seconds / static_cast<double>(ticks) : 0;
    times_.clear();
    for (std::size_t k = 0; k < counted_.size(); ++k) {
        const Kernel& kernel = plan_.kernels[k];
        const Counted& counted = counted_[k];
        KernelTimes times{kernel.name,
                          counted.begin,
                          counted.seconds,
                          static_cast<double>(counted.ticks) * tick,
                          {}};
        const std::vector<KernelPart> parts = kernel_parts(kernel);
        for (std::size_t p = 0; p < parts.size(); ++p) {
            PartTime part = part_time(plan_, kernel, parts[p]);
            part.seconds = static_cast<double>(counted.entries[p].ticks) * tick;
            part.elements = counted.entries[p].elements;
            times.parts.push_back(std::move(part));
        }
        std::rotate(times.parts.begin(), times.parts.begin() + 1, times.parts.end());
        times_.push_back(std::move(times));
    }
}

}  // namespace weft
