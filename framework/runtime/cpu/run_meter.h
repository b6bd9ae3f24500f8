// Times one run of a plan whose kernels are made to be timed: counters for each thread, summed.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "plan/cpu_plan.h"
#include "runtime/cpu/meter.h"
#include "runtime/kernel_times.h"

namespace weft {

/// Told of kernels by one thread, and of tasks by those that compute them: each has a slot.
class RunMeter {
  public:
    RunMeter(const CpuPlan& plan, int slots);

    void begin_run();
    /// Again for each plane of a kernel that is of a round.
    void begin_kernel(std::size_t kernel);
    /// The meter of a task that begins. Valid until the slot's task ends.
    Meter& begin_task(int slot);
    void end_task(int slot);
    /// After all of the kernel's tasks.
    void end_kernel();
    void end_run();

    /// Of the last run that ended.
    const std::vector<KernelTimes>& times() const { return times_; }

  private:
    using Clock = std::chrono::steady_clock;

    /// A thread's counters; none shares a cache line with another's.
    struct alignas(64) Slot {
        Meter meter{};
        long long begin = 0;  ///< of the task
        long long ticks = 0;  ///< of the kernel's tasks
        std::vector<MeterEntry> entries;
    };
    /// What a kernel took, in ticks.
    struct Counted {
        double begin = 0, seconds = 0;  ///< when it began first, and for how long it ran
        bool began = false;
        long long ticks = 0;
        std::vector<MeterEntry> entries;
    };

    double seconds_since_begin() const;

    const CpuPlan& plan_;
    std::vector<Slot> slots_;
    std::vector<Counted> counted_;  ///< by kernel
    std::size_t kernel_ = 0;
    double kernel_begin_ = 0;  ///< seconds
    Clock::time_point begin_{};
    long long begin_ticks_ = 0;
    std::vector<KernelTimes> times_;
};

/// Counts the time from its construction to its destruction as a task of `slot`, where the run is
/// timed.
class MeteredTask {
  public:
    MeteredTask(std::optional<RunMeter>& run, int slot)
        : run_(run), slot_(slot), meter_(run ? &run->begin_task(slot) : nullptr) {}
    ~MeteredTask() {
        if (run_) run_->end_task(slot_);
    }
    MeteredTask(const MeteredTask&) = delete;
    MeteredTask& operator=(const MeteredTask&) = delete;

    /// Null where nothing is counted.
    Meter* meter() const { return meter_; }

  private:
    std::optional<RunMeter>& run_;
    const int slot_;
    Meter* const meter_;
};

}  // namespace weft
