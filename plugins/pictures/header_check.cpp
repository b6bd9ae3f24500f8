// Telling formats by their first bytes; PNM, FITS and Zfile; what a file can hold at all.
#include "pictures/header_check.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "pictures/header_bytes.h"

namespace weft {
namespace {

using Check = std::string (*)(const FileStart&);

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

constexpr std::string_view kSoftimage = "\x53\x80\xf6\x34", kExrMagic = "\x76\x2f\x31\x01";

/// null: none of those that are checked.
Check check_of(const FileStart& file) {
    if (begins_with(file, "SDPX") || begins_with(file, "XPDS")) return dpx_trouble;
    if (begins_with(file, "\x80\x2a\x5f\xd7") || begins_with(file, "\xd7\x5f\x2a\x80"))
        return cineon_trouble;
    if (begins_with(file, "\x01\xda")) return sgi_trouble;
    if (begins_with(file, "SIMPLE")) return fits_trouble;
    if (begins_with(file, "8BPS")) return psd_trouble;
    if (begins_with(file, "DDS ")) return dds_trouble;
    if (begins_as_iff(file)) return iff_trouble;
    if (begins_with(file, kSoftimage)) return softimage_trouble;
    if (begins_with(file, kExrMagic)) return exr_trouble;
    if (is_bmp(file)) return bmp_trouble;
    if (is_pnm(file)) return pnm_trouble;
    return nullptr;
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

/// The number in a card of a FITS header, "NAME    =    VALUE".
std::optional<std::int64_t> fits_value(std::span<const std::byte> bytes, const std::string& name) {
    constexpr std::size_t kCard = 80, kName = 8, kValue = 10;
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                                std::min<std::size_t>(bytes.size(), 36 * kCard));
    const std::string wanted = fmt::format("{:<{}}", name, kName);
    for (std::size_t card = 0; card + kCard <= text.size(); card += kCard) {
        if (text.substr(card, kName) != wanted) continue;
        const std::size_t begin = text.find_first_not_of(' ', card + kValue);
        if (begin == std::string_view::npos || begin >= card + kCard) return std::nullopt;
        std::int64_t value = 0;
        const auto [stop, error] =
            std::from_chars(text.data() + begin, text.data() + card + kCard, value);
        return error == std::errc() ? std::optional(value) : std::nullopt;
    }
    return std::nullopt;
}

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

bool begins_as_iff(const FileStart& file) {
    return begins_with(file, "FOR4") && file.bytes.size() >= 12 &&
           std::memcmp(file.bytes.data() + 8, "CIMG", 4) == 0;
}

std::uint64_t bytes_to_check(const FileStart& file) {
    // Runs are all over a file.
    if (is_sgi_rle(file) || begins_as_iff(file) || begins_with(file, kSoftimage)) return file.size;
    return std::min<std::uint64_t>(file.size, kHeaderBytes);
}

std::string header_trouble(const FileStart& file) {
    const Check check = check_of(file);
    return check == nullptr ? std::string() : check(file);
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

std::string fits_trouble(const FileStart& file) {
    constexpr std::uint64_t kBlock = 2880;
    if (file.size < kBlock) return short_header(file, kBlock);
    const auto axes = fits_value(file.bytes, "NAXIS");
    if (!axes || *axes == 0) return {};
    if (*axes < 0 || *axes > 999)
        return fmt::format("its header promises {} axes; expected 0 to 999", *axes);
    StoredRows rows{0, 1, kBlock};
    const std::int64_t bits = fits_value(file.bytes, "BITPIX").value_or(8);
    rows.row = static_cast<std::uint64_t>(bits < 0 ? -bits : bits) / 8;
    for (std::int64_t i = 1; i <= *axes; ++i) {
        const auto extent = fits_value(file.bytes, fmt::format("NAXIS{}", i));
        if (!extent || *extent < 1) return {};
        const auto pixels = static_cast<std::uint64_t>(*extent);
        if (i == 1) rows.width = pixels;
        if (i == 1)
            rows.row = product(rows.row, pixels);
        else
            rows.height = product(rows.height, pixels);
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
