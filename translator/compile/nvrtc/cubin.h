// What a cubin, the ELF file of a compiled GPU kernel, holds.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace weft {

/// Instructions of the machine code of `symbol`, for compute capability 7.0 or newer, without those
/// that do nothing and fill up its end; 0 where the cubin has no such code, or is cut short.
int instructions_in(const std::vector<std::byte>& cubin, std::string_view symbol);

}  // namespace weft
