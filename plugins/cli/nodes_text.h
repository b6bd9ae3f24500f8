// Where the time of an effect went, for people and for programs.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "cli/bench_nodes.h"

namespace weft {

/// A heading, and a table of kernels and their sections in the order of the plan: milliseconds of
/// all threads together, shares of the whole, nanoseconds for each pixel of the picture.
std::string to_text(const NodesReport& report);

nlohmann::json to_json(const NodesReport& report);

}  // namespace weft
