#include "pictures/oiio/file_rows.h"

#include <algorithm>
#include <cstring>

namespace weft {
namespace {

/// Rows of whole tiles around those that are wanted, of which the wanted are copied.
bool read_tile_rows(OIIO::ImageInput& input, const OIIO::ImageSpec& spec, int first, int last,
                    int first_channel, int last_channel, const OIIO::TypeDesc& type, std::byte* to,
                    OIIO::stride_t x_stride, OIIO::stride_t y_stride) {
    const bool native = type == OIIO::TypeDesc::UNKNOWN;
    const std::size_t pixel = native ? spec.pixel_bytes(first_channel, last_channel, true)
                                     : type.size() * (last_channel - first_channel);
    const std::size_t row = pixel * spec.width;
    std::vector<std::byte> tiles(row * spec.tile_height);
    for (int y = spec.y + (first - spec.y) / spec.tile_height * spec.tile_height; y < last;
         y += spec.tile_height) {
        const int end = std::min(y + spec.tile_height, spec.y + spec.height);
        if (!input.read_tiles(input.current_subimage(), 0, spec.x, spec.x + spec.width, y, end, 0,
                              1, first_channel, last_channel, type, tiles.data()))
            return false;
        for (int wanted = std::max(y, first); wanted < std::min(end, last); ++wanted) {
            const std::byte* from = tiles.data() + row * (wanted - y);
            std::byte* target = to + y_stride * (wanted - first);
            for (int x = 0; x < spec.width; ++x)
                std::memcpy(target + x_stride * x, from + pixel * x, pixel);
        }
    }
    return true;
}

}  // namespace

bool read_channel_rows(OIIO::ImageInput& input, int first, int last, int first_channel,
                       int last_channel, const OIIO::TypeDesc& type, std::byte* to,
                       OIIO::stride_t x_stride, OIIO::stride_t y_stride) {
    const OIIO::ImageSpec spec = input.spec();
    if (spec.tile_width > 0)
        return read_tile_rows(input, spec, first, last, first_channel, last_channel, type, to,
                              x_stride, y_stride);
    return input.read_scanlines(input.current_subimage(), 0, first, last, 0, first_channel,
                                last_channel, type, to, x_stride, y_stride);
}

std::vector<ChannelRun> runs_of(const std::vector<int>& channels) {
    std::vector<ChannelRun> runs;
    for (const int c : channels) {
        if (!runs.empty() && runs.back().last == c)
            ++runs.back().last;
        else
            runs.push_back({c, c + 1});
    }
    return runs;
}

}  // namespace weft
