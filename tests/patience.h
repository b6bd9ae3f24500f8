// Waiting in tests, and measuring what something takes, however busy or slow the machine is.
//
// Tests have no time limits of their own. What is waited for may take as long as something is being
// done; what should be fast is measured in processor time.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace weft::test {

/// How many times as long something may take as without sanitizers.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double kSlowness = 10.0;
#else
constexpr double kSlowness = 1.0;
#endif

/// Seconds of processor time, on all cores, of this process and of its children that have ended.
inline double processor_seconds() {
    double seconds = 0.0;
    for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage used{};
        getrusage(who, &used);
        for (const timeval& time : {used.ru_utime, used.ru_stime})
            seconds += static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    }
    return seconds;
}

/// Of all that follows its beginning.
class ProcessorTimer {
  public:
    double seconds() const { return processor_seconds() - begin_; }

  private:
    const double begin_ = processor_seconds();
};

/// Is over when nothing has been done for fifteen seconds: no thread but the one that asks, and no
/// process that this one has started, has run, was ready to run, or waited for a disk. Or when much
/// has been done in vain. For loops that look again and again whether something has come.
class Patience {
  public:
    /// To be asked in one thread.
    bool is_over() {
        const Clock::time_point now = Clock::now();
        if (now - looked_at_ < kPeriod) return false;
        // Who comes so late had no processor either, or was at work.
        if (now - looked_at_ > 4 * kPeriod || others_work()) worked_at_ = now;
        looked_at_ = now;
        return now - worked_at_ > kStill || timer_.seconds() > kMost;
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kPeriod{250};
    static constexpr std::chrono::seconds kStill{15};
    static constexpr double kMost = 200.0 * kSlowness;

    bool others_work() {
        timespec own{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &own);
        const double others = processor_seconds() - static_cast<double>(own.tv_sec) -
                              1e-9 * static_cast<double>(own.tv_nsec);
        const bool used = others > others_ + 0.005;
        others_ = others;
        return used || is_busy(getpid());
    }

    /// Whether a thread of the process is running, ready to, or at a disk; or one of its
    /// children's.
    static bool is_busy(pid_t pid) {
        bool busy = false;
        std::error_code gone;
        const std::string tasks = "/proc/" + std::to_string(pid) + "/task";
        for (std::filesystem::directory_iterator task(tasks, gone), end; !gone && task != end;
             task.increment(gone)) {
            std::string stat;
            std::getline(std::ifstream(task->path() / "stat"), stat);
            const std::size_t name_end = stat.rfind(')');
            const char found = name_end + 2 < stat.size() ? stat[name_end + 2] : ' ';
            busy |= task->path().filename() != std::to_string(gettid()) &&
                    (found == 'R' || found == 'D');
            std::ifstream children(task->path() / "children");
            for (pid_t child; children >> child;) busy |= is_busy(child);
        }
        return busy;
    }

    const ProcessorTimer timer_;
    double others_ = 0.0;
    Clock::time_point looked_at_ = Clock::now(), worked_at_ = looked_at_;
};

/// Waits until `holds`, by looking again and again; false when patience is over.
template <class Condition>
bool wait_until(Condition holds) {
    Patience patience;
    while (!holds()) {
        if (patience.is_over()) return holds();
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
}

}  // namespace weft::test
