// Keeping the disk cache within its limit.
#include <algorithm>
#include <ctime>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compile/disk_cache.h"

namespace weft {
namespace {

constexpr std::time_t kStaleSeconds = 3600;

struct Candidate {
    std::string name;
    timespec used;
    std::size_t size;
};

bool earlier(const Candidate& a, const Candidate& b) {
    if (a.used.tv_sec != b.used.tv_sec) return a.used.tv_sec < b.used.tv_sec;
    return a.used.tv_nsec < b.used.tv_nsec;
}

/// Only names of the cache's own making are ever removed: the folder may hold other things.
bool is_entry(const std::string& name) {
    const auto dot = name.find('.');
    return dot == 32 && name.find_first_not_of("0123456789abcdef") == dot;
}

}  // namespace

void prune(const std::string& folder, std::size_t limit_bytes, const std::string& keep) {
    DIR* directory = opendir(folder.c_str());
    if (!directory) return;
    const int at = dirfd(directory);
    const std::time_t now = std::time(nullptr);
    std::vector<Candidate> entries;
    std::size_t total = 0;
    while (const dirent* item = readdir(directory)) {
        const std::string name = item->d_name;
        struct stat info;
        const bool temporary = name.starts_with(".weft-");
        if (!temporary && !is_entry(name)) continue;
        if (fstatat(at, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0) continue;
        if (!S_ISREG(info.st_mode)) continue;
        if (temporary) {
            if (now - info.st_mtime >= kStaleSeconds) unlinkat(at, name.c_str(), 0);
            continue;
        }
        total += static_cast<std::size_t>(info.st_size);
        if (name != keep)
            entries.push_back({name, info.st_mtim, static_cast<std::size_t>(info.st_size)});
    }
    if (total > limit_bytes) {
        std::sort(entries.begin(), entries.end(), earlier);
        for (const Candidate& entry : entries) {
            if (total <= limit_bytes - limit_bytes / 16) break;
            if (unlinkat(at, entry.name.c_str(), 0) == 0) total -= entry.size;
        }
    }
    closedir(directory);
}

}  // namespace weft
