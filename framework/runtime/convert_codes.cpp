// Rows of codes to and from pictures: samples move as they are stored, or by way of floats.
#include <algorithm>
#include <array>
#include <cstring>

#include "runtime/convert.h"
#include "runtime/convert_rows.h"

namespace weft {

namespace {

template <class Code>
constexpr SampleFormat kFormatOf = sizeof(Code) == 1 ? SampleFormat::kU8 : SampleFormat::kU16;

void to_floats(const std::uint8_t* from, int count, float* to) { load_u8(from, count, to); }
void to_floats(const std::uint16_t* from, int count, float* to) { load_u16(from, count, to); }

/// Pixels of 3 or 4 neighbouring codes, which are what the view stores.
template <class Code>
bool has_pixels(const PictureView& view) {
    return is_interleaved(view) &&
           reinterpret_cast<std::uintptr_t>(view.base) % alignof(Code) == 0 &&
           view.y_stride % static_cast<std::ptrdiff_t>(alignof(Code)) == 0;
}

template <class Code>
void load_one(const PictureView& view, int y, int plane, int x0, int x1, Code* to) {
    const std::byte* const from = view.at(x0, y, plane);
    const auto count = static_cast<std::size_t>(x1 - x0);
    if (view.x_stride == sizeof(Code)) {
        std::memcpy(to, from, count * sizeof(Code));
        return;
    }
    for (std::size_t i = 0; i < count; ++i)
        std::memcpy(to + i, from + static_cast<std::ptrdiff_t>(i) * view.x_stride, sizeof(Code));
}

template <class Code>
void load_all(const PictureView& view, int y, int x0, int x1, Code* const* to) {
    if (!has_pixels<Code>(view)) {
        for (int p = 0; p < view.planes; ++p) load_one(view, y, p, x0, x1, to[p]);
        return;
    }
    split(reinterpret_cast<const Code*>(view.at(x0, y, 0)), view.planes, x1 - x0, to, 0);
}

constexpr int kBlockCodes = 2048;

template <class Code>
void store_one(const PictureView& view, int y, int plane, int x0, int x1, const Code* from,
               Stores stores) {
    std::byte* const to = view.at(x0, y, plane);
    const auto count = static_cast<std::size_t>(x1 - x0);
    if (view.format != kFormatOf<Code>) {
        std::array<float, kBlockCodes> block;
        for (int x = x0; x < x1; x += kBlockCodes) {
            const int n = std::min(kBlockCodes, x1 - x);
            to_floats(from + (x - x0), n, block.data());
            store_row(view, y, plane, x, x + n, block.data(), stores);
        }
    } else if (view.x_stride == sizeof(Code)) {
        if (stores == Stores::kNonTemporal)
            stream_bytes(reinterpret_cast<const std::byte*>(from), count * sizeof(Code), to);
        else
            std::memcpy(to, from, count * sizeof(Code));
    } else {
        for (std::size_t i = 0; i < count; ++i)
            std::memcpy(to + static_cast<std::ptrdiff_t>(i) * view.x_stride, from + i,
                        sizeof(Code));
    }
}

template <class Code>
void store_all(const PictureView& view, int y, int x0, int x1, const Code* const* from,
               Stores stores) {
    if (view.format != kFormatOf<Code> || !has_pixels<Code>(view)) {
        for (int p = 0; p < view.planes; ++p) store_one(view, y, p, x0, x1, from[p], stores);
        return;
    }
    join(from, 0, view.planes, x1 - x0, reinterpret_cast<Code*>(view.at(x0, y, 0)));
}

}  // namespace

void load_row(const PictureView& view, int y, int plane, int x0, int x1, std::uint8_t* to) {
    load_one(view, y, plane, x0, x1, to);
}
void load_row(const PictureView& view, int y, int plane, int x0, int x1, std::uint16_t* to) {
    load_one(view, y, plane, x0, x1, to);
}
void load_rows(const PictureView& view, int y, int x0, int x1, std::uint8_t* const* to) {
    load_all(view, y, x0, x1, to);
}
void load_rows(const PictureView& view, int y, int x0, int x1, std::uint16_t* const* to) {
    load_all(view, y, x0, x1, to);
}
void store_row(const PictureView& view, int y, int plane, int x0, int x1, const std::uint8_t* from,
               Stores stores) {
    store_one(view, y, plane, x0, x1, from, stores);
}
void store_row(const PictureView& view, int y, int plane, int x0, int x1, const std::uint16_t* from,
               Stores stores) {
    store_one(view, y, plane, x0, x1, from, stores);
}
void store_rows(const PictureView& view, int y, int x0, int x1, const std::uint8_t* const* from,
                Stores stores) {
    store_all(view, y, x0, x1, from, stores);
}
void store_rows(const PictureView& view, int y, int x0, int x1, const std::uint16_t* const* from,
                Stores stores) {
    store_all(view, y, x0, x1, from, stores);
}

}  // namespace weft
