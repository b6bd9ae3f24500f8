// Truncated files that decoders take for whole ones.
#pragma once

#include <string>

namespace weft {

/// True when the file at `path`, which decoded without an error, ends before its picture does.
/// Looks at what the format's decoder does not: JPEG's end marker, and the size of uncompressed data.
bool is_truncated(const std::string& path, const std::string& file_kind);

}  // namespace weft
