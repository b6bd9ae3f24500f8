// A compiled kernel as a cache entry: what NVRTC gave, and nothing that Weft made of it, so that
// another Weft reads it in its own way. A line with the size of the log, the log, the cubin.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

struct NvrtcOutput {
    std::vector<std::byte> cubin;
    std::string log;  ///< with ptxas's counts
};

std::string to_entry(const NvrtcOutput& output);

/// Nothing when `entry` is not what to_entry() writes.
std::optional<NvrtcOutput> from_entry(std::string_view entry);

}  // namespace weft
