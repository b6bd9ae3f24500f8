// Carriage returns, and nothing where nobody looks.
#include "cli/progress_line.h"

#include <unistd.h>

#include <cstdio>

#include <fmt/format.h>

namespace weft {

ProgressLine::ProgressLine(bool wanted) : wanted_(wanted && isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
    if (shown_ >= 0) fmt::print(stderr, "\r\033[K");
}

void ProgressLine::show(double fraction) {
    if (!wanted_) return;
    const std::lock_guard lock(mutex_);
    if (std::chrono::steady_clock::now() - start_ < std::chrono::seconds(1)) return;
    const int percent = static_cast<int>(fraction * 100.0);
    if (percent <= shown_) return;
    shown_ = percent;
    fmt::print(stderr, "\rweft: {}%", percent);
    std::fflush(stderr);
}

}  // namespace weft
