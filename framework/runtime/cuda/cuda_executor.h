// Running a GPU plan through the CUDA driver.
//
// All pictures of a plan lie in one arena on the device. Pictures from and to the host pass through
// page-locked memory in chunks, each converted while the one before is copied. Copies in, kernels
// and copies out have a stream each; events order them.
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
    std::optional<bool> graphs;  ///< start all kernels at once; unset: where launches_dominate()
    int host_threads = 0;        ///< that convert pictures; 0: one per core, eight at most
    bool blocking = false;       ///< wait for every kernel, so that an error names the one it is of
    /// About so much work is handed to the device before the host waits, to hear cancellation.
    double seconds_ahead = 0.05;
};

/// Plans the same request for other regions, one per output: for computing it in bands.
using Replan = std::function<Result<GpuProgram>(const std::vector<Rect>& regions)>;

/// A Prepared that can also take the next frame before the last one is done.
class CudaExecutor : public Prepared {
  public:
    /// Takes a frame: returns once the inputs have been read. The outputs are complete after a
    /// later finish(), or after as many further begin() as there are frames in flight; the views
    /// must live until then. An error loses the frames that are under way.
    virtual Status begin(const std::vector<PictureView>& inputs,
                         const std::vector<PictureView>& outputs, const RunControl& control) = 0;
    virtual Status finish(const RunControl& control) = 0;

    /// Seconds that each launch takes on the device, in order, after copying `inputs` there.
    virtual Result<std::vector<double>> time_launches(const std::vector<PictureView>& inputs) = 0;
    /// Seconds from the first launch to the end of the last, started as run() does, on what
    /// time_launches() copied (and, with one frame in flight, earlier runs may have overwritten).
    virtual Result<double> time_frame() = 0;

    virtual int band_count() const = 0;
    virtual bool uses_graph() const = 0;
};

/// Loads everything and allocates. Where memory runs out, here or in run(), and there is a
/// `replan`, the picture is computed in horizontal bands, as few as fit. Errors: those of
/// cuda_devices(); kMemory; kDevice with the kernel's name.
Result<std::unique_ptr<CudaExecutor>> make_cuda_executor(const GpuProgram& program,
                                                         const CudaOptions& options,
                                                         Replan replan = nullptr);
/// The same for launches that come from a bundle. They must be validate()d.
Result<std::unique_ptr<CudaExecutor>> make_cuda_executor(LaunchList list,
                                                         const CudaOptions& options);

}  // namespace weft
