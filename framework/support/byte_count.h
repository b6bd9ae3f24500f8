// Bytes in megabytes, of 2^20 bytes each.
#pragma once

#include <cstddef>

namespace weft {

constexpr double kMegabyte = 1 << 20;

constexpr double megabytes(std::size_t bytes) { return static_cast<double>(bytes) / kMegabyte; }

}  // namespace weft
