// Small pictures for tests, written and read by OpenImageIO itself.
#pragma once

#include <string>
#include <vector>

#include <OpenImageIO/imageio.h>

namespace weft::test {

/// Values between 0 and 1 that differ from pixel to pixel and channel to channel.
std::vector<float> pattern(const OIIO::ImageSpec& spec);

/// Writes pattern(spec) to `path`; throws when it cannot.
void write_picture(const std::string& path, const OIIO::ImageSpec& spec);

/// The same for a plain picture.
void write_picture(const std::string& path, int width, int height, int channels,
                   const OIIO::TypeDesc& type);

/// Of channels that are no colours by their names: an effect is given all of them.
OIIO::ImageSpec unnamed_channels(int width, int height, int channels, const OIIO::TypeDesc& type);

struct ReadPicture {
    OIIO::ImageSpec spec;
    std::vector<float> values;  ///< interleaved
};

/// Reads the first part; throws when it cannot.
ReadPicture read_picture(const std::string& path);

}  // namespace weft::test
