// External pictures: device memory that another program owns. Kernels load and store its samples in
// place, whatever their format and strides.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "support/id.h"

namespace weft {

struct PlanImage;

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
using ExternalImages = Table<std::optional<ExternalLayout>, PlanImage>;

inline std::optional<ExternalLayout> external_of(const ExternalImages& external,
                                                 Id<PlanImage> image) {
    return external.empty() ? std::nullopt : external[image];
}

}  // namespace weft
