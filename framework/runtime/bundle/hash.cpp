#include "runtime/bundle/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace weft {

std::uint64_t hash_bytes(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::uint64_t hash_bytes(const std::vector<std::byte>& bytes) {
    return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace weft
