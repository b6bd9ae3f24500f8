// Metadata: what is kept of the input's, and what would become false and is not.
#pragma once

#include <OpenImageIO/imageio.h>

#include "pictures/picture_file.h"

namespace weft {

/// The header of the file a picture was read from.
class HeaderMetadata final : public Metadata {
  public:
    explicit HeaderMetadata(const OIIO::ImageSpec& spec) : spec_(spec) {}
    std::vector<std::pair<std::string, std::string>> entries() const override;
    const OIIO::ImageSpec& spec() const { return spec_; }

  private:
    OIIO::ImageSpec spec_;
};

/// Adds to `spec` the attributes of `source` that hold for the new picture too. Left out: how the
/// old file was laid out (parts, tiles, mip levels, line order), what was computed from the old
/// pixels (thumbnails, checksums, averages), the old size, and what belongs to another format.
/// Compression is kept between files of one format; which views there are, where all channels are
/// (`keeps_channels`).
void carry_metadata(const PictureInfo& source, const std::string& file_kind, bool keeps_channels,
                    OIIO::ImageSpec& spec);

/// Says who wrote the picture; and adds that to the history of those who did, where there is one.
void set_software(const std::string& software, OIIO::ImageSpec& spec);

/// Has `spec` stored in tiles where a source of the same format is, of the same size.
void carry_tiles(const PictureInfo& source, const std::string& file_kind, OIIO::ImageSpec& spec);

}  // namespace weft
