// Whole files in and out, without streams or exceptions.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace weft {

/// The path by which this process reaches what a descriptor is of, whatever its name is by now.
std::string path_of(int descriptor);

/// All that is in an open file into `bytes`; false when it is no regular file that can be read.
bool read_all(int descriptor, std::string& bytes);

/// Nothing when `path` is no regular file that can be read; errno says why.
std::optional<std::string> read_file(const std::string& path);

/// Gives `take` the bytes of the file at `path` in parts, small enough for the processor's caches;
/// false when it is no regular file that can be read to its end.
bool read_in_parts(const std::string& path, const std::function<void(std::string_view)>& take);

/// Makes all folders of `path` that are not there, for this user alone; false, and errno, where it
/// is no folder in the end.
bool make_private_folders(const std::string& path);

/// Makes FOLDER/NAME, which appears whole or not at all, of what `fill` puts into the open file
/// that it is given, readable by this account alone. False, and errno, where `fill` gives false or
/// the file cannot be made: nothing is left of it then.
bool publish_file(const std::string& folder, const std::string& name,
                  const std::function<bool(int descriptor)>& fill);

/// Writes all of `bytes`; false on an error, which errno names.
bool write_all(int fd, std::string_view bytes);

}  // namespace weft
