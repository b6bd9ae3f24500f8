// PSD and PSB: the sections, resources and layers that their decoder takes at their word.
#include <algorithm>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include "pictures/header_bytes.h"

namespace weft {
namespace {

constexpr std::uint32_t kModeBitmap = 0, kModeIndexed = 2, kModeRgb = 3, kModeCmyk = 4,
                        kModeMultichannel = 7;
constexpr std::uint32_t kRunLength = 1;  // a compression
constexpr std::uint64_t kPsdHeader = 26, kMaxSide = 300000;
constexpr const char* kDamaged = "it is damaged or cut short, write it again";

struct PsdHeader {
    bool large = false;  ///< PSB: lengths of 8 bytes
    std::uint32_t channels = 0, bits = 0, mode = 0;
    std::uint64_t width = 0, height = 0;
};

PsdHeader header_of(FileNumbers& file) {
    return {file.u16(4) == 2, file.u16(12), file.u16(22), file.u16(24), file.u32(18), file.u32(14)};
}

/// Channels that are colours.
std::uint32_t colours_of(std::uint32_t mode) {
    return mode == kModeRgb ? 3 : mode == kModeCmyk ? 4 : mode == kModeMultichannel ? 0 : 1;
}

std::string no_room(std::string_view what, std::uint64_t bytes, std::uint64_t file_size) {
    return fmt::format("it promises {} of {} bytes, and the file has {} bytes; {}", what, bytes,
                       file_size, kDamaged);
}

/// Where something is in a file, and what is wrong with it. Nothing behind trouble is looked at.
class Cursor {
  public:
    Cursor(FileNumbers& file, bool large, std::uint64_t at)
        : file_(&file), large_(large), at_(at) {}

    std::uint64_t at() const { return at_; }
    std::string trouble;

    /// That so many bytes are there.
    void require(std::string_view what, std::uint64_t bytes) {
        if (trouble.empty() && sum(at_, bytes) > file_->size())
            trouble = no_room(what, bytes, file_->size());
    }
    void skip(std::string_view what, std::uint64_t bytes) {
        require(what, bytes);
        at_ = sum(at_, bytes);
    }
    std::uint32_t u8() { return file_->u8(passed(1)); }
    std::uint32_t u16() { return file_->u16(passed(2)); }
    std::uint32_t u32() { return file_->u32(passed(4)); }
    std::int32_t i32() { return static_cast<std::int32_t>(u32()); }
    std::int16_t i16() { return file_->i16(passed(2)); }
    /// Of 8 bytes in large files.
    std::uint64_t length() { return large_ ? file_->u64(passed(8)) : u32(); }
    bool is_next(std::string_view word) const { return file_->text(at_, word.size()) == word; }
    std::string_view word() { return file_->text(passed(4), 4); }
    /// A text behind its length, all padded to a multiple of `step`. The bytes it takes.
    std::uint64_t text(std::uint64_t step) {
        const std::uint64_t from = at_;
        skip("a name", u8());
        while ((at_ - from) % step != 0) ++at_;
        return at_ - from;
    }

