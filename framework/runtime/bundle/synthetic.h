// Pictures made from a seed, and hashes of pictures: a bundle is tested with them where there are
// neither picture files nor a reference.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/picture.h"

namespace weft {

/// Noise on squares of even brightness, all within [0, 1): the same bits on every machine.
Picture synthetic_picture(const Rect& domain, int planes, std::uint64_t seed);

/// The seed of input `i` of a run that was given `seed`.
constexpr std::uint64_t input_seed(std::uint64_t seed, std::size_t i) {
    return seed + 0x9e3779b97f4a7c15ull * (i + 1);
}

/// One hash for each band of `rows` rows, over all planes; all NaNs are alike.
std::vector<std::uint64_t> band_hashes(const Picture& picture, int rows);

}  // namespace weft
