// Table I of paper: border-partitioning: PTX instructions of a 13 x 13 bilateral filter, clamped.
#pragma once

#include <array>

#include "models/border_partition.h"

namespace weft {

inline constexpr double kTable1Naive = 4369;

/// The row "Total", by BorderRegion; of kChecked the naive kernel's.
inline constexpr std::array<double, kBorderRegions> kTable1 = {
    4321, 3816, 4336, 4314, 3813, 4326, 4337, 3831, 4350, kTable1Naive};

/// The row "and".
inline constexpr std::array<int, kBorderRegions> kTable1Conjunctions = {1, 2, 2, 4, 4,
                                                                        4, 3, 4, 4, 0};

}  // namespace weft
