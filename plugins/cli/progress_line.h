// A line on the terminal that says how far a long run is.
#pragma once

#include <chrono>
#include <cstdio>
#include <mutex>

namespace weft {

/// Shows "weft: 42%" on `terminal` once a second has passed; wipes it when it goes.
class ProgressLine {
  public:
    /// null: nobody looks.
    explicit ProgressLine(std::FILE* terminal) : terminal_(terminal) {}
    ~ProgressLine() { wipe(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// From any thread; `fraction` in 0..1.
    void show(double fraction);
    void wipe();

  private:
    std::mutex mutex_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::FILE* terminal_;
    int shown_ = -1;  ///< per cent
};

}  // namespace weft
