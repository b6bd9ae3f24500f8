// The hash that bundles are checked by: XXH3, 64 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace weft {

std::uint64_t hash_bytes(std::string_view bytes);
std::uint64_t hash_bytes(const std::vector<std::byte>& bytes);

}  // namespace weft
