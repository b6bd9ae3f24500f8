// A compiled kernel as a cache entry: a line of figures, then the cubin.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compile/nvrtc/device_compiler.h"

namespace weft {

std::string to_entry(const DeviceCode& code);

/// Nothing when `entry` is not what to_entry() writes.
std::optional<DeviceCode> from_entry(std::string_view entry);

}  // namespace weft
