#include "runtime/cpu/run_profiler.h"

#include <algorithm>

#include "plan/kernel_sections.h"

namespace weft {

namespace {

/// Entries that fill a cache line.
constexpr std::size_t kApart = 64 / sizeof(SectionCount);

SectionTime time_of(const CpuPlan&, const Kernel&, const RestOfKernel&) { return {}; }

SectionTime time_of(const CpuPlan& plan, const Kernel& kernel, const MovedRows& section) {
    const Loop& loop = kernel.loops[section.loop];
    SectionTime time;
    time.kind = loop.kind == LoopKind::kLoad    ? SectionKind::kLoad
                : loop.kind == LoopKind::kStore ? SectionKind::kStore
                                                : SectionKind::kCopy;
    time.name = plan.images[loop.reads.front().image].name;
    return time;
}

SectionTime time_of(const CpuPlan& plan, const Kernel&, const StageOfLoop& section) {
    const Stage& stage = plan.stages[section.stage];
    SectionTime time;
    time.kind = SectionKind::kNode;
    time.stage = section.stage;
    time.node = stage.node;
    time.name = stage.name;
    time.functor = stage.functor;
    return time;
}

}  // namespace

RunProfiler::RunProfiler(const CpuPlan& plan, int slots)
    : plan_(plan), slots_(static_cast<std::size_t>(slots)), counted_(plan.kernels.size()) {
    std::size_t most = 0;
    for (const Kernel& kernel : plan.kernels) most = std::max(most, kernel_sections(kernel).size());
    for (Slot& slot : slots_) slot.entries.resize(most + kApart);
}

double RunProfiler::seconds_since_begin() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
}

void RunProfiler::begin_run() {
    begin_ = Clock::now();
    begin_ticks_ = read_ticks();
    for (const Id<Kernel> k : counted_.ids())
        counted_[k] = {.entries = {kernel_sections(plan_.kernels[k]).size(), SectionCount{}}};
}

void RunProfiler::begin_kernel(Id<Kernel> kernel) {
    kernel_ = kernel;
    kernel_begin_ = seconds_since_begin();
    if (!counted_[kernel_].began) counted_[kernel_].begin = kernel_begin_;
    counted_[kernel_].began = true;
    for (Slot& slot : slots_) {
        slot.ticks = 0;
        std::fill(slot.entries.begin(), slot.entries.end(), SectionCount{});
    }
}

Profiler& RunProfiler::begin_task(int slot) {
    Slot& own = slots_[static_cast<std::size_t>(slot)];
    own.begin = read_ticks();
    own.profiler = {own.entries.data(), own.begin};
    return own.profiler;
}

void RunProfiler::end_task(int slot) {
    Slot& own = slots_[static_cast<std::size_t>(slot)];
    charge(own.profiler, kRestSection, 0);
    own.ticks += own.profiler.last - own.begin;
}

void RunProfiler::end_kernel() {
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

void RunProfiler::end_run() {
    const double seconds = seconds_since_begin();
    const long long ticks = read_ticks() - begin_ticks_;
    const double tick = ticks > 0 ? seconds / static_cast<double>(ticks) : 0;
    times_.clear();
    for (const Id<Kernel> k : counted_.ids()) {
        const Kernel& kernel = plan_.kernels[k];
        const Counted& counted = counted_[k];
        KernelTimes times{kernel.name,
                          counted.begin,
                          counted.seconds,
                          static_cast<double>(counted.ticks) * tick,
                          {}};
        const std::vector<KernelSection> sections = kernel_sections(kernel);
        for (std::size_t p = 0; p < sections.size(); ++p) {
            SectionTime section = std::visit(
                [&](const auto& each) { return time_of(plan_, kernel, each); }, sections[p]);
            section.seconds = static_cast<double>(counted.entries[p].ticks) * tick;
            section.elements = counted.entries[p].elements;
            times.sections.push_back(std::move(section));
        }
        std::rotate(times.sections.begin(), times.sections.begin() + 1, times.sections.end());
        times_.push_back(std::move(times));
    }
}

}  // namespace weft
