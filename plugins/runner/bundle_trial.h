// A bundle run on pictures: from files, or made from a seed; its outputs judged, its time taken.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/bundle/bundle.h"
#include "runtime/cuda/cuda_executor.h"

namespace weft {

/// A bundle on a device.
struct Trial {
    std::optional<ExpectedBits> expected;
    std::optional<FastTolerance> tolerance;
    std::vector<PicturePort> inputs, outputs;
    std::vector<std::string> kernels;  ///< of each launch
    std::vector<std::size_t> bytes_moved;
    bool fast_math = false;
    std::string name, target;
    std::unique_ptr<CudaExecutor> executor;
};

/// With two frames in flight. kDevice where the code is for another kind of GPU.
Result<Trial> open_trial(const std::string& folder, CudaOptions options);

std::vector<Picture> synthetic_inputs(const Trial& trial, std::uint64_t seed);
Result<std::vector<Picture>> run_once(Trial& trial, const std::vector<Picture>& inputs);

/// What of the result is not as the bundle says: "output 0, rows 64 to 127". Empty: all is.
std::vector<std::string> wrong_bands(const Trial& trial, const std::vector<Picture>& outputs);

/// How far results are from one another.
struct Distance {
    double outliers = 0;  ///< fraction of samples beyond what is allowed
    double largest = 0;   ///< |difference| of any
};
Distance distance(const std::vector<Picture>& got, const std::vector<Picture>& expected,
                  const FastTolerance& tolerance);

/// Seconds, the best of several rounds.
struct Times {
    std::vector<double> launches;  ///< each by itself
    double frame = 0;              ///< all launches, as a run starts them
    double with_copies = 0;        ///< a frame of a sequence, copies to and from the host included
};
Result<Times> take_times(Trial& trial, const std::vector<Picture>& inputs, int rounds);

}  // namespace weft
