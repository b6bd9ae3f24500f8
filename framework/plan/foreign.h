// Pictures that are not Weft's: kernels load and store them where they lie on the device, as their
// owner keeps them.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace weft {

/// How such a picture lies, as far as kernels are compiled for it. Where it begins, its extent and
/// from where to where its rows go are arguments.
struct ForeignLayout {
    int format = 0;       ///< a SampleFormat's number (runtime/picture.h)
    int step = 1;         ///< samples from one pixel of a row to the next
    bool aligned = true;  ///< each sample lies at a multiple of its size

    friend bool operator==(const ForeignLayout&, const ForeignLayout&) = default;
};

/// Of a graph's inputs and outputs, one for each.
struct ForeignPorts {
    std::vector<ForeignLayout> inputs, outputs;

    friend bool operator==(const ForeignPorts&, const ForeignPorts&) = default;
};

/// Of a plan's images, one for each: how those lie that are not Weft's. Empty: all are.
using ForeignImages = std::vector<std::optional<ForeignLayout>>;

inline std::optional<ForeignLayout> foreign_of(const ForeignImages& foreign, int image) {
    if (foreign.empty() || image < 0) return std::nullopt;
    return foreign[static_cast<std::size_t>(image)];
}

}  // namespace weft
