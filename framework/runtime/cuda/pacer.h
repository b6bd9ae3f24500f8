// Keeps the host from running too far ahead of the device: a cancelled run then stops soon.
#pragma once

#include "runtime/cuda/device_session.h"
#include "runtime/cuda/launch_list.h"

namespace weft::cuda {

/// Of one sequence of launches on the compute stream. How long a launch takes is guessed from the
/// bytes it moves; a guess that is off costs promptness, nothing else.
class Pacer {
  public:
    /// The host waits where it is about `seconds_ahead` ahead.
    Pacer(const DeviceSession& session, const LaunchList& list, double seconds_ahead)
        : session_(session), list_(list), half_(seconds_ahead / 2) {}

    /// Launch `k` was started. Errors are the device's, and name the kernels that may have had
    /// them.
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
