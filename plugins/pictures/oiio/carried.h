// The layers and parts of a file that a new one keeps as they are.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <OpenImageIO/imageio.h>

#include "pictures/picture_file.h"

namespace weft {

/// A source file beside a file being written. Its part that was read is written row by row, the new
/// channels in place of those that were read; its other parts are copied. Pixels, types, names and
/// metadata stay; tiles become scanlines.
class CarriedFile {
  public:
    /// `spec`: that of the new channels alone. kInput: the source cannot be read any more.
    static Result<CarriedFile> open(const PictureInfo& source, const OIIO::ImageSpec& spec);

    /// Of all parts of the new file, in order.
    const std::vector<OIIO::ImageSpec>& specs() const { return specs_; }

    /// Opens the new file and copies the parts before the one that was read. The report of what
    /// failed, or "".
    std::string begin(OIIO::ImageOutput& output, const std::string& path);

    /// Rows as specs()[part] has them, in each channel's own type, with the new channels from
    /// `rows`.
    std::string join(const PictureView& rows, std::vector<std::byte>& joined);

    /// Copies the parts after the one that was read.
    std::string end(OIIO::ImageOutput& output, const std::string& path);

  private:
    std::string copy_parts(OIIO::ImageOutput& output, const std::string& path, int first, int last);

    std::unique_ptr<OIIO::ImageInput> input_;
    std::vector<OIIO::ImageSpec> specs_;
    int part_ = 0;
    std::vector<int> replaced_;  ///< channels of the part
};

}  // namespace weft
