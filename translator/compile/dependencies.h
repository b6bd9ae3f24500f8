// What a compiled functor module was made of: the files behind a cache entry.
//
// A module's source is a header that includes others, so the request alone does not decide the
// bits. For such requests the cache holds two entries: under the request's key a list of all files
// that were read with their hashes, and under a key made of that list the object.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace weft {

/// One line per file: its hash, a blank, its path. Nothing when a file cannot be read or changed
/// after `since`, so that it is not known which contents were compiled.
std::optional<std::string> list_dependencies(const std::vector<std::string>& paths,
                                             std::chrono::system_clock::time_point since);

/// True while every file in a text made by list_dependencies() has the contents it had then.
bool dependencies_unchanged(const std::string& list);

}  // namespace weft
