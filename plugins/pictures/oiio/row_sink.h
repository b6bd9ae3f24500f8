// Rows into a file, be it stored in scanlines or in tiles.
#pragma once

#include <string>
#include <vector>

#include <OpenImageIO/imageio.h>

namespace weft {

/// How many rows of a part to read or write at a time: enough for every thread of a codec, in
/// memory that hardly grows with the number of channels.
int rows_at_a_time(const OIIO::ImageSpec& spec);

/// Writes the rows of a part from the top. Of a tiled one the rows that fill no tile wait.
class RowSink {
  public:
    /// `spec`: of the part that is written next.
    explicit RowSink(const OIIO::ImageSpec& spec) : spec_(spec) {}

    /// Rows first <= y < last of the part, those after the ones before. Pixels are packed; `type`
    /// may be UNKNOWN: each channel in its own. The report of what failed, or "".
    std::string write(OIIO::ImageOutput& output, int first, int last, const OIIO::TypeDesc& type,
                      const std::byte* from, OIIO::stride_t y_stride);

  private:
    bool write_tiles(OIIO::ImageOutput& output, int first, int last, const OIIO::TypeDesc& type,
                     const std::byte* from, OIIO::stride_t y_stride) const;
    OIIO::stride_t pixel_bytes(const OIIO::TypeDesc& type) const;

    OIIO::ImageSpec spec_;
    std::vector<std::byte> waiting_;  ///< rows of a tile begun
};

}  // namespace weft
