#include "compile/compiler_identity.h"

#include <map>
#include <mutex>
#include <vector>

#include <fmt/format.h>
#include <sys/stat.h>

#include "compile/cache_key.h"
#include "compile/shared_libraries.h"

namespace weft {
namespace {

/// Differs once the file at `path` has been replaced or written to; empty where there is none.
std::string version_of_file(const std::string& path) {
    struct stat info;
    if (stat(path.c_str(), &info) != 0) return {};
    return fmt::format("{} {} {} {}.{} {}.{}", info.st_dev, info.st_ino, info.st_size,
                       info.st_mtim.tv_sec, info.st_mtim.tv_nsec, info.st_ctim.tv_sec,
                       info.st_ctim.tv_nsec);
}

/// What was seen when a compiler was looked at: its own file, then its libraries.
struct Seen {
    std::vector<std::string> paths, versions;
    std::string identity;

    bool still_holds() const {
        for (std::size_t i = 0; i < paths.size(); ++i)
            if (version_of_file(paths[i]) != versions[i]) return false;
        return !paths.empty();
    }
};

bool compiles(const std::string& library) {
    for (const char* begins : {"libLLVM", "libclang", "liblld"})
        if (library.starts_with(begins)) return true;
    return false;
}

Seen look_at(const std::string& path) {
    Seen seen;
    const auto see = [&](const std::string& file) {
        seen.paths.push_back(file);
        seen.versions.push_back(version_of_file(file));
    };
    see(path);
    if (seen.versions.front().empty()) return {};
    KeyBuilder key;
    key.add(hash_of_file(path).value_or(path + " " + seen.versions.front()));
    const NeededLibraries needed = needed_libraries(path);
    for (const std::string& name : needed.names) {
        if (!compiles(name)) continue;
        const auto library = find_library(name, needed.folders, path);
        if (library) see(*library);
        key.add(name).add(library ? library_identity(*library) : std::string());
    }
    seen.identity = key.key();
    return seen;
}

}  // namespace

std::string compiler_identity(const std::string& path) {
    static std::mutex mutex;
    static std::map<std::string, Seen> known;
    const std::lock_guard lock(mutex);
    Seen& seen = known[path];
    if (!seen.still_holds()) seen = look_at(path);
    return seen.identity;
}

}  // namespace weft
