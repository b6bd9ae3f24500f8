// Signal handlers can reach nothing but globals: this is the program's one.
#include "cli/interrupt.h"

#include <csignal>

namespace weft {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may not lock");

void on_signal(int) { interrupted.store(true, std::memory_order_relaxed); }

}  // namespace

void install_signal_handlers() {
    for (int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction current{};
        sigaction(number, nullptr, &current);
        if (current.sa_handler == SIG_IGN) continue;
        struct sigaction action{};
        action.sa_handler = on_signal;
        // SA_RESETHAND ends the process the second time. Calls in progress go on: what they do is
        // finished or undone by whoever polls the flag.
        action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
        sigemptyset(&action.sa_mask);
        sigaction(number, &action, nullptr);
    }
    std::signal(SIGXFSZ, SIG_IGN);
}

const std::atomic<bool>& interrupt_flag() { return interrupted; }

}  // namespace weft
