// The disk cache: byte strings by name in one folder, shared by processes that know nothing of each
// other.
//
// An entry is one file NAME followed by a trailer:
//
//   offset from the end   -32 magic "WEFTENT1"   -24 size of the bytes (u64)   -16 XXH3-128
//
// The checksum covers the entry's name and its bytes. Shared objects are stored so: whatever
// follows the last section of an ELF file is ignored, so the entry itself can be loaded. Entries
// appear by rename, complete or not at all. One that does not check out is as good as absent, and
// the next store() replaces it. Reading sets the time of modification, by which the least recently
// used are removed when the folder exceeds its limit, which is looked at when some names are
// stored.
//
// Entries are code that will run, so what others could have put there is as good as absent: only
// entries of this account or root count, which nobody else can write. A checksum without a key
// protects from accidents alone. Accounts share a cache by a group that they are all in: then
// entries that belong to the group count as well, in a folder that only the group can write.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "compile/open_file.h"

namespace weft {

/// The folder that CompilerOptions::cache_dir means: itself, else $WEFT_CACHE_DIR, else
/// $XDG_CACHE_HOME/weft, else ~/.cache/weft. Empty when none of these is set.
std::string cache_folder(const std::string& configured);

/// Whose entries count besides those of this account and root.
struct CacheOwners {
    /// Accounts of this group read, write and trust each other's entries; "": none do.
    std::string group = {};
    /// The folder is part of an installed program, and counts as that does, whoever installed it.
    bool installed = false;
};

/// The group that CompilerOptions::cache_group means: itself, else $WEFT_CACHE_GROUP, else none.
std::string cache_group(const std::string& configured);

/// Safe to call from several threads. Never fails: without a folder it holds nothing, and says so
/// once in notes().
class DiskCache {
  public:
    /// Touches nothing yet. An empty folder means no cache. Names beginning with a dot are the
    /// cache's own. A group that this system does not know is as none, and a note.
    DiskCache(std::string folder, std::size_t limit_bytes, const CacheOwners& owners = {});

    struct Entry {
        std::string path;
        std::string bytes;  ///< without the trailer
        OpenFile file;      ///< the very file that was read and checked
    };

    /// Checked; nothing when absent, damaged, or of somebody else.
    std::optional<Entry> find(const std::string& name);

    /// The entry as it was written, or nothing when it could not be.
    std::optional<Entry> store(const std::string& name, std::string_view bytes);

    /// What a person should know, once each: "cache folder X is not writable: ...".
    std::vector<std::string> notes() const;

  private:
    void note(const std::string& text);
    bool make_folder();
    bool counts(int folder, int file);

    const std::string folder_;
    const std::size_t limit_;
    const bool installed_;
    std::optional<gid_t> group_;
    mutable std::mutex mutex_;
    std::vector<std::string> notes_;
};

/// Where `folder` holds more than `limit_bytes`, removes the least recently used entries, never the
/// one called `keep`, until a sixteenth is free; and temporary files that a crash left behind an
/// hour ago or earlier.
void prune(const std::string& folder, std::size_t limit_bytes, const std::string& keep);

}  // namespace weft
