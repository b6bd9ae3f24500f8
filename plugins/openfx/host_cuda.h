// The host's use of CUDA, as far as a render takes part in it: all is said and done in the host's
// own thread, in the context that is current there. Bundles without kernels for GPUs have none of
// it.
#pragma once

#include <memory>

#include "plan/gpu_target.h"
#include "runtime/cuda/resident.h"

namespace weft::openfx {

/// Used by all plug-ins and instances of a bundle, by several threads at once.
class HostCuda {
  public:
    virtual ~HostCuda() = default;
    virtual Result<CudaContext> context() = 0;
    /// Of the context's device.
    virtual Result<GpuTarget> target() = 0;
    virtual Result<std::unique_ptr<ResidentPlan>> load(ResidentProgram program) = 0;
};

/// By the CUDA driver, which is loaded when it is asked for something.
std::unique_ptr<HostCuda> make_host_cuda();

}  // namespace weft::openfx
