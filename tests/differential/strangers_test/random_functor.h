// Prints functors with random control flow: what a translator's masks must survive.
#pragma once

#include <cstdint>
#include <string>

namespace weft::test {

/// A header with `count` functors within the subset, named RandomSEED_0, RandomSEED_1, ...
/// All loops end, for any samples. The same seed gives the same text.
std::string random_functors(std::uint32_t seed, int count);

}  // namespace weft::test
