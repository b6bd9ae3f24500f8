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
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// The folder that CompilerOptions::cache_dir means: itself, else $WEFT_CACHE_DIR, else
/// $XDG_CACHE_HOME/weft, else ~/.cache/weft. Empty when none of these is set.
std::string cache_folder(const std::string& configured);

/// Safe to call from several threads. Never fails: without a folder it holds nothing, and says so
/// once in notes().
class DiskCache {
  public:
    /// Touches nothing yet. An empty folder means no cache. Names beginning with a dot are the
    /// cache's own.
    DiskCache(std::string folder, std::size_t limit_bytes);

    struct Entry {
        std::string path;
        std::string bytes;  ///< without the trailer
    };

    /// Checked; nothing when absent or damaged.
    std::optional<Entry> find(const std::string& name);

    /// The path of the entry, or nothing when it could not be written.
    std::optional<std::string> store(const std::string& name, std::string_view bytes);

    /// What a person should know, once each: "cache folder X is not writable: ...".
    std::vector<std::string> notes() const;

  private:
    void note(const std::string& text);

    const std::string folder_;
    const std::size_t limit_;
    mutable std::mutex mutex_;
    std::vector<std::string> notes_;
};

/// Where `folder` holds more than `limit_bytes`, removes the least recently used entries, never the
/// one called `keep`, until a sixteenth is free; and temporary files that a crash left behind an
/// hour ago or earlier.
void prune(const std::string& folder, std::size_t limit_bytes, const std::string& keep);

}  // namespace weft
