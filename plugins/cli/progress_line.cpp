// Carriage returns, and nothing where nobody looks.
#include "cli/progress_line.h"

#include <fmt/format.h>

namespace weft {

void ProgressLine::show(double fraction) {
    if (terminal_ == nullptr) return;
    const std::lock_guard lock(mutex_);
    if (std::chrono::steady_clock::now() - start_ < std::chrono::seconds(1)) return;
    const int percent = static_cast<int>(fraction * 100.0);
    if (percent <= shown_) return;
    shown_ = percent;
    fmt::print(terminal_, "\rweft: {}%", percent);
    std::fflush(terminal_);
}

void ProgressLine::wipe() {
    const std::lock_guard lock(mutex_);
    if (shown_ < 0) return;
    fmt::print(terminal_, "\r\033[K");
    std::fflush(terminal_);
    shown_ = -1;
}

}  // namespace weft
