#include "pictures/oiio/row_sink.h"

#include <algorithm>

#include "pictures/oiio/oiio_io.h"

namespace weft {

int rows_at_a_time(const OIIO::ImageSpec& spec) {
    constexpr std::size_t kBytes = std::size_t{48} << 20;
    const std::size_t row = spec.pixel_bytes(true) * static_cast<std::size_t>(spec.width);
    const std::size_t rows = kBytes / std::max<std::size_t>(1, row);
    return static_cast<int>(std::clamp<std::size_t>(rows / 32 * 32, 32, 256));
}

OIIO::stride_t RowSink::pixel_bytes(const OIIO::TypeDesc& type) const {
    return static_cast<OIIO::stride_t>(type == OIIO::TypeDesc::UNKNOWN
                                           ? spec_.pixel_bytes(true)
                                           : type.size() * static_cast<size_t>(spec_.nchannels));
}

bool RowSink::write_tiles(OIIO::ImageOutput& output, int first, int last,
                          const OIIO::TypeDesc& type, const std::byte* from,
                          OIIO::stride_t y_stride) const {
    return output.write_tiles(spec_.x, spec_.x + spec_.width, first, last, spec_.z, spec_.z + 1,
                              type, from, pixel_bytes(type), y_stride);
}

std::string RowSink::write(OIIO::ImageOutput& output, int first, int last,
                           const OIIO::TypeDesc& type, const std::byte* from,
                           OIIO::stride_t y_stride) {
    const auto report = [&](bool written) {
        return written ? std::string() : first_line(output.geterror());
    };
    if (spec_.tile_width == 0)
        return report(
            output.write_scanlines(first, last, spec_.z, type, from, pixel_bytes(type), y_stride));
    const int tile = spec_.tile_height, bottom = spec_.y + spec_.height;
    const OIIO::stride_t row = pixel_bytes(type) * spec_.width;
    for (int y = first; y < last;) {
        const std::byte* const here = from + y_stride * (y - first);
        const int within = (y - spec_.y) % tile;
        const int whole = last == bottom ? last : last - (last - spec_.y) % tile;
        if (within == 0 && whole > y) {
            if (!write_tiles(output, y, whole, type, here, y_stride)) return report(false);
            y = whole;
            continue;
        }
        const int end = std::min(y - within + tile, bottom), next = std::min(end, last);
        for (int i = y; i < next; ++i)
            waiting_.insert(waiting_.end(), from + y_stride * (i - first),
                            from + y_stride * (i - first) + row);
        if (next == end) {
            if (!write_tiles(output, y - within, end, type, waiting_.data(), row))
                return report(false);
            waiting_.clear();
        }
        y = next;
    }
    return {};
}

}  // namespace weft
