// Telling formats by their first bytes; EXR, PNM and Zfile; what a file can hold at all.
#include "pictures/header_check.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "pictures/header_bytes.h"

namespace weft {
namespace {

bool is_bmp(const FileStart& file) {
    const std::uint32_t size = HeaderBytes(file.bytes, std::endian::little).u32(14);
    if (size != 12 && size != 40 && size != 52 && size != 56 && size != 108 && size != 124)
        return false;
    for (const char* magic : {"BM", "BA", "CI", "CP", "PT"})
        if (begins_with(file, magic)) return true;
    return false;
}

bool is_pnm(const FileStart& file) {
    return file.bytes.size() >= 2 && file.bytes[0] == std::byte{'P'} &&
           std::string_view("123456fF").find(std::to_integer<char>(file.bytes[1])) !=
               std::string_view::npos;
}

bool is_webp(const FileStart& file) {
    return begins_with(file, "RIFF") && begins_with(file, "WEBP", 8);
}

/// A format by OpenImageIO's name: how its files begin, and what may be wrong with their headers.
struct Format {
    std::string_view name;
    std::array<std::string_view, 4> magics = {};
    bool (*begins)(const FileStart&) = nullptr;  ///< where that is more than one of the magics
    std::string (*trouble)(const FileStart&) = nullptr;
};

constexpr std::string_view kExrMagic = "\x76\x2f\x31\x01";
constexpr std::string_view kTiffMagics[] = {{"II*\0", 4}, {"MM\0*", 4}, {"II+\0", 4}, {"MM\0+", 4}};
constexpr std::string_view kJp2Magic{"\0\0\0\x0cjP  ", 8};

constexpr Format kFormats[] = {
    {"dpx", {"SDPX", "XPDS"}, nullptr, dpx_trouble},
    {"cineon", {"\x80\x2a\x5f\xd7", "\xd7\x5f\x2a\x80"}, nullptr, cineon_trouble},
    {"sgi", {"\x01\xda"}, nullptr, sgi_trouble},
    {"fits", {"SIMPLE"}, nullptr, fits_trouble},
    {"psd", {"8BPS"}, nullptr, psd_trouble},
    {"dds", {"DDS "}, nullptr, dds_trouble},
    {"gif", {"GIF8"}, nullptr, gif_trouble},
    {"openexr", {kExrMagic}, nullptr, exr_trouble},
    {"iff", {}, begins_as_iff, iff_trouble},
    {"softimage", {}, begins_as_softimage, softimage_trouble},
    {"bmp", {}, is_bmp, bmp_trouble},
    {"pnm", {}, is_pnm, pnm_trouble},
    {"png", {"\x89PNG"}},
    {"jpeg", {"\xff\xd8\xff"}},
    {"tiff", {kTiffMagics[0], kTiffMagics[1], kTiffMagics[2], kTiffMagics[3]}},
    {"hdr", {"#?"}},
    {"jpeg2000", {kJp2Magic, "\xff\x4f\xff\x51"}},
    {"webp", {}, is_webp},
    {"targa", {}, nullptr, targa_trouble},
    {"rla", {}, nullptr, rla_trouble},
    {"ico", {}, nullptr, ico_trouble},
};

bool tells_itself(const Format& format) {
    return format.begins != nullptr || !format.magics.front().empty();
}

bool begins_as(const Format& format, const FileStart& file) {
    if (format.begins != nullptr) return format.begins(file);
    return std::any_of(format.magics.begin(), format.magics.end(), [&](std::string_view magic) {
        return !magic.empty() && begins_with(file, magic);
    });
}

/// Words of a PNM header: white space between them, comments from '#' to the end of a line.
class PnmWords {
  public:
    explicit PnmWords(std::span<const std::byte> bytes)
        : text_(reinterpret_cast<const char*>(bytes.data()), bytes.size()) {}

    /// None: the header goes on beyond what is known, or there is no number.
    std::optional<std::uint64_t> number() {
        skip();
        std::uint64_t value = 0;
        const char* const end = text_.data() + text_.size();
        const auto [stop, error] = std::from_chars(text_.data() + at_, end, value);
        at_ = static_cast<std::size_t>(stop - text_.data());
        if (error != std::errc() || stop == end) return std::nullopt;
        return value;
    }
    bool word() {
        skip();
        at_ = text_.find_first_of(" \t\r\n\v\f", at_);
        return at_ != std::string_view::npos;
    }
    /// Behind the one space after the header.
    std::uint64_t after() const { return at_ + 1; }

