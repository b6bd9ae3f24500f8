// Lists of files with their hashes.
#include "compile/dependencies.h"

#include <sstream>

#include <sys/stat.h>

#include "compile/cache_key.h"
#include "compile/file_bytes.h"

namespace weft {
namespace {

/// The clock of file times advances in steps, so that a change may be dated a little early.
constexpr auto kClockStep = std::chrono::milliseconds(20);

bool changed_since(const std::string& path, std::chrono::system_clock::time_point since) {
    struct stat info;
    if (stat(path.c_str(), &info) != 0) return true;
    const auto age =
        std::chrono::seconds(info.st_mtim.tv_sec) + std::chrono::nanoseconds(info.st_mtim.tv_nsec);
    return age + kClockStep >= since.time_since_epoch();
}

}  // namespace

std::optional<std::string> list_dependencies(const std::vector<std::string>& paths,
                                             std::chrono::system_clock::time_point since) {
    std::string list;
    for (const std::string& path : paths) {
        const std::optional<std::string> bytes = read_file(path);
        if (!bytes || changed_since(path, since) || path.find('\n') != std::string::npos)
            return std::nullopt;
        list += hash_digits(*bytes) + " " + path + "\n";
    }
    return list;
}

bool dependencies_unchanged(const std::string& list) {
    std::istringstream lines(list);
    for (std::string line; std::getline(lines, line);) {
        const auto blank = line.find(' ');
        if (blank == std::string::npos) return false;
        const std::optional<std::string> bytes = read_file(line.substr(blank + 1));
        if (!bytes || hash_digits(*bytes) != line.substr(0, blank)) return false;
    }
    return true;
}

}  // namespace weft
