// An owning copy of a PrepareRequest, for preparing it later.
#pragma once

#include <vector>

#include "runtime/executor.h"

namespace weft {

struct OwnedRequest {
    explicit OwnedRequest(const PrepareRequest& r)
        : graph(r.graph),
          library(r.library),
          inputs(r.inputs),
          regions(r.regions),
          planar_inputs(r.planar_inputs),
          planar_outputs(r.planar_outputs),
          range(r.range),
          threads(r.threads) {}

    /// The request with other regions. It refers to this object, which must outlive it.
    PrepareRequest with(const std::vector<Rect>& other_regions) const {
        return {graph,         library,        inputs, other_regions,
                planar_inputs, planar_outputs, range,  threads};
    }

    Graph graph;
    Library library;
    std::vector<ImageShape> inputs;
    std::vector<Rect> regions;
    std::vector<bool> planar_inputs, planar_outputs;
    std::vector<Graph> range;
    int threads;
};

}  // namespace weft
