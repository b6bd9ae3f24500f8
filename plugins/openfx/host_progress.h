// A host's progress bar, for renders that take long.
#pragma once

#include <chrono>
#include <thread>

#include "openfx/instance.h"

namespace weft::openfx {

/// Shows nothing during the first second of its life, nor while the instance shows another. It goes
/// with the bar.
class Progress {
  public:
    explicit Progress(Instance& instance);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// False once the user wants to stop; nothing is shown after that. `fraction` is from 0 to 1;
    /// steps back are not shown. Hosts draw bars in the thread that they know: other threads than
    /// the one that made it change nothing.
    bool update(double fraction);
    /// All is done.
    void finish();

  private:
    bool begin();

    Instance& instance_;
    const std::thread::id thread_ = std::this_thread::get_id();
    const std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
    double shown_ = 0;
    bool is_shown_ = false, is_stopped_ = false;
};

}  // namespace weft::openfx
