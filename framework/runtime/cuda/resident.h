// Runs a GPU plan inside a host program that uses CUDA itself: on the host's pictures on the
// device, in the host's current context, on a stream of the host.
//
// Weft opens no context and no stream of its own. Kernels load and store the host's pictures in
// place (plan/external.h). Memory between kernels is allocated and freed in stream order.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "plan/external.h"
#include "runtime/cuda/kernel_cache.h"
#include "runtime/cuda/launch_list.h"
#include "runtime/picture.h"

namespace weft {

/// A CUcontext, used only to tell contexts apart.
using CudaContext = const void*;

/// The context that is current in this thread. kDevice where there is no driver, or none is
/// current.
Result<CudaContext> current_cuda_context(const std::string& driver_library = {});

/// A plan's launches with their code, compiled for external pictures of these layouts.
struct ResidentProgram {
    LaunchList list;
    ExternalPorts ports;
};

class ResidentPlan {
  public:
    /// Waits for started work, which needs the plan's code.
    virtual ~ResidentPlan() = default;

    /// Starts all launches in this thread's current context, which must be the one prepared for.
    /// `base` of each view is an address on its device, in the layout prepared for; no output may
    /// overlap an input. Inputs may cover less than was prepared for: the rest reads as 0. Outputs
    /// may cover more than their regions, or other parts: 0 is written there, for which their
    /// pixels must have no gaps. With a `stream`, a CUstream, returns without waiting; without,
    /// uses the context's default stream and waits. Thread-safe. Errors: kMemory, kDevice; the
    /// outputs' contents are then unspecified.
    virtual Status enqueue(const std::vector<PictureView>& inputs,
                           const std::vector<PictureView>& outputs,
                           std::optional<void*> stream) = 0;

    /// Whether all started work is done.
    virtual bool is_idle() = 0;
};

/// Loads `program`, compiled for its device, into the current context. Errors: those of
/// current_cuda_context(), kMemory, kDevice.
Result<std::unique_ptr<ResidentPlan>> make_resident_plan(ResidentProgram program,
                                                         cuda::KernelCache& cache,
                                                         const std::string& driver_library = {});

}  // namespace weft
