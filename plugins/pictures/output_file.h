// An output that appears whole or not at all: a temporary file beside the target, then a rename.
#pragma once

#include <string>
#include <vector>

#include "support/result.h"

namespace weft {

/// Checks early, before anything is computed, that `target` can become a picture: its folder is
/// there and writable, and the target is absent or a regular file. kOutput errors.
Status check_target(const std::string& target);

/// Removes the temporary files that killed processes left beside `targets`; how many there were.
/// Nobody else may be writing these targets.
int remove_abandoned(const std::vector<std::string>& targets);

/// Whether an output may take the place of a file that is there.
enum class Replace { kAlways, kNever };

/// A file that takes the target's place when committed, and vanishes otherwise.
class OutputFile {
  public:
    /// Creates ".NAME.weft-tmp-PID.EXT" beside the target (beside what it points to, for a link,
    /// be that there or not).
    static Result<OutputFile> create(const std::string& target);

    OutputFile(OutputFile&& other) noexcept;
    OutputFile& operator=(OutputFile&&) = delete;
    /// Removes the temporary file unless committed.
    ~OutputFile();

    /// Where to write meanwhile. It has the target's extension.
    const std::string& path() const { return path_; }

    /// Flushes the file to the disk and renames it over the target, whose permissions it keeps.
    /// With kNever a target that is there meanwhile stays, and that is an error.
    Status commit(Replace replace = Replace::kAlways);

  private:
    OutputFile(std::string target, std::string path)
        : target_(std::move(target)), path_(std::move(path)) {}
    std::string target_, path_;
};

}  // namespace weft
