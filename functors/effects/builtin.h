// The functors and effects that come with Weft.
#pragma once

#include <string>
#include <vector>

#include "graph/graph.h"

namespace weft {

/// All built-in functors, translated.
Library builtin_library();

/// An effect that comes with Weft.
struct Effect {
    std::string name;     ///< "degrain"
    std::string summary;  ///< one line
    Graph (*build)();     ///< with default parameters
    /// Tolerance of fast mode against the reference: |difference| <= absolute + relative*|value|
    /// for all but `outliers` of the pixels (for effects that threshold), stated and tested.
    double fast_absolute = 1e-5, fast_relative = 1e-5, fast_outliers = 0.0;
};

const std::vector<Effect>& builtin_effects();

/// Null when there is none of that name.
const Effect* find_effect(const std::string& name);

/// A graph of one functor with default parameters: "weft render SoftThreshold".
Graph graph_of(const FunctorType& type);

}  // namespace weft