  private:
    std::uint64_t passed(std::uint64_t bytes) {
        const std::uint64_t from = at_;
        skip("a header", bytes);
        return from;
    }
    FileNumbers* file_;
    bool large_;
    std::uint64_t at_;
};

std::string dimensions_trouble(const PsdHeader& psd, FileNumbers& file) {
    constexpr std::uint64_t kPalette = 768, kRuns = 64;
    const std::uint32_t least = std::max(1u, colours_of(psd.mode));
    if (psd.channels < least)
        return fmt::format("it has {} channels; expected at least {} in mode {}", psd.channels,
                           least, psd.mode);
    if ((psd.mode == kModeBitmap) != (psd.bits == 1) || (psd.mode == kModeIndexed && psd.bits != 8))
        return fmt::format("its samples have {} bits in mode {}, which is not read", psd.bits,
                           psd.mode);
    if (psd.mode == kModeIndexed && file.u32(kPsdHeader) < kPalette)
        return fmt::format("its palette has {} bytes; expected {}", file.u32(kPsdHeader), kPalette);
    // Runs of up to 128 bytes are stored in two.
    const std::uint64_t row = rounded_up(product(psd.width, psd.bits), 8) / 8;
    return missing_rows({psd.width, psd.height, 0, product(row, psd.channels) / kRuns},
                        file.size());
}

void check_resources(Cursor& file, const PsdHeader& psd) {
    constexpr std::uint32_t kOldThumbnail = 1033, kThumbnail = 1036, kTransparentIndex = 1047;
    constexpr std::uint64_t kThumbnailHeader = 28;
    const std::uint64_t size = file.u32(), end = file.at() + size;
    file.require("resources", size);
    while (file.trouble.empty() && file.at() < end && file.is_next("8BIM")) {
        file.skip("a header", 4);
        const std::uint32_t id = file.u16();
        file.text(2);
        const std::uint64_t bytes = file.u32();
        if ((id == kOldThumbnail || id == kThumbnail) && bytes < kThumbnailHeader)
            file.trouble = fmt::format("its thumbnail has {} bytes; expected at least {}; {}",
                                       bytes, kThumbnailHeader, kDamaged);
        // Of which the decoder writes a fourth channel that it did not announce.
        if (Cursor data = file;
            id == kTransparentIndex && psd.mode == kModeIndexed && data.u16() == 0)
            file.trouble =
                "the first colour of its palette is the transparent one, which is not read; write "
                "it as .png";
        file.skip("a resource", bytes + bytes % 2);
    }
}

struct Side {
    std::uint64_t width = 0, height = 0;
};

Side side_of(Cursor& file) {
    const std::int64_t top = file.i32(), left = file.i32(), bottom = file.i32(), right = file.i32();
    return {static_cast<std::uint64_t>(std::abs(right - left)),
            static_cast<std::uint64_t>(std::abs(bottom - top))};
}

struct Channel {
    std::int16_t id = 0;
    std::uint64_t bytes = 0;
};

struct Layer {
    Side picture, mask;
    std::vector<Channel> channels;
};

bool is_long_in_large_files(std::string_view key) {
    for (const char* name : {"LMsk", "Lr16", "Lr32", "Layr", "Mt16", "Mt32", "Mtrn", "Alph", "FMsk",
                             "Ink2", "FEid", "FXid", "PxSD", "cinf"})
        if (key == name) return true;
    return false;
}

bool begins_block(const Cursor& file) { return file.is_next("8BIM") || file.is_next("8B64"); }

/// Goes behind a block of further information. The bytes it takes.
std::uint64_t pass_block(Cursor& file, bool large, std::uint64_t step) {
    const std::uint64_t from = file.at();
    file.skip("a header", 4);
    const std::string_view key = file.word();
    const bool is_long = large && is_long_in_large_files(key);
    const std::uint64_t bytes = is_long ? file.length() : file.u32();
    file.skip("a block", bytes);
    if (file.trouble.empty()) file.skip("a block", (step - bytes % step) % step);
    return file.at() - from;
}

/// As its decoder goes through it: further than it says it is, where its parts do.
Layer layer_at(Cursor& file, bool large) {
    constexpr std::uint32_t kMask = 18;  // bytes of which are read
    Layer layer{side_of(file), {}, {}};
    for (std::uint32_t count = file.u16(); count > 0 && file.trouble.empty(); --count) {
        const std::int16_t id = file.i16();
        layer.channels.push_back({id, file.length()});
    }
    if (!file.is_next("8BIM")) file.trouble = fmt::format("a layer is not one; {}", kDamaged);
    file.skip("a header", 12);
    std::uint32_t left = file.u32();
    const std::uint32_t mask = file.u32();
    if (Cursor shape = file; mask >= kMask) layer.mask = side_of(shape);
    file.skip("a mask", mask);
    const std::uint32_t ranges = file.u32();
    file.skip("blending ranges", ranges);
    left -= mask + 4 + ranges + 4;
    left -= static_cast<std::uint32_t>(file.text(4));
    while (file.trouble.empty() && left >= 12 && begins_block(file))
        left -= static_cast<std::uint32_t>(pass_block(file, large, 1));
    return layer;
}

std::string sides_trouble(const Layer& layer) {
    for (const Side& side : {layer.picture, layer.mask})
        if (side.width > kMaxSide || side.height > kMaxSide)
            return fmt::format("a layer has {}x{} pixels; expected up to {} a side; {}", side.width,
                               side.height, kMaxSide, kDamaged);
    return {};
}

std::string colours_trouble(const Layer& layer, std::uint32_t colours) {
    for (std::uint32_t c = 0; c < colours; ++c) {
        bool there = false;
        for (const Channel& channel : layer.channels)
            there = there || channel.id == static_cast<std::int16_t>(c);
        if (!there) return fmt::format("a layer has no channel {}; {}", c, kDamaged);
    }
    return {};
}

/// Lengths of run-length encoded rows, which are made room for.
void check_row_lengths(Cursor& file, bool large, std::uint64_t rows) {
    if (!large) return file.skip("lengths of rows", rows * 2);
    Cursor table = file;
    file.skip("lengths of rows", rows * 4);
    for (std::uint64_t y = 0; y < rows && file.trouble.empty(); ++y)
        file.require("a row", table.u32());
}

void check_channel(Cursor& file, const PsdHeader& psd, const Channel& channel, const Side& side) {
    if (channel.bytes < 2) return;
    const std::uint64_t end = sum(file.at(), channel.bytes);
    const std::uint32_t compression = file.u16();
    if (channel.bytes == 2) return;
    if (compression == kRunLength) {
        check_row_lengths(file, psd.large, side.height);
        return file.skip("a channel", end - std::min(end, file.at()));
    }
    file.skip("a channel", product(rounded_up(side.width * psd.bits, 8) / 8, side.height));
}

void check_layers(Cursor& file, const PsdHeader& psd, FileNumbers& numbers) {
    constexpr std::int16_t kMask = -2;
    const std::uint64_t size = file.length(), begin = file.at();
    file.require("layers", size);
    if (!file.trouble.empty() || size == 0) return;
    const std::uint64_t records_size = file.length(), records_end = sum(file.at(), records_size);
    if (records_end > begin + size) {
        file.trouble = no_room("layers", records_size, numbers.size());
        return;
    }
    if (records_size > 0) {
        const int signed_count = file.i16(), count = std::abs(signed_count);
        if (signed_count < 0 && psd.mode != kModeMultichannel &&
            psd.channels < colours_of(psd.mode) + 1)
            file.trouble = fmt::format("it has no channel for its transparency; {}", kDamaged);
        if (count > 0 && (psd.mode == kModeBitmap || psd.mode == kModeIndexed))
            file.trouble = fmt::format("it has layers in mode {}, which are not read", psd.mode);
        std::vector<Layer> layers;
        for (int i = 0; i < count && file.trouble.empty(); ++i) {
            layers.push_back(layer_at(file, psd.large));
            if (file.trouble.empty()) file.trouble = sides_trouble(layers.back());
            if (file.trouble.empty())
                file.trouble = colours_trouble(layers.back(), colours_of(psd.mode));
        }
        for (const Layer& layer : layers)
            for (const Channel& channel : layer.channels)
                if (file.trouble.empty())
                    check_channel(file, psd, channel,
                                  channel.id == kMask ? layer.mask : layer.picture);
    }
    if (!file.trouble.empty()) return;
    // What is behind the layers: information on masks, and blocks up to the end.
    Cursor rest(numbers, psd.large, records_end);
    const std::uint64_t end = begin + size;
    if (end - records_end >= 17) {
        rest.skip("information on masks", rest.u32());
        while (rest.trouble.empty() && end - std::min(end, rest.at()) >= 12 && begins_block(rest))
            pass_block(rest, psd.large, 4);
        if (rest.trouble.empty() && rest.at() > end)
            rest.trouble = no_room("blocks", rest.at() - records_end, numbers.size());
    }
    file = Cursor(numbers, psd.large, end);
    file.trouble = rest.trouble;
}

void check_pixels(Cursor& file, const PsdHeader& psd) {
    if (file.u16() == kRunLength)
        check_row_lengths(file, psd.large, product(psd.height, psd.channels));
}

}  // namespace

std::string psd_trouble(const FileStart& start) {
    if (start.size < kPsdHeader + 4) return short_header(start, kPsdHeader + 4);
    FileNumbers numbers(start, std::endian::big);
    const PsdHeader psd = header_of(numbers);
    if (std::string trouble = dimensions_trouble(psd, numbers); !trouble.empty()) return trouble;
    Cursor file(numbers, psd.large, kPsdHeader);
    file.skip("a palette", file.u32());
    if (file.trouble.empty()) check_resources(file, psd);
    if (file.trouble.empty()) check_layers(file, psd, numbers);
    if (file.trouble.empty()) check_pixels(file, psd);
    return file.trouble;
}

}  // namespace weft
