// A line on the terminal that says how far a long run is.
#pragma once

#include <chrono>
#include <mutex>

namespace weft {

/// Shows "weft: 42%" on stderr once a run has taken a second, when stderr is a terminal; wipes it
/// when it goes.
class ProgressLine {
  public:
    explicit ProgressLine(bool wanted);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// From any thread; `fraction` in 0..1.
    void show(double fraction);

  private:
    std::mutex mutex_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    bool wanted_;
    int shown_ = -1;  ///< per cent
};

}  // namespace weft
