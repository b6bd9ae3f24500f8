// Folders for tests to write in.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace weft::test {

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
