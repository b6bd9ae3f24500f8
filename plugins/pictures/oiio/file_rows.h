// Rows of some channels of a file, be it stored in scanlines or in tiles.
#pragma once

#include <vector>

#include <OpenImageIO/imageio.h>

namespace weft {

/// Reads rows first <= y < last of channels first_channel <= c < last_channel of the part that
/// `input` is at. `type` may be UNKNOWN: each channel in its own type, packed; then x_stride is
/// their size. False where it fails: `input` says why.
bool read_channel_rows(OIIO::ImageInput& input, int first, int last, int first_channel,
                       int last_channel, const OIIO::TypeDesc& type, std::byte* to,
                       OIIO::stride_t x_stride, OIIO::stride_t y_stride);

/// Neighbouring channels among those listed.
struct ChannelRun {
    int first = 0, last = 0;  ///< first <= c < last
};
std::vector<ChannelRun> runs_of(const std::vector<int>& channels);

}  // namespace weft
