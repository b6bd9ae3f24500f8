// External pictures: device memory that another program owns. Kernels load and store its samples in
// place, whatever their format and strides.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace weft {

/// How such a picture lies, as far as kernels are compiled for it. Where it begins, its extent and
/// from where to where its rows go are arguments.
struct ExternalLayout {
    int format = 0;       ///< a SampleFormat's number (runtime/picture.h)
    int step = 1;         ///< samples from one pixel of a row to the next
    bool aligned = true;  ///< each sample lies at a multiple of its size

    friend bool operator==(const ExternalLayout&, const ExternalLayout&) = default;
};

/// Of a graph's inputs and outputs, one for each.
struct ExternalPorts {
    std::vector<ExternalLayout> inputs, outputs;

    friend bool operator==(const ExternalPorts&, const ExternalPorts&) = default;
};

/// Of a plan's images, one for each: how external ones lie. Empty: none is external.
using ExternalImages = std::vector<std::optional<ExternalLayout>>;

inline std::optional<ExternalLayout> external_of(const ExternalImages& external, int image) {
    if (external.empty() || image < 0) return std::nullopt;
    return external[static_cast<std::size_t>(image)];
}

}  // namespace weft
