// What functors and effects do to pictures with windows, alpha and channels of other kinds, found
// by running them.
#pragma once

#include <string>
#include <vector>

#include "graph/regions.h"

namespace weft::test {

/// What a graph makes of pictures that do not fill their frames, and of their channels, in words.
struct Treatment {
    std::string data_window;
    std::string frame;
    std::string alpha;
    std::string others;  ///< planes after alpha
};

/// Runs `graph` on small pictures, of which `name` is told where one is not as it ought to be: of
/// anything but zeros beyond a data window the running test is told too.
Treatment treatment_of(const std::string& name, const Graph& graph);

/// Whether whole numbers give whole numbers.
bool keeps_whole_numbers(const Graph& graph);

}  // namespace weft::test
