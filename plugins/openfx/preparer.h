// Where plans come from: a compiler, or kernels that were compiled ahead of time.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "runtime/cuda/resident.h"
#include "runtime/executor.h"

namespace weft::openfx {

/// Used by all plug-ins and instances of a bundle, by several threads at once.
class Preparer {
  public:
    virtual ~Preparer() = default;
    /// kCancelled soon after `cancel` has become true, unless it is done by then.
    virtual Result<std::unique_ptr<Prepared>> prepare(const PrepareRequest& request,
                                                      const std::atomic<bool>& cancel) = 0;
    /// For pictures that lie like that on a GPU like that.
    virtual Result<ResidentProgram> resident_program(const PrepareRequest& request,
                                                     const ExternalPorts& ports,
                                                     const GpuTarget& target) = 0;
};

/// For so many threads to a run; 0: one for each core.
using MakePreparer = std::function<std::unique_ptr<Preparer>(int threads)>;

}  // namespace weft::openfx
