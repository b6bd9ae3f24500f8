// Names of cache entries, by xxHash.
#include "compile/cache_key.h"

#include <cstdio>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "compile/file_bytes.h"

namespace weft {
namespace {

std::string digits(XXH128_hash_t hash) {
    char text[33];
    std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                  static_cast<unsigned long long>(hash.low64));
    return text;
}

}  // namespace

std::string KeyBuilder::key() const { return hash_digits(text_); }

std::string hash_digits(std::string_view bytes) {
    return digits(XXH3_128bits(bytes.data(), bytes.size()));
}

std::optional<std::string> hash_of_file(const std::string& path) {
    XXH3_state_t state;
    XXH3_128bits_reset(&state);
    const bool whole = read_in_parts(path, [&](std::string_view part) {
        XXH3_128bits_update(&state, part.data(), part.size());
    });
    if (!whole) return std::nullopt;
    return digits(XXH3_128bits_digest(&state));
}

}  // namespace weft
