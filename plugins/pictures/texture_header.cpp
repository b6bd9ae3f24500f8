// Headers of DDS, of Maya's IFF, of Softimage's PIC and of Wavefront's RLA. Runs of IFF and PIC are
// looked at as well.
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "pictures/header_bytes.h"

namespace weft {
namespace {

constexpr std::uint64_t kDdsHeader = 128, kDx10Header = 20;
constexpr std::uint32_t kAlpha = 1, kAlphaOnly = 2, kFourCc = 4, kRgb = 0x40, kLuminance = 0x20000;

std::uint32_t four_cc(std::string_view name) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value |= static_cast<std::uint32_t>(static_cast<unsigned char>(name[i])) << 8 * i;
    return value;
}

/// Bytes of a block of 4x4 pixels.
std::uint64_t block_bytes(std::uint32_t kind) {
    for (const char* small : {"DXT1", "ATI1", "BC4U"})
        if (kind == four_cc(small)) return 8;
    return 16;
}

std::string dds_masks_trouble(const HeaderBytes& header, std::uint32_t flags) {
    const bool grey = (flags & kLuminance) != 0, alpha_only = (flags & kAlphaOnly) != 0;
    const std::uint32_t colours = grey ? 1 : alpha_only ? 0 : 3;
    const bool alpha = (flags & (kAlpha | kAlphaOnly)) != 0;
    for (std::uint32_t i = 0; i < 4; ++i)
        if ((i < colours || (i == 3 && alpha)) && header.u32(92 + i * 4) == 0)
            return fmt::format("channel {} has no bits; it is damaged, write it again", i);
    return {};
}

/// A chunk of an IFF file.
struct Chunk {
    std::string_view type;
    std::uint64_t begin = 0, size = 0;  ///< of its data
    std::uint64_t next() const { return begin + rounded_up(size, 4); }
};

class IffFile {
  public:
    explicit IffFile(const FileStart& file) : file_(file), bytes_(file.bytes, std::endian::big) {}

    /// An empty type where the file ends.
    Chunk chunk(std::uint64_t at) const {
        const Chunk chunk{text(at), at + 8, bytes_.u32(at + 4)};
        return at + 8 > file_.size || chunk.next() > file_.size ? Chunk{} : chunk;
    }
    std::string_view text(std::uint64_t at) const {
        if (at + 4 > file_.bytes.size()) return {};
        return {reinterpret_cast<const char*>(file_.bytes.data()) + at, 4};
    }
    const HeaderBytes& numbers() const { return bytes_; }

    /// Behind the runs from `at` on that fill `count` bytes; 0: they do not, or go beyond `end`.
    std::uint64_t after_runs(std::uint64_t at, std::uint64_t end, std::uint64_t count) const {
        while (count > 0) {
            if (at >= end) return 0;
            const std::uint32_t code = bytes_.u8(at);
            const std::uint64_t length = (code & 0x7f) + 1;
            at += 1 + ((code & 0x80) != 0 ? 1 : length);
            if (length > count || at > end) return 0;
            count -= length;
        }
        return at;
    }