  private:
    void skip() {
        while (at_ < text_.size()) {
            if (text_[at_] == '#')
                at_ = std::min(text_.find('\n', at_), text_.size());
            else if (std::string_view(" \t\r\n\v\f").find(text_[at_]) == std::string_view::npos)
                return;
            else
                ++at_;
        }
    }
    std::string_view text_;
    std::size_t at_ = 2;
};

}  // namespace

std::string missing_rows(const StoredRows& rows, std::uint64_t file_size) {
    if (rows.height == 0 || rows.width == 0) return {};  // for the reader to refuse
    const std::uint64_t bytes = sum(product(rows.height - 1, sum(rows.row, rows.gap)), rows.row);
    if (sum(rows.offset, bytes) <= file_size) return {};
    return fmt::format(
        "its header promises {}x{} pixels, in {} bytes from byte {} on, and the file has {} bytes; "
        "it is damaged or cut short, write it again",
        rows.width, rows.height, bytes, rows.offset, file_size);
}

std::string short_header(const FileStart& file, std::uint64_t expected) {
    return fmt::format(
        "the file has {} bytes, and its header alone {}; it is damaged or cut short, write it "
        "again",
        file.size, expected);
}

std::string_view FileNumbers::text(std::uint64_t at, std::size_t count) {
    const auto as_text = [&](std::span<const std::byte> bytes, std::uint64_t from) {
        const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        return from > all.size() ? std::string_view() : all.substr(from, count);
    };
    constexpr std::uint64_t kBlock = 4096;
    if (at > file_.size || !file_.read || at + count <= file_.bytes.size())
        return as_text(file_.bytes, at);
    if (at < block_at_ || at + count > block_at_ + block_.size()) {
        block_ = file_.read(at, std::max<std::uint64_t>(count, kBlock));
        block_at_ = at;
    }
    return as_text(block_, at - block_at_);
}

std::uint64_t FileNumbers::number(std::uint64_t at, std::size_t size) {
    const std::string_view bytes = text(at, size);
    return bytes.size() < size ? 0 : number_of(std::as_bytes(std::span(bytes)), order_);
}

bool begins_as_iff(const FileStart& file) {
    return begins_with(file, "FOR4") && begins_with(file, "CIMG", 8);
}

bool begins_as_softimage(const FileStart& file) { return begins_with(file, "\x53\x80\xf6\x34"); }

std::uint64_t bytes_to_check(const FileStart& file) {
    // Runs are all over a file.
    if (is_sgi_rle(file) || begins_as_iff(file) || begins_as_softimage(file)) return file.size;
    return std::min<std::uint64_t>(file.size, kHeaderBytes);
}

std::string_view format_that_begins(const FileStart& file) {
    for (const Format& format : kFormats)
        if (begins_as(format, file)) return format.name;
    return {};
}

std::string header_trouble(std::string_view format, const FileStart& file) {
    for (const Format& known : kFormats) {
        if (known.name != format || known.trouble == nullptr) continue;
        if (tells_itself(known) && !begins_as(known, file))
            return fmt::format(
                "it does not begin as a file of format {} does; check what it is, and its "
                "extension",
                format);
        return known.trouble(file);
    }
    return {};
}

std::string exr_trouble(const FileStart& file) {
    // An attribute is a name, a type and as many bytes as are said, which are made room for.
    const std::string_view text(reinterpret_cast<const char*>(file.bytes.data()),
                                file.bytes.size());
    const HeaderBytes header(file.bytes, std::endian::little);
    const bool several = (header.u32(4) & 0x1000) != 0;
    for (std::size_t at = 8; at < text.size();) {
        if (text[at] == '\0') {  // the end of a part's header; of all, where it has none
            if (!several || (at + 1 < text.size() && text[at + 1] == '\0')) return {};
            ++at;
            continue;
        }
        const std::size_t type = text.find('\0', at), size = text.find('\0', type + 1);
        if (type == std::string_view::npos || size == std::string_view::npos ||
            size + 5 > text.size())
            return {};  // further than is known
        const std::uint64_t bytes = header.u32(size + 1);
        if (size + 5 + bytes > file.size)
            return fmt::format(
                "its header promises an attribute of {} bytes, and the file has {} "
                "bytes; it is damaged or cut short, write it again",
                bytes, file.size);
        at = size + 5 + static_cast<std::size_t>(bytes);
    }
    return {};
}

std::string pnm_trouble(const FileStart& file) {
    const char type = std::to_integer<char>(file.bytes[1]);
    PnmWords words(file.bytes);
    const auto width = words.number();
    const auto height = width ? words.number() : width;
    if (!height) return {};
    const bool floats = type == 'f' || type == 'F', bitmap = type == '1' || type == '4';
    std::uint64_t most = 255;
    if (floats) {
        if (!words.word()) return {};
    } else if (!bitmap) {
        const auto given = words.number();
        if (!given) return {};
        most = *given;
    }
    const std::uint64_t samples =
        product(*width, type == '3' || type == '6' || type == 'F' ? 3 : 1);
    StoredRows rows{*width, *height, words.after()};
    switch (type) {
        case '1': rows.row = samples; break;
        case '2':
        case '3':  // a digit and what divides it from the next
            rows.row = product(samples, 2);
            rows.offset -= 1;
            break;
        case '4': rows.row = rounded_up(samples, 8) / 8; break;
        default: rows.row = product(samples, floats ? 4 : most > 255 ? 2 : 1);
    }
    return missing_rows(rows, file.size);
}

std::string zfile_trouble(const FileStart& file, std::span<const std::byte> end, int width,
                          int height) {
    if (width < 1 || height < 1) return {};
    constexpr std::uint64_t kHeader = 136;
    const std::uint64_t bytes = kHeader + product(product(static_cast<std::uint64_t>(width), 4),
                                                  static_cast<std::uint64_t>(height));
    if (!begins_with(file, "\x1f\x8b"))
        return missing_rows({static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(height),
                             kHeader, std::uint64_t{4} * static_cast<std::uint64_t>(width)},
                            file.size);
    // gzip ends with how much it holds.
    if (HeaderBytes(end, std::endian::little).u32(end.size() - 4) == (bytes & 0xffffffff))
        return {};
    return fmt::format(
        "its header promises {}x{} pixels, and it holds another number of bytes; it is "
        "damaged or cut short, write it again",
        width, height);
}

std::uint64_t most_density(std::string_view kind, std::string_view compression) {
    struct Density {
        std::string_view kind, compression;
        std::uint64_t most;
    };
    // Four times what encoders reach, for palettes, coarser chroma and samples that are widened.
    static constexpr std::uint64_t kPlain = 4, kRuns = 4 * 64, kDeflate = 4 * 1032;
    static constexpr Density kDensities[] = {
        {"tiff", "none", kPlain},
        {"tiff", "packbits", kRuns},
        {"tiff", "zip", kDeflate},
        {"openexr", "none", kPlain},
        {"openexr", "rle", kRuns},
        {"openexr", "zip", kDeflate},
        {"openexr", "zips", kDeflate},
        {"openexr", "piz", kDeflate},
        {"openexr", "pxr24", kDeflate},
        {"openexr", "b44", 4 * 11},
        {"openexr", "b44a", 4 * 11},
        {"png", "", kDeflate},
        {"psd", "", kRuns},
        {"rla", "", kRuns},
    };
    for (const Density& d : kDensities)
        if (kind == d.kind && (d.compression.empty() || compression == d.compression))
            return d.most;
    return 0;
}

std::string claim_trouble(const PictureClaim& claim, std::uint64_t file_size) {
    if (claim.density > 0 && claim.bits / 8 > product(file_size, claim.density))
        return fmt::format(
            "it promises {} bytes of pixels, and the file has {} bytes; it is damaged "
            "or cut short, write it again",
            claim.bits / 8, file_size);
    const std::uint64_t samples = product(product(claim.width, claim.height), claim.channels);
    const bool modest =
        samples <= kModestSamples && claim.width <= kModestSide && claim.height <= kModestSide;
    if (modest || claim.believed || samples <= product(file_size, kSamplesPerByte)) return {};
    return fmt::format(
        "it promises {}x{} pixels of {} channels, and the file has {} bytes, of which "
        "at most {} samples each are believed; is it damaged? --any-size, or "
        "WEFT_ANY_SIZE=1, reads it "
        "nevertheless",
        claim.width, claim.height, claim.channels, file_size, kSamplesPerByte);
}

}  // namespace weft
