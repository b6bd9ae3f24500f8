// Keeps the host from running far ahead of the device, so that a cancelled run stops soon.
#pragma once

#include "runtime/cuda/device_session.h"
#include "runtime/cuda/launch_list.h"

namespace weft::cuda {

/// For one sequence of launches on the compute stream. The time of a launch is estimated from the
/// bytes it moves; a wrong estimate delays cancellation, nothing else.
class Pacer {
  public:
    /// started() waits once the host is about `seconds_ahead` ahead.
    Pacer(const DeviceSession& session, const LaunchList& list, double seconds_ahead)
        : session_(session), list_(list), half_(seconds_ahead / 2) {}

    /// To be called after launch `k` was started. Errors are the device's, and name the kernels
    /// that may have caused them.
    Status started(int k);

  private:
    const DeviceSession& session_;
    const LaunchList& list_;
    double half_;         ///< seconds of work between two marks
    double seconds_ = 0;  ///< of work since the last mark
    int first_ = 0;       ///< launch not known to be done
    int marked_ = -1;     ///< launch before the mark that is still to be waited for
    Event older_, newer_;
};

}  // namespace weft::cuda
