// Shared libraries, read as files: which of them a program asks for, where they are, which they
// are. Nothing is loaded.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace weft {

/// What a program says of the libraries that it is linked with itself.
struct NeededLibraries {
    std::vector<std::string> names;    ///< "libLLVM.so.19.1"
    std::vector<std::string> folders;  ///< to look in first, as it says them: "$ORIGIN/lib"
};

/// Of the program at `path`, a 64-bit ELF file; of anything else, such as a script, empty.
NeededLibraries needed_libraries(const std::string& path);

/// Where the dynamic linker finds `name` for the program at the path `program`: in `folders`, as
/// needed_libraries() has them, then by its own list (/etc/ld.so.cache), then where libraries
/// usually are. Nothing of the environment counts.
std::optional<std::string> find_library(const std::string& name,
                                        const std::vector<std::string>& folders,
                                        const std::string& program);

/// Where libraries usually are, `more` (as $LD_LIBRARY_PATH) first.
std::vector<std::string> library_folders(const std::string& more);

/// The path of what is called `name` in a folder.
std::string in_folder(const std::string& folder, const std::string& name);

/// Differs between libraries that differ: the build ID that the linker made of its contents; where
/// it has none, its size and time. Empty where there is no such file.
std::string library_identity(const std::string& path);

}  // namespace weft
