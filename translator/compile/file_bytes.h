// Whole files in and out, without streams or exceptions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace weft {

/// Nothing when `path` is no regular file that can be read; errno says why.
std::optional<std::string> read_file(const std::string& path);

/// Writes all of `bytes`; false on an error, which errno names.
bool write_all(int fd, std::string_view bytes);

}  // namespace weft
