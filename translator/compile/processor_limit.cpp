#include "compile/processor_limit.h"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

namespace weft {
namespace {

std::string folder_of(pid_t pid) { return "/proc/" + std::to_string(pid); }

std::chrono::nanoseconds own_time(pid_t pid) {
    clockid_t clock;
    timespec time{};
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return {};
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// Of children that have ended.
std::chrono::nanoseconds time_of_the_gone(pid_t pid) {
    std::ifstream file(folder_of(pid) + "/stat");
    std::string text;
    std::getline(file, text);
    const std::size_t name_end = text.rfind(')');
    if (name_end == std::string::npos) return {};
    // The state is the third field; these are the sixteenth and the seventeenth.
    int field = 2;
    long long ticks = 0;
    for (std::size_t i = name_end + 1; i < text.size() && field < 17; ++i)
        if (text[i] == ' ' && ++field >= 16) ticks += std::atoll(text.c_str() + i);
    return std::chrono::nanoseconds(1'000'000'000) * ticks / sysconf(_SC_CLK_TCK);
}

}  // namespace

std::chrono::nanoseconds processor_time(pid_t pid) {
    std::chrono::nanoseconds time = own_time(pid) + time_of_the_gone(pid);
    std::error_code gone;
    for (std::filesystem::directory_iterator thread(folder_of(pid) + "/task", gone), end;
         !gone && thread != end; thread.increment(gone)) {
        std::ifstream children(thread->path() / "children");
        for (pid_t child; children >> child;) time += processor_time(child);
    }
    return time;
}

ProcessorLimit::ProcessorLimit(pid_t pid, std::chrono::milliseconds limit)
    : pid_(pid),
      limit_(limit),
      begin_(processor_time(pid)),
      used_at_(Clock::now()),
      look_at_(used_at_ + limit) {}

std::chrono::milliseconds ProcessorLimit::left() {
    using std::chrono::ceil, std::chrono::milliseconds;
    const Clock::time_point now = Clock::now();
    if (now < look_at_) return ceil<milliseconds>(look_at_ - now);
    const std::chrono::nanoseconds used = processor_time(pid_) - begin_;
    if (used - used_ > limit_ / 200.0) {
        used_at_ = now;
        used_ = used;
    }
    if (used >= limit_ || now - used_at_ >= limit_) return milliseconds(0);
    const milliseconds soon = ceil<milliseconds>(limit_ - std::max(used, used_));
    look_at_ = now + std::max(soon, ceil<milliseconds>(limit_ / 8));
    return ceil<milliseconds>(look_at_ - now);
}

}  // namespace weft
