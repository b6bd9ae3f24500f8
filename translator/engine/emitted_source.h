// A plan's kernels as source text, for people.
#pragma once

#include <string>
#include <vector>

#include "plan/plan.h"

namespace weft {

struct EmittedSource {
    struct Unit {
        std::vector<std::string> kernels;  ///< names of the plan's kernels that have this text
        std::string text;
    };
    std::string preamble;  ///< accessors and mathematics: C++ for Clang, or CUDA C++ for NVRTC
    std::vector<Unit> units;
};

/// The kernels of a CPU or GPU plan, each distinct text once. `timed`: CPU kernels with their
/// profiler (EngineOptions::timed).
EmittedSource emitted_source(const Plan& plan, const Library& library, bool timed);

}  // namespace weft
