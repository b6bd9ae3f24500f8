// Finding and publishing entries of the disk cache.
#include "compile/disk_cache.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <grp.h>
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

std::optional<gid_t> group_named(const std::string& name) {
    std::string names(4096, '\0');
    group found{}, *result = nullptr;
    while (getgrnam_r(name.c_str(), &found, names.data(), names.size(), &result) == ERANGE)
        names.resize(names.size() * 2);
    if (!result) return std::nullopt;
    return found.gr_gid;
}

bool of_this_account(const struct stat& info) {
    return info.st_uid == geteuid() || info.st_uid == 0;
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

std::string cache_group(const std::string& configured) {
    return configured.empty() ? environment("WEFT_CACHE_GROUP") : configured;
}

DiskCache::DiskCache(std::string folder, std::size_t limit_bytes, const CacheOwners& owners)
    : folder_(std::move(folder)), limit_(limit_bytes), installed_(owners.installed) {
    if (folder_.empty())
        note("no cache folder: set WEFT_CACHE_DIR or HOME to keep compiled kernels");
    if (owners.group.empty()) return;
    group_ = group_named(owners.group);
    if (!group_)
        note("this system has no group '" + owners.group + "': the cache is shared with nobody");
}

/// Whether nobody could have written the file in the folder whom this process does not trust.
bool DiskCache::counts(int folder, int file) {
    if (installed_) return true;
    struct stat in{}, entry{};
    if (fstat(folder, &in) != 0 || fstat(file, &entry) != 0) return false;
    const auto of_group = [&](const struct stat& info) { return group_ && info.st_gid == *group_; };
    const bool others_write =
        (entry.st_mode & S_IWOTH) != 0 || ((entry.st_mode & S_IWGRP) != 0 && !of_group(entry));
    // Who may write to the folder could have moved a file of the group's here.
    const bool groups_own = of_group(entry) && (in.st_mode & S_IWOTH) == 0 &&
                            (of_group(in) || (of_this_account(in) && (in.st_mode & S_IWGRP) == 0));
    if (!others_write && (of_this_account(entry) || groups_own)) return true;
    note("cache folder '" + folder_ +
         "' has entries that others own or can write; they are not used: to share a cache, name "
         "the group of those who do (--cache-group)");
    return false;
}

std::optional<DiskCache::Entry> DiskCache::find(const std::string& name) {
    if (folder_.empty()) return std::nullopt;
    const OpenFile folder(open(folder_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!folder) return std::nullopt;
    Entry entry{
        folder_ + "/" + name,
        {},
        OpenFile(openat(folder.descriptor(), name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK))};
    if (!entry.file || !counts(folder.descriptor(), entry.file.descriptor())) return std::nullopt;
    if (!read_all(entry.file.descriptor(), entry.bytes) || !check(name, entry.bytes))
        return std::nullopt;
    futimens(entry.file.descriptor(), nullptr);  // May fail: the folder may be read-only.
    return entry;
}

bool DiskCache::make_folder() {
    struct stat info;
    const bool there = stat(folder_.c_str(), &info) == 0;
    if (!make_private_folders(folder_)) return false;
    if (there || !group_) return true;
    // What is made in it belongs to the group, too.
    return chown(folder_.c_str(), static_cast<uid_t>(-1), *group_) == 0 &&
           chmod(folder_.c_str(), S_ISGID | 0770) == 0;
}

std::optional<DiskCache::Entry> DiskCache::store(const std::string& name, std::string_view bytes) {
    if (folder_.empty()) return std::nullopt;
    const Trailer t = trailer_of(name, bytes);
    OpenFile to_read;
    // Who shares it may also note that it was used.
    const auto fill = [&](int fd) {
        const bool written = write_all(fd, bytes) &&
                             write_all(fd, {reinterpret_cast<const char*>(&t), sizeof t}) &&
                             (!group_ || fchown(fd, static_cast<uid_t>(-1), *group_) == 0) &&
                             fchmod(fd, group_ ? 0660 : 0600) == 0;
        if (written) to_read = OpenFile(open(path_of(fd).c_str(), O_RDONLY | O_CLOEXEC));
        return written;
    };
    if (!make_folder() || !publish_file(folder_, name, fill)) {
        note("cache folder '" + folder_ + "' is not writable: " + std::strerror(errno) +
             "; kernels are compiled again each time");
        return std::nullopt;
    }
    if (calls_for_pruning(name, bytes.size() + sizeof(Trailer), limit_))
        prune(folder_, limit_, name);
    return Entry{folder_ + '/' + name, std::string(bytes), std::move(to_read)};
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
