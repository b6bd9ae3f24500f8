// Limits of what a process may take that do not depend on how busy the machine is.
#pragma once

#include <chrono>

#include <sys/types.h>

namespace weft {

/// Processor time of a process, of those it started, and of those it has waited for. Zero where it
/// is gone.
std::chrono::nanoseconds processor_time(pid_t pid);

/// For who waits for another process: it may use so much processor time from now on, and is taken
/// to wait for ever where it uses next to none, a part in 200, for as long: a thread that looks
/// around now and then is no work. On a quiet machine that is about a time limit.
class ProcessorLimit {
  public:
    ProcessorLimit(pid_t pid, std::chrono::milliseconds limit);

    /// How long to wait before asking again; zero where the process is beyond its limit.
    std::chrono::milliseconds left();

  private:
    using Clock = std::chrono::steady_clock;

    const pid_t pid_;
    const std::chrono::milliseconds limit_;
    const std::chrono::nanoseconds begin_;
    std::chrono::nanoseconds used_{0};
    Clock::time_point used_at_, look_at_;  ///< when it was seen to have worked; the next look
};

}  // namespace weft
