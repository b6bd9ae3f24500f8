// A list of launches with its code loaded and its addresses bound: ready to start.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/cuda/loaded_kernel.h"

namespace weft::cuda {

/// Device addresses of the pictures of one frame in flight.
struct Placement {
    std::uint64_t arena = 0;
    std::vector<std::uint64_t> pictures;  ///< of each exchanged picture
};

class LoadedLaunches {
  public:
    /// Loads each code once. The device's context must be current, here and in every call below.
    static Result<LoadedLaunches> load(const DriverPtr& driver, LaunchList list,
                                       std::vector<Placement> placements);

    const LaunchList& list() const { return list_; }
    const Placement& placement(std::size_t frame) const { return placements_[frame]; }
    int count() const { return static_cast<int>(list_.launches.size()); }

    /// Starts launch `k` for frame `frame` on `stream`. Errors name the kernel.
    Status start(int k, std::size_t frame, StreamHandle stream);

    /// Starts all launches as one CUDA graph, created on the first call. False where the driver
    /// cannot create it; a lost device is reported by the next launch.
    bool start_graph(std::size_t frame, StreamHandle stream);

  private:
    DriverPtr driver_;
    LaunchList list_;
    std::vector<Placement> placements_;
    std::vector<LoadedKernel> kernels_;                      ///< per code
    std::vector<std::vector<std::vector<std::byte>>> args_;  ///< [frame][launch]
    std::vector<GraphExec> graphs_;                          ///< per frame, once made
    bool graphs_refused_ = false;
};

/// "kernel 'a'", or "one of the kernels 'a' to 'c'".
std::string kernel_names(const LaunchList& list, int first, int last);

}  // namespace weft::cuda
