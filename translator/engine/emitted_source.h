// A plan's kernels as source text, for people.
#pragma once

#include <string>
#include <vector>

#include "plan/plan.h"

namespace weft {

struct EmittedSource {
    struct Unit {
        std::vector<std::string> kernels;  ///< names of the plan's kernels that it is the text of
        std::string text;
    };
    std::string preamble;  ///< accessors and mathematics: C++ for Clang, or CUDA C++ for NVRTC
    std::vector<Unit> units;
};

/// Of a plan for the CPU, or for a GPU; each distinct kernel once. `timed`: as kernels of the CPU
/// are that count what each node takes.
EmittedSource emitted_source(const Plan& plan, const Library& library, bool timed);

}  // namespace weft