  private:
    const FileStart& file_;
    HeaderBytes bytes_;
};

struct IffHeader {
    std::uint64_t width = 0, height = 0, planes = 0, tiles = 0;  ///< planes: bytes of a pixel
};

std::string tile_trouble(const IffFile& file, const IffHeader& header, const Chunk& tile) {
    const HeaderBytes& n = file.numbers();
    const std::uint64_t x0 = n.u16(tile.begin), y0 = n.u16(tile.begin + 2);
    const std::uint64_t x1 = n.u16(tile.begin + 4), y1 = n.u16(tile.begin + 6);
    if (tile.size < 8 || x0 > x1 || y0 > y1 || x1 >= header.width || y1 >= header.height)
        return "a tile lies outside";
    const std::uint64_t pixels = (x1 - x0 + 1) * (y1 - y0 + 1);
    if (pixels * header.planes > 0x7fffffff) return "a tile is too large to be read";
    if (tile.size >= 8 + pixels * header.planes) return {};
    std::uint64_t at = tile.begin + 8;
    for (std::uint64_t plane = 0; plane < header.planes; ++plane) {
        at = file.after_runs(at, tile.next(), pixels);
        if (at == 0) return "a tile is not as large as it says";
    }
    return {};
}

std::string tiles_trouble(const IffFile& file, const IffHeader& header, std::uint64_t at) {
    for (std::uint64_t i = 0; i < header.tiles; ++i) {
        const Chunk tile = file.chunk(at);
        if (tile.type != "RGBA") return "there is something else between its tiles, or no more";
        if (std::string trouble = tile_trouble(file, header, tile); !trouble.empty())
            return trouble;
        at = tile.next();
    }
    return {};
}

std::string iff_chunks_trouble(const IffFile& file) {
    std::uint64_t at = 12;  // FOR4, its size, CIMG
    IffHeader header;
    for (Chunk chunk; !(chunk = file.chunk(at)).type.empty(); at = chunk.next()) {
        const HeaderBytes& n = file.numbers();
        if (chunk.type == "FOR4")
            return header.planes > 0 && file.text(chunk.begin) == "TBMP"
                       ? tiles_trouble(file, header, chunk.begin + 4)
                       : "its parts are in another order";
        if (chunk.type != "TBHD") continue;
        const std::uint32_t flags = n.u32(chunk.begin + 12);
        if ((flags & 0x11) != 1) return "it has no colours";
        if (header.planes > 0) return "it has two headers";
        if (chunk.size >= 32 && (n.u32(chunk.begin + 24) != 0 || n.u32(chunk.begin + 28) != 0))
            return "its tiles are counted from another place";
        header = {
            n.u32(chunk.begin), n.u32(chunk.begin + 4),
            std::uint64_t{(flags & 2) != 0 ? 4u : 3u} * (n.u16(chunk.begin + 16) != 0 ? 2u : 1u),
            n.u16(chunk.begin + 18)};
    }
    return "it has no tiles";
}

/// Channels of a Softimage file that are stored together.
struct Packet {
    std::uint64_t channels = 0, bytes = 0;  ///< bytes of a sample
};

/// Where a row of `width` pixels of a packet ends; 0: it does not, or beyond the file.
std::uint64_t after_mixed_runs(const HeaderBytes& bytes, std::uint64_t at, std::uint64_t end,
                               std::uint64_t width, std::uint64_t pixel) {
    for (std::uint64_t x = 0; x < width;) {
        const std::uint64_t code = bytes.u8(at);
        const std::uint64_t count = code < 128    ? code + 1
                                    : code == 128 ? bytes.u16(at + 1)
                                                  : code - 127;
        at += (code == 128 ? 3 : 1) + (code < 128 ? count : 1) * pixel;
        x += count;
        if (x > width || at > end) return 0;
    }
    return at;
}

std::string softimage_rows_trouble(const FileStart& file, const HeaderBytes& header) {
    std::vector<Packet> packets;
    std::uint64_t at = 104, channels = 0, most = 0;
    for (bool more = true; more; at += 4) {
        if (at + 4 > file.size || packets.size() == 4) return "its channels have no end";
        const std::uint32_t bits = header.u8(at + 1), code = header.u8(at + 3);
        if (header.u8(at + 2) != 2) return "its runs are not of both kinds";
        if ((bits != 8 && bits != 16) || (!packets.empty() && packets.back().bytes != bits / 8))
            return "its samples are not of 8 or of 16 bits";
        packets.push_back({0, bits / 8});
        for (std::uint64_t c = 0; c < 4; ++c)
            if ((code & (0x80u >> c)) != 0) {
                ++packets.back().channels;
                most = std::max(most, c + 1);
            }
        channels += packets.back().channels;
        more = header.u8(at) != 0;
    }
    if (most != channels) return "its channels are not the first ones, once each";
    for (std::uint64_t y = 0; y < header.u16(94); ++y)
        for (const Packet& packet : packets) {
            at = after_mixed_runs(header, at, file.size, header.u16(92),
                                  packet.channels * packet.bytes);
            if (at == 0) return fmt::format("row {} is not as long as it should be", y);
        }
    return {};
}

/// How a group of channels of an RLA file is stored.
struct RlaGroup {
    const char* name;
    std::uint32_t channels, type, bits;
};

std::string group_trouble(const RlaGroup& group) {
    constexpr std::uint32_t kByte = 0, kWord = 1, kLong = 2, kFloat = 4;
    const auto& [name, channels, type, bits] = group;
    if (channels == 0) return {};
    if (type != kByte && type != kWord && type != kLong && type != kFloat)
        return fmt::format("its {} channels are of type {}; expected 0, 1, 2 or 4", name, type);
    // Bytes may have more bits, and are longer then.
    if (bits < 1 || bits > (type == kWord ? 16u : 32u))
        return fmt::format("its {} channels of type {} have {} bits", name, type, bits);
    return {};
}

constexpr const char* kNotRead =
    "the file is damaged or cut short, or not one that is read, write it again";

}  // namespace

