// One engine for all plug-ins and instances: one cache of compiled kernels, one compiler.
#pragma once

#include <memory>
#include <mutex>

#include "engine/engine.h"

namespace weft::openfx {

/// Made when something is rendered for the first time, and let go when the last plug-in is
/// unloaded.
class SharedEngine {
  public:
    /// By one thread at a time: others wait. `threads` counts for the engine that is made: 0 is one
    /// for each core.
    Result<std::unique_ptr<Prepared>> prepare(const PrepareRequest& request, int threads);
    /// One for every plug-in that is loaded.
    void hold();
    void release();

  private:
    std::mutex mutex_;
    int holders_ = 0;
    std::unique_ptr<Engine> engine_;
};

}  // namespace weft::openfx
