// Running a GPU plan inside another program's use of CUDA: on pictures that lie on the device, in
// the context that is current, on a stream of its owner.
//
// Nothing of Weft's own is opened: no context, no stream. The plan's kernels load and store the
// owner's pictures where they lie (plan/external.h). Memory for what is between kernels is taken
// and given back in the order of the stream.
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

/// A CUcontext, for telling contexts apart.
using CudaContext = const void*;

/// The context that is current in this thread. kDevice where there is no driver, or none is
/// current.
Result<CudaContext> current_cuda_context(const std::string& driver_library = {});

/// What is run: a plan's launches with their code, for pictures that lie like that.
struct ResidentProgram {
    LaunchList list;
    ExternalPorts ports;
};

class ResidentPlan {
  public:
    /// Waits for work that still needs the plan's code.
    virtual ~ResidentPlan() = default;

    /// Starts everything, in this thread's current context, which must be the one that was prepared
    /// for. `bases` of the views are addresses on its device; they lie as was prepared for, and
    /// outputs apart from inputs.
    /// Inputs may cover less than was prepared for: the rest is 0. Outputs may cover more than
    /// their regions, or others: there 0 is written, for which their pixels must have no gaps.
    /// `stream`, a CUstream: nothing is waited for. None: the context's default stream, and
    /// everything is done on return. Several threads may call it at once. Errors: kMemory, kDevice;
    /// what was started then ends, and has written outputs or not.
    virtual Status enqueue(const std::vector<PictureView>& inputs,
                           const std::vector<PictureView>& outputs,
                           std::optional<void*> stream) = 0;

    /// Whether nothing that was started is still to be done.
    virtual bool is_idle() = 0;
};

/// Loads `program`, which is for its device, into the context that is current. Errors: those of
/// current_cuda_context(), kMemory, kDevice.
Result<std::unique_ptr<ResidentPlan>> make_resident_plan(ResidentProgram program,
                                                         cuda::KernelCache& cache,
                                                         const std::string& driver_library = {});

}  // namespace weft
