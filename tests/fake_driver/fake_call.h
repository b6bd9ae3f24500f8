// What all entry points of the fake driver share: calls that are counted, contexts, streams.
#pragma once

#include <mutex>
#include <vector>

#include "fake_driver/fake_state.h"
#include "fake_driver/fake_streams.h"

namespace weft::fake {

std::vector<Stream*>& all_streams();

/// The handle's. The default stream is there from its first use on, and each use is counted.
Stream* stream_of(cuda::StreamHandle handle);

/// This thread's; the last is current.
std::vector<cuda::ContextHandle>& contexts();

/// The primary context of each device.
cuda::ContextHandle context_of(cuda::Device device);
cuda::Device device_of(cuda::ContextHandle context);

/// Counts a call, and finds out whether the device is still there.
class Call {
  public:
    explicit Call(bool needs_context = true);
    /// `code`, or that the device is lost. A launch that failed loses it.
    Code end(Code code = cuda::kSuccess);
    bool lost() const { return s.lost; }

  private:
    std::lock_guard<std::recursive_mutex> lock_;

  public:
    State& s;
};

}  // namespace weft::fake
