// A plan for one GPU and one size of picture, with its compiled kernels, as a folder: what
// `weft compile` writes and weft-run executes without a compiler.
//
//   plan.json    a format version, the launches with their argument blocks, a hash of all of it
//   NN.cubin     the code of each distinct kernel; plan.json holds its hash
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/cuda/launch_list.h"
#include "support/result.h"

namespace weft {

/// Hashes of the outputs for synthetic inputs (synthetic.h), which strict kernels must reach
/// exactly.
struct ExpectedBits {
    std::uint64_t seed = 0;
    int band_rows = 0;
    std::vector<std::vector<std::uint64_t>> hashes;  ///< [output][band]: band_hashes()
    friend bool operator==(const ExpectedBits&, const ExpectedBits&) = default;
};

/// How far fast results may be from strict ones: |difference| <= absolute + relative * |value| for
/// all but a fraction `outliers` of the samples.
struct FastTolerance {
    double absolute = 0, relative = 0, outliers = 0;
    friend bool operator==(const FastTolerance&, const FastTolerance&) = default;
};

struct Bundle {
    LaunchList launches;
    std::optional<ExpectedBits> expected = {};    ///< of a strict bundle that was checked
    std::optional<FastTolerance> tolerance = {};  ///< of a fast bundle
    friend bool operator==(const Bundle&, const Bundle&) = default;
};

/// The version of the format. A reader takes its own alone.
inline constexpr int kBundleVersion = 1;

/// Writes `folder`, created where there is none. plan.json is written last and atomically: a folder
/// that has it is complete. kOutput errors.
Status write_bundle(const Bundle& bundle, const std::string& folder);

/// Reads a bundle and checks its hashes. kInput errors: a file is missing, of another version, or
/// was changed since it was written.
Result<Bundle> read_bundle(const std::string& folder);

}  // namespace weft
