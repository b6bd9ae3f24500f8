// Limits of processor time: for who is at work, for who waits for ever, and for who does some of
// each.
#include <csignal>
#include <ctime>
#include <functional>
#include <thread>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compile/processor_limit.h"

namespace weft {
namespace {

using namespace std::chrono_literals;

/// A process that does this until the test ends.
class Other {
  public:
    explicit Other(const std::function<void()>& act) : pid_(fork()) {
        if (pid_ == 0) {
            for (;;) act();
        }
    }
    ~Other() {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
    pid_t pid() const { return pid_; }

  private:
    const pid_t pid_;
};

void work() {}

/// Another program: in this one a sanitizer may have a thread that looks around.
void wait_for_ever() { execlp("sleep", "sleep", "1000", nullptr); }

void use(std::chrono::milliseconds time) {
    const std::clock_t end = std::clock() + time.count() * (CLOCKS_PER_SEC / 1000);
    while (std::clock() < end) {
    }
}

/// Waits until the process is beyond its limit.
void wait_out(ProcessorLimit limit) {
    for (auto left = limit.left(); left > 0ms; left = limit.left())
        std::this_thread::sleep_for(left);
}

TEST(ProcessorLimit, OfWhoIsAtWork) {
    const Other other(work);
    wait_out(ProcessorLimit(other.pid(), 200ms));
    EXPECT_GE(processor_time(other.pid()), 200ms);
}

TEST(ProcessorLimit, OfWhoWaitsForEver) {
    const Other other(wait_for_ever);
    wait_out(ProcessorLimit(other.pid(), 200ms));
    EXPECT_LT(processor_time(other.pid()), 200ms);
}

/// With a thread that polls, say. The bound is a fiftieth of what it would take to use a second.
TEST(ProcessorLimit, OfWhoOnlyLooksAround) {
    const Other other([] { std::this_thread::sleep_for(250ms); });
    ProcessorLimit limit(other.pid(), 1s);
    const auto end = std::chrono::steady_clock::now() + 20s;
    while (limit.left() > 0ms && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(limit.left());
    EXPECT_EQ(limit.left(), 0ms);
}

TEST(ProcessorLimit, OfWhoIsGone) {
    const pid_t pid = fork();
    if (pid == 0) _exit(0);
    waitpid(pid, nullptr, 0);
    EXPECT_EQ(processor_time(pid), 0ns);
    wait_out(ProcessorLimit(pid, 50ms));
}

/// Three seconds on the clock, a third of one of work.
TEST(ProcessorLimit, LetsThoseGoOnWhoDoALittle) {
    const Other other([] {
        use(5ms);
        std::this_thread::sleep_for(40ms);
    });
    ProcessorLimit limit(other.pid(), 2s);
    const auto end = std::chrono::steady_clock::now() + 3s;
    while (std::chrono::steady_clock::now() < end) {
        ASSERT_GT(limit.left(), 0ms);
        std::this_thread::sleep_for(50ms);
    }
}

/// Of children that are at work, and of those that have been waited for.
TEST(ProcessorLimit, CountsChildren) {
    const Other parent([] {
        const pid_t child = fork();
        if (child == 0) {
            use(100ms);
            _exit(0);
        }
        waitpid(child, nullptr, 0);
    });
    wait_out(ProcessorLimit(parent.pid(), 250ms));
    EXPECT_GE(processor_time(parent.pid()), 200ms);
}

}  // namespace
}  // namespace weft
