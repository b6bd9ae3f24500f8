#include "runtime/bundle/synthetic.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>

#include "runtime/bundle/hash.h"

namespace weft {

namespace {

constexpr int kSquare = 48;  ///< pixels of a square's side

/// A well-mixed function of its argument (the finaliser of MurmurHash3).
constexpr std::uint64_t mix(std::uint64_t n) {
    n = (n ^ (n >> 33)) * 0xff51afd7ed558ccdull;
    n = (n ^ (n >> 33)) * 0xc4ceb9fe1a85ec53ull;
    return n ^ (n >> 33);
}

/// 24 bits for a place.
constexpr unsigned bits24(std::uint64_t seed, int plane, int y, int x) {
    const std::uint64_t place = static_cast<std::uint64_t>(static_cast<std::uint32_t>(y)) << 32 |
                                static_cast<std::uint32_t>(x);
    return static_cast<unsigned>(mix(mix(seed + static_cast<unsigned>(plane)) ^ place) >> 40);
}

}  // namespace

Picture synthetic_picture(const Rect& domain, int planes, std::uint64_t seed) {
    Picture picture(domain, planes);
    for (int p = 0; p < planes; ++p)
        for (int y = domain.y0; y < domain.y1; ++y)
            for (int x = domain.x0; x < domain.x1; ++x) {
                const unsigned square =
                    bits24(~seed, p, (y - domain.y0) / kSquare, (x - domain.x0) / kSquare);
                const unsigned noise = bits24(seed, p, y - domain.y0, x - domain.x0);
                const unsigned mixed = (3 * square + noise) / 4;
                picture.at(x, y, p) = static_cast<float>(mixed) * 0x1p-24f;
            }
    return picture;
}

std::vector<std::uint64_t> band_hashes(const Picture& picture, int rows) {
    const Rect domain = picture.domain();
    std::vector<std::uint64_t> hashes;
    std::vector<std::uint32_t> bits;
    for (int first = domain.y0; first < domain.y1; first += rows) {
        bits.clear();
        for (int p = 0; p < picture.planes(); ++p)
            for (int y = first; y < std::min(first + rows, domain.y1); ++y)
                for (int x = domain.x0; x < domain.x1; ++x) {
                    const float value = picture.at(x, y, p);
                    bits.push_back(std::isnan(value) ? 0x7fc00000u
                                                     : std::bit_cast<std::uint32_t>(value));
                }
        hashes.push_back(hash_bytes(std::string_view(reinterpret_cast<const char*>(bits.data()),
                                                     bits.size() * sizeof(std::uint32_t))));
    }
    return hashes;
}

}  // namespace weft
