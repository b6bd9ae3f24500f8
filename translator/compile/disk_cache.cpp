// Finding and publishing entries of the disk cache.
#include "compile/disk_cache.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compile/cache_key.h"
#include "compile/file_bytes.h"
#include "support/environment.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace weft {
namespace {

constexpr char kMagic[8] = {'W', 'E', 'F', 'T', 'E', 'N', 'T', '1'};

struct Trailer {
    char magic[8];
    std::uint64_t size;
    std::uint64_t low, high;
};
static_assert(sizeof(Trailer) == 32);

Trailer trailer_of(const std::string& name, std::string_view bytes) {
    Trailer t;
    std::memcpy(t.magic, kMagic, sizeof kMagic);
    t.size = bytes.size();
    const XXH64_hash_t seed = XXH3_64bits(name.data(), name.size());
    const XXH128_hash_t hash = XXH3_128bits_withSeed(bytes.data(), bytes.size(), seed);
    t.low = hash.low64;
    t.high = hash.high64;
    return t;
}

/// Cuts the trailer off; false when it is not that of `bytes`.
bool check(const std::string& name, std::string& bytes) {
    if (bytes.size() < sizeof(Trailer)) return false;
    Trailer seen;
    std::memcpy(&seen, bytes.data() + bytes.size() - sizeof seen, sizeof seen);
    bytes.resize(bytes.size() - sizeof seen);
    const Trailer expected = trailer_of(name, bytes);
    return std::memcmp(&seen, &expected, sizeof seen) == 0;
}

/// All folders of `path`; true when it is one in the end. New ones are for this user alone.
bool make_folders(const std::string& path) {
    struct stat info;
    if (stat(path.c_str(), &info) == 0) {
        if (S_ISDIR(info.st_mode)) return true;
        errno = ENOTDIR;
        return false;
    }
    if (errno != ENOENT) return false;
    const auto slash = path.find_last_of('/');
    if (slash != std::string::npos && slash > 0 && !make_folders(path.substr(0, slash)))
        return false;
    return mkdir(path.c_str(), 0700) == 0 || errno == EEXIST;
}

/// Looking through a full folder takes as long as a compile. So one entry in many does it, whoever
/// stores it: as many as make up a 64th of the limit, for names are hashes and fall anywhere.
bool calls_for_pruning(const std::string& name, std::size_t bytes, std::size_t limit) {
    const unsigned long first = std::strtoul(name.substr(0, 8).c_str(), nullptr, 16);
    const double place = static_cast<double>(first) / 0x1p32;
    return place * static_cast<double>(limit) < 64.0 * static_cast<double>(bytes);
}

}  // namespace

std::string cache_folder(const std::string& configured) {
    if (!configured.empty()) return configured;
    if (const std::string own = environment("WEFT_CACHE_DIR"); !own.empty()) return own;
    if (const std::string xdg = environment("XDG_CACHE_HOME"); !xdg.empty()) return xdg + "/weft";
    if (const std::string home = environment("HOME"); !home.empty()) return home + "/.cache/weft";
    return {};
}

DiskCache::DiskCache(std::string folder, std::size_t limit_bytes)
    : folder_(std::move(folder)), limit_(limit_bytes) {
    if (folder_.empty())
        note("no cache folder: set WEFT_CACHE_DIR or HOME to keep compiled kernels");
}

std::optional<DiskCache::Entry> DiskCache::find(const std::string& name) {
    if (folder_.empty()) return std::nullopt;
    Entry entry{folder_ + "/" + name, {}};
    std::optional<std::string> bytes = read_file(entry.path);
    if (!bytes || !check(name, *bytes)) return std::nullopt;
    utimensat(AT_FDCWD, entry.path.c_str(), nullptr, 0);  // May fail: the folder may be read-only.
    entry.bytes = std::move(*bytes);
    return entry;
}

std::optional<std::string> DiskCache::store(const std::string& name, std::string_view bytes) {
    if (folder_.empty()) return std::nullopt;
    std::string temporary = folder_ + "/.weft-XXXXXX";
    const int fd = make_folders(folder_) ? mkostemp(temporary.data(), O_CLOEXEC) : -1;
    bool written = false;
    int why = errno;
    std::string path = folder_ + "/" + name;
    if (fd >= 0) {
        const Trailer t = trailer_of(name, bytes);
        written = write_all(fd, bytes) &&
                  write_all(fd, {reinterpret_cast<const char*>(&t), sizeof t}) &&
                  fchmod(fd, 0600) == 0;
        why = errno;
        if (close(fd) != 0 && written) written = false, why = errno;
        if (written && rename(temporary.c_str(), path.c_str()) != 0) written = false, why = errno;
        if (!written) unlink(temporary.c_str());
    }
    if (!written) {
        note("cache folder '" + folder_ + "' is not writable: " + std::strerror(why) +
             "; kernels are compiled again each time");
        return std::nullopt;
    }
    if (calls_for_pruning(name, bytes.size() + sizeof(Trailer), limit_))
        prune(folder_, limit_, name);
    return path;
}

std::vector<std::string> DiskCache::notes() const {
    const std::lock_guard lock(mutex_);
    return notes_;
}

void DiskCache::note(const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (std::find(notes_.begin(), notes_.end(), text) == notes_.end()) notes_.push_back(text);
}

}  // namespace weft
