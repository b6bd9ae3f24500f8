// Running a GPU plan through the CUDA driver.
//
// All pictures of a plan lie in one allocation on the device, the arena. Pictures from and to the
// host go through page-locked staging memory in chunks, each converted while the previous one is
// copied. Uploads, kernels and downloads have a stream each; events order them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/cuda/launch_list.h"
#include "runtime/executor.h"

namespace weft {

struct CudaOptions {
    int device = 0;              ///< CudaDevice::ordinal
    std::string driver_library;  ///< as for cuda_devices()
    /// 2: begin() converts and copies a frame while the one before is computed; inputs and outputs
    /// then have memory of their own beside the arena. Ignored where bands are computed.
    int frames_in_flight = 1;
    std::optional<bool> graphs;  ///< launch as one CUDA graph; unset: where launches_dominate()
    int host_threads = 0;        ///< that convert pictures; 0: one per core, eight at most
    bool blocking = false;       ///< wait for every kernel: errors then name the right one
    /// How far the host may run ahead of the device, estimated, before it waits and polls
    /// cancellation.
    double seconds_ahead = 0.05;
};

/// Plans the same request for other regions, one per output: for computing it in bands.
using Replan = std::function<Result<GpuProgram>(const std::vector<Rect>& regions)>;

/// A Prepared that can also take the next frame before the previous one is finished.
class CudaExecutor : public Prepared {
  public:
    /// Starts a frame, and returns once the inputs have been read. The outputs are complete after
    /// finish(), or after as many further begin() as CudaOptions::frames_in_flight; their views
    /// must be valid until then. An error loses all frames in flight.
    virtual Status begin(const std::vector<PictureView>& inputs,
                         const std::vector<PictureView>& outputs, const RunControl& control) = 0;
    /// Waits for all frames in flight.
    virtual Status finish(const RunControl& control) = 0;

    /// Seconds that each launch takes on the device, in order, after copying `inputs` there.
    virtual Result<std::vector<double>> time_launches(const std::vector<PictureView>& inputs) = 0;
    /// Seconds from the first launch to the end of the last, started as run() does, on what
    /// time_launches() copied (and, with one frame in flight, earlier runs may have overwritten).
    virtual Result<double> time_frame() = 0;

    virtual int band_count() const = 0;   ///< 1: the whole picture at once
    virtual bool uses_graph() const = 0;  ///< CudaOptions::graphs, as decided
};

/// Opens the device, loads the kernels and allocates. With a `replan`, where memory runs out, here
/// or in run(), the picture is computed in as few horizontal bands as fit. Errors: those of
/// cuda_devices(); kMemory; kDevice with the kernel's name.
Result<std::unique_ptr<CudaExecutor>> make_cuda_executor(const GpuProgram& program,
                                                         const CudaOptions& options,
                                                         Replan replan = nullptr);
/// The same for the launches of a bundle, which must have passed validate().
Result<std::unique_ptr<CudaExecutor>> make_cuda_executor(LaunchList list,
                                                         const CudaOptions& options);

}  // namespace weft
