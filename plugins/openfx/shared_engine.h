// One preparer for all plug-ins and instances: one cache of compiled kernels, one compiler.
#pragma once

#include <memory>
#include <mutex>

#include "openfx/preparer.h"

namespace weft::openfx {

/// Made when something is rendered for the first time, and let go when the last plug-in is
/// unloaded.
class SharedEngine {
  public:
    explicit SharedEngine(MakePreparer make) : make_(std::move(make)) {}

    /// By one thread at a time: others, which often ask for the same kernels, wait and find them.
    /// `threads` counts for the preparer that is made: 0 is one for each core.
    Result<std::unique_ptr<Prepared>> prepare(const PrepareRequest& request, int threads);
    /// The same for pictures that lie on a GPU like that.
    Result<ResidentProgram> resident_program(const PrepareRequest& request, const GpuTarget& target,
                                             int threads);
    /// One for every plug-in that is loaded.
    void hold();
    void release();

  private:
    const MakePreparer make_;
    std::mutex mutex_;
    int holders_ = 0;
    std::unique_ptr<Preparer> preparer_;
};

}  // namespace weft::openfx
