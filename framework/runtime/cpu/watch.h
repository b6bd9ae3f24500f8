// The watchdog of loops in kernels: ends those that iterate too often, or whose run was cancelled.
// Read by the executor and, as text, by each kernel whose functors have loops without a small
// bound.
#pragma once

#include "core/iteration_limit.h"
#include "runtime/cpu/row_args.h"

namespace weft {

/// Shared by all threads of a run. Once stopped, all watched loops end at their next iteration.
struct RunWatch {
    enum Reason : int { kNone, kEndless, kCancelled };

    const bool* cancel = nullptr;  ///< may be null; another thread may set it at any time
    int stopped = kNone;           ///< a Reason
    const char* file = nullptr;    ///< where the loop begins that does not end
    int line = 0, column = 0;

    /// Stops all loops. True for the first caller, whose reason counts.
    bool stop(Reason why) {
        int none = kNone;
        return __atomic_compare_exchange_n(&stopped, &none, why, false, __ATOMIC_RELAXED,
                                           __ATOMIC_RELAXED);
    }
    int reason() const { return __atomic_load_n(&stopped, __ATOMIC_RELAXED); }
};

/// What the texts of kernels pass around.
struct Watch {
    RunWatch* run;
};

/// Counts the iterations of one run of a loop.
struct LoopCounter {
    static constexpr int kBetweenLooks = 4096;

    int taken = 0;

    /// To be called at the start of each iteration of the loop at `file`:`line`:`column`. Whether
    /// the loop is to be left.
    bool over(Watch watch, const char* file, int line, int column) {
        if ((++taken & (kBetweenLooks - 1)) == 0) look(*watch.run, file, line, column);
        return watch.run->reason() != RunWatch::kNone;
    }

  private:
    void look(RunWatch& run, const char* file, int line, int column) const {
        if (taken > kMaxIterations && run.stop(RunWatch::kEndless)) {
            run.file = file;
            run.line = line;
            run.column = column;
        }
        if (run.cancel != nullptr && __atomic_load_n(run.cancel, __ATOMIC_RELAXED))
            run.stop(RunWatch::kCancelled);
    }
};

/// The argument of the loops of a watched kernel.
struct WatchedArgs : RowArgs {
    RunWatch* watch;
};

}  // namespace weft