std::string dds_trouble(const FileStart& file) {
    if (file.size < kDdsHeader) return short_header(file, kDdsHeader);
    const HeaderBytes header(file.bytes, std::endian::little);
    const std::uint32_t flags = header.u32(80), kind = header.u32(84), bits = header.u32(88);
    StoredRows rows{header.u32(16), header.u32(12), kDdsHeader};
    if (kind == four_cc("DX10")) rows.offset += kDx10Header;
    if (header.u32(28) > 32 && (header.u32(8) & 0x20000) != 0)
        return fmt::format("it promises {} sizes; expected up to 32", header.u32(28));
    if ((flags & kFourCc) != 0) {
        if (kind == four_cc("DXT2") || kind == four_cc("DXT4"))
            return "its colours are multiplied by alpha (DXT2, DXT4), which is not read; write it "
                   "as DXT3 or DXT5";
        // Rows of blocks.
        rows.row = rounded_up(rows.width, 4) / 4 * block_bytes(kind);
        const std::uint64_t size = product(rounded_up(rows.height, 4) / 4, rows.row);
        return sum(rows.offset, size) <= file.size ? std::string() : missing_rows(rows, file.size);
    }
    if ((flags & (kRgb | kLuminance | kAlphaOnly)) == 0 ||
        (bits != 8 && bits != 16 && bits != 24 && bits != 32))
        return fmt::format("its pixels have {} bits; expected 8, 16, 24 or 32", bits);
    if (std::string trouble = dds_masks_trouble(header, flags); !trouble.empty()) return trouble;
    rows.row = product(rows.width, bits / 8);
    return missing_rows(rows, file.size);
}

std::string softimage_trouble(const FileStart& file) {
    const HeaderBytes header(file.bytes, std::endian::big);
    const std::string what = softimage_rows_trouble(file, header);
    return what.empty() ? what : fmt::format("{}; {}", what, kNotRead);
}

std::string rla_trouble(const FileStart& file) {
    constexpr std::uint64_t kHeader = 740;
    if (file.size < kHeader) return short_header(file, kHeader);
    const HeaderBytes header(file.bytes, std::endian::big);
    const std::uint32_t bits = header.u16(658);
    const RlaGroup groups[] = {{"colour", header.u16(20), header.u16(18), bits == 0 ? 8 : bits},
                               {"matte", header.u16(22), header.u16(660), header.u16(662)},
                               {"auxiliary", header.u16(24), header.u16(664), header.u16(666)}};
    for (const RlaGroup& group : groups)
        if (std::string trouble = group_trouble(group); !trouble.empty())
            return trouble + "; it is damaged, write it again";
    return {};
}

std::string iff_trouble(const FileStart& file) {
    const std::string what = iff_chunks_trouble(IffFile(file));
    return what.empty() ? what
                        : fmt::format(
                              "{}; the file is damaged or cut short, or not one that is "
                              "read, write it again",
                              what);
}

}  // namespace weft
