// Runs the weft command as a user does, bounded in time, and keeps what it said.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace weft::test {

struct Outcome {
    int code = -1;    ///< exit code, -1 when a signal ended it
    int signal = 0;   ///< the signal that ended it, 0: none
    std::string out;  ///< standard output
    std::string err;  ///< standard error
};

struct RunOptions {
    std::vector<std::pair<std::string, std::string>> environment = {};  ///< added to this process's
    long file_size_limit = 0;                                           ///< in bytes, 0: none
    /// When to send SIGINT, counted from when the program handles it; -1: never.
    int interrupt_after_ms = -1;
    int seconds = 60;          ///< killed after that: signal 9
    std::string program = {};  ///< empty: weft as it was built
};

/// Where weft was built.
const char* weft_path();

Outcome run_weft(const std::vector<std::string>& arguments, const RunOptions& options = {});

/// A new folder, removed with all it holds when it goes.
class ScratchFolder {
  public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    /// The names in it, hidden ones too, sorted.
    std::vector<std::string> listing() const;
    const std::filesystem::path& folder() const { return folder_; }

  private:
    std::filesystem::path folder_;
};

/// Writes bytes to a file; reads them.
void write_text(const std::string& path, const std::string& text);
std::string read_text(const std::string& path);

}  // namespace weft::test
