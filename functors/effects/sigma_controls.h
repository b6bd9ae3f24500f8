// What Gaussian blurs of two axes are set by.
#pragma once

#include <string>

#include "graph/image.h"

namespace weft::effects {

/// Offers the sigmas of all nodes whose names begin with "horizontal" or "vertical": together, and
/// axis by axis.
inline void add_sigma_controls(GraphBuilder& build, const std::string& more_help = {}) {
    build.control("sigma", "Sigma",
                  "Standard deviation of the blur in pixels, along both axes." + more_help,
                  {"horizontal*.sigma", "vertical*.sigma"});
    build.control("sigma-x", "Horizontal sigma",
                  "Standard deviation of the blur along rows, in pixels.", {"horizontal*.sigma"});
    build.control("sigma-y", "Vertical sigma",
                  "Standard deviation of the blur along columns, in pixels.", {"vertical*.sigma"});
}

}  // namespace weft::effects
