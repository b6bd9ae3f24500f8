// Times a run of a plan whose kernels are compiled to be timed: counters per thread, summed.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "plan/cpu_plan.h"
#include "runtime/cpu/profiler.h"
#include "runtime/kernel_times.h"

namespace weft {

/// begin_ and end_ of runs and kernels are called by one thread, of tasks by the thread that
/// computes them, each with a slot of its own.
class RunProfiler {
  public:
    /// For `slots` threads. `plan` must outlive it.
    RunProfiler(const CpuPlan& plan, int slots);

    void begin_run();
    /// Again for each plane of a kernel in a plane loop.
    void begin_kernel(Id<Kernel> kernel);
    /// The profiler of a task that begins. Valid until the slot's task ends.
    Profiler& begin_task(int slot);
    void end_task(int slot);
    /// After all of the kernel's tasks.
    void end_kernel();
    void end_run();

    /// The times of the last run that ended.
    const std::vector<KernelTimes>& times() const { return times_; }

  private:
    using Clock = std::chrono::steady_clock;

    /// A thread's counters; none shares a cache line with another's.
    struct alignas(64) Slot {
        Profiler profiler{};
        long long begin = 0;  ///< of the task
        long long ticks = 0;  ///< of the kernel's tasks
        std::vector<SectionCount> entries;
    };
    /// The sums of one kernel, in ticks.
    struct Counted {
        double begin = 0, seconds = 0;  ///< when it first began; how long it ran
        bool began = false;
        long long ticks = 0;
        std::vector<SectionCount> entries;
    };

    double seconds_since_begin() const;

    const CpuPlan& plan_;
    std::vector<Slot> slots_;
    Table<Counted, Kernel> counted_;
    Id<Kernel> kernel_;
    double kernel_begin_ = 0;  ///< seconds
    Clock::time_point begin_{};
    long long begin_ticks_ = 0;
    std::vector<KernelTimes> times_;
};

/// RAII: a task of `slot`, from construction to destruction. Does nothing where `run` is empty.
class ProfiledTask {
  public:
    ProfiledTask(std::optional<RunProfiler>& run, int slot)
        : run_(run), slot_(slot), profiler_(run ? &run->begin_task(slot) : nullptr) {}
    ~ProfiledTask() {
        if (run_) run_->end_task(slot_);
    }
    ProfiledTask(const ProfiledTask&) = delete;
    ProfiledTask& operator=(const ProfiledTask&) = delete;

    /// Null where the run is not timed.
    Profiler* profiler() const { return profiler_; }

  private:
    std::optional<RunProfiler>& run_;
    const int slot_;
    Profiler* const profiler_;
};

}  // namespace weft
