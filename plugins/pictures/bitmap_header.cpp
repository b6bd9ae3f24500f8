// Headers of BMP, Targa, SGI, GIF and ICO.
#include <algorithm>

#include <fmt/format.h>

#include "pictures/header_bytes.h"

namespace weft {
namespace {

constexpr std::uint64_t kSgiHeader = 512;

struct SgiHeader {
    std::uint32_t bytes = 0, dimensions = 0;
    std::uint64_t width = 0, height = 0, channels = 0;
};

SgiHeader sgi_header(const HeaderBytes& header) {
    SgiHeader sgi{header.u8(3), header.u16(4), header.u16(6), 1, 1};
    if (sgi.dimensions >= 2) sgi.height = header.u16(8);
    if (sgi.dimensions >= 3) sgi.channels = header.u16(10);
    return sgi;
}

/// Whether a run-length encoded row is just as long as it should be: the decoder trusts it.
bool unpacks_to(const HeaderBytes& file, std::uint64_t begin, std::uint64_t length,
                std::uint64_t bytes, std::uint64_t width) {
    std::uint64_t at = begin, pixels = 0;
    const std::uint64_t end = begin + length;
    while (at + bytes <= end) {
        const std::uint32_t code = file.u8(at + bytes - 1);
        at += bytes;
        const std::uint32_t count = code & 0x7f;
        if (count == 0) break;
        at += (code & 0x80) != 0 ? count * bytes : bytes;
        pixels += count;
    }
    return at == end && pixels == width;
}

std::string sgi_rle_trouble(const FileStart& file, const HeaderBytes& header,
                            const SgiHeader& sgi) {
    // Two tables, of places and of lengths, one row of a channel after the other.
    const std::uint64_t rows = std::uint64_t{header.u16(8)} * header.u16(10);
    if (rows < sgi.height * sgi.channels || kSgiHeader + rows * 8 > file.size)
        return fmt::format(
            "its header promises a table of {} rows, and the file has {} bytes; it is "
            "damaged or cut short, write it again",
            rows, file.size);
    for (std::uint64_t i = 0; i < sgi.height * sgi.channels; ++i) {
        const std::uint64_t begin = header.u32(kSgiHeader + i * 4);
        const std::uint64_t length = header.u32(kSgiHeader + (rows + i) * 4);
        if (begin + length > file.size || !unpacks_to(header, begin, length, sgi.bytes, sgi.width))
            return fmt::format(
                "row {} of channel {} is not as its header says; the file is damaged "
                "or cut short, write it again",
                i % sgi.height, i / sgi.height);
    }
    return {};
}

/// Whether all of a palette is, which its decoder takes for a picture of one channel.
bool is_all_grey(const HeaderBytes& header, std::size_t at, std::uint32_t colours) {
    if (colours == 0 || colours > 256) colours = 256;
    for (std::uint32_t i = 0; i < colours; ++i, at += 4)
        if (header.u8(at) != header.u8(at + 1) || header.u8(at) != header.u8(at + 2)) return false;
    return true;
}

}  // namespace

bool is_sgi_rle(const FileStart& file) {
    return begins_with(file, std::string_view("\x01\xda\x01", 3));
}

std::string sgi_trouble(const FileStart& file) {
    if (file.size < kSgiHeader) return short_header(file, kSgiHeader);
    const HeaderBytes header(file.bytes, std::endian::big);
    const SgiHeader sgi = sgi_header(header);
    if (sgi.bytes != 1 && sgi.bytes != 2)
        return fmt::format("its samples have {} bytes; expected 1 or 2", sgi.bytes);
    if (is_sgi_rle(file)) return sgi_rle_trouble(file, header, sgi);
    return missing_rows({sgi.width, sgi.height, kSgiHeader, sgi.width * sgi.channels * sgi.bytes},
                        file.size);
}

std::string bmp_trouble(const FileStart& file) {
    constexpr std::uint32_t kOs2 = 12;
    const HeaderBytes header(file.bytes, std::endian::little);
    const std::uint32_t size = header.u32(14);
    if (file.size < 14 + size) return short_header(file, 14 + size);
    StoredRows rows;
    rows.offset = header.u32(10);
    std::uint32_t bits = 0, compression = 0;
    if (size == kOs2) {
        rows.width = header.u16(18);
        rows.height = header.u16(20);
        bits = header.u16(24);
    } else {
        const std::int64_t width = header.i32(18), height = header.i32(22);
        if (width < 1) return fmt::format("it is {} pixels wide; expected at least 1", width);
        rows.width = static_cast<std::uint64_t>(width);
        rows.height = static_cast<std::uint64_t>(height < 0 ? -height : height);
        bits = header.u16(28);
        compression = header.u32(30);
    }
    if (compression == 1 || compression == 2) {
        // Unpacked when it is opened. Runs are of up to 255 pixels, and what they leave out is 0.
        constexpr std::uint64_t kModestPixels = std::uint64_t{1} << 26, kMaxPixels = 0x7fffffff;
        if (bits != (compression == 1 ? 8u : 4u))
            return fmt::format("its pixels have {} bits, run-length encoded; expected 4 or 8",
                               bits);
        if (bits == 8 && is_all_grey(header, 14 + size, header.u32(46)))
            return "it is run-length encoded and all grey, which is not read; write it "
                   "uncompressed";
        if (product(rows.width, rows.height) > kMaxPixels)
            return fmt::format("its header promises {}x{} pixels; expected up to {}", rows.width,
                               rows.height, kMaxPixels);
        if (product(rows.width, rows.height) <= kModestPixels) return {};
        rows.row = rows.width / 128;
    } else {
        rows.row = rounded_up(rows.width * bits, 32) / 8;
    }
    return missing_rows(rows, file.size);
}

std::string targa_trouble(const FileStart& file) {
    const HeaderBytes header(file.bytes, std::endian::little);
    constexpr std::uint64_t kHeader = 18;
    if (file.size < kHeader) return short_header(file, kHeader);
    const std::uint64_t bytes = (header.u8(16) + 7) / 8;
    const std::uint64_t palette = header.u8(1) == 1 ? header.u16(5) * ((header.u8(7) + 7) / 8) : 0;
    StoredRows rows{header.u16(12), header.u16(14), kHeader + header.u8(0) + palette};
    rows.row = rows.width * bytes;
    if (header.u8(2) >= 8) {  // packets of up to 128 pixels, across rows
        const std::uint64_t packets = rounded_up(rows.width * rows.height, 128) / 128;
        if (sum(rows.offset, packets * (1 + bytes)) <= file.size) return {};
        rows.row =
            (packets * (1 + bytes) + rows.height - 1) / std::max<std::uint64_t>(1, rows.height);
    }
    return missing_rows(rows, file.size);
}

std::string gif_trouble(const FileStart& file) {
    // The canvas is made when the file is opened, of four samples a pixel, counted in 32 bits.
    constexpr std::uint64_t kMaxPixels = kModestSamples / 4;
    const HeaderBytes header(file.bytes, std::endian::little);
    const std::uint64_t width = header.u16(6), height = header.u16(8);
    if (width * height <= kMaxPixels) return {};
    return fmt::format("its header promises {}x{} pixels; expected up to {}", width, height,
                       kMaxPixels);
}

std::string ico_trouble(const FileStart& file) {
    constexpr std::uint64_t kHeader = 6, kEntry = 16;
    FileNumbers header(file, std::endian::little);
    for (std::uint64_t i = 0; i < header.u16(4); ++i) {
        const std::uint64_t entry = kHeader + i * kEntry;
        const std::uint32_t width = header.u8(entry), colours = header.u8(entry + 2);
        const std::uint64_t at = header.u32(entry + 12);
        if (at + 8 > file.size)
            return fmt::format(
                "its header promises picture {} at byte {}, and the file has {} bytes; it is "
                "damaged or cut short, write it again",
                i, at, file.size);
        if (header.text(at + 1, 3) == "PNG") continue;
        const std::uint32_t bits = header.u16(at + 14);
        // A mask is unpacked by eight pixels, and goes on into the next row, or further.
        if (bits < 32 && width % 8 != 0)
            return fmt::format(
                "picture {} is {} pixels wide, with a mask, which is only read where that is a "
                "multiple of 8; write it as .png",
                i, width);
        if (bits < 16 && colours != 0 && colours < 1u << bits)
            return fmt::format("picture {} has {} colours; expected {}", i, colours, 1u << bits);
    }
    return {};
}

}  // namespace weft
