// What a cubin, the ELF file of a compiled GPU kernel, holds.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace weft {

/// Bytes of the machine code of `symbol`; 0 where the cubin has none, or is cut short.
std::size_t code_bytes(const std::vector<std::byte>& cubin, std::string_view symbol);

/// Instructions in as many bytes of code: from compute capability 7.0 on each has 16.
constexpr std::size_t instructions_in(std::size_t bytes) { return bytes / 16; }

}  // namespace weft
