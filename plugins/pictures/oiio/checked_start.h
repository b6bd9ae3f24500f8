// Headers held against their files, before and after a decoder has read them.
#pragma once

#include <atomic>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include <OpenImageIO/imageio.h>

#include "pictures/header_check.h"

namespace weft {

/// A file, opened to look at its header before a decoder does.
class CheckedStart {
  public:
    explicit CheckedStart(const std::string& path);
    CheckedStart(const CheckedStart&) = delete;
    CheckedStart& operator=(const CheckedStart&) = delete;

    const FileStart& file() const { return file_; }
    /// What is told once its reader is known, or "".
    std::string trouble_told_by(const OIIO::ImageInput& input);

  private:
    std::vector<std::byte> read(std::uint64_t from, std::uint64_t count);

    std::ifstream stream_;
    std::vector<std::byte> bytes_;
    FileStart file_;
};

/// Whether headers are believed whatever they promise: PictureIO::allow_any_size().
std::atomic<bool>& any_size();

/// Why the file cannot hold so many channels of the part that `input` is at, or "".
std::string part_trouble(const std::string& path, const OIIO::ImageInput& input,
                         std::size_t channels);

}  // namespace weft
