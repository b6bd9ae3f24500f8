// Headers of film scans: DPX (SMPTE 268M) and Cineon.
#include <fmt/format.h>

#include "pictures/header_bytes.h"

namespace weft {
namespace {

constexpr std::uint32_t kUndefined = 0xffffffff;
constexpr std::uint64_t kHeader = 2048;  // that is read of either

/// Both headers may be followed by data of the user's, which is read whole.
std::string user_data_trouble(std::uint64_t bytes, std::uint64_t file_size) {
    if (bytes == 0 || bytes == kUndefined) return {};
    if (bytes <= std::numeric_limits<std::int32_t>::max() && kHeader + bytes <= file_size)
        return {};
    return fmt::format(
        "its header promises {} bytes of user data, and the file has {} bytes; it is damaged or "
        "cut short, write it again",
        bytes, file_size);
}

/// How samples lie in a row.
enum class Packing { kBytes, kWords16, kThreeInWord, kTight };

std::uint64_t row_bytes(Packing packing, std::uint64_t samples, std::uint64_t bits) {
    switch (packing) {
        case Packing::kBytes: return product(samples, bits / 8);
        case Packing::kWords16: return product(samples, 2);
        case Packing::kThreeInWord: return product(rounded_up(samples, 3) / 3, 4);
        case Packing::kTight: break;
    }
    return rounded_up(product(samples, bits), 32) / 8;
}

/// Whether all rows are there, and no further than the decoders count: in 32 bits, of which those
/// that unpack samples leave out one.
std::string rows_trouble(const StoredRows& rows, std::uint64_t bits, std::uint64_t file_size) {
    if (std::string trouble = missing_rows(rows, file_size); !trouble.empty()) return trouble;
    const bool plain = bits % 8 == 0 && rows.gap == 0;
    const std::uint64_t most = plain ? 0xffffffff : 0x7fffffff;
    if (rows.offset + product(rows.height, rows.row + rows.gap) <= most) return {};
    return fmt::format(
        "its {}x{} pixels go on beyond byte {}, which is not read; write them as .exr", rows.width,
        rows.height, most);
}

struct Scan {
    std::uint64_t width = 0, height = 0;
};

/// Turned by a quarter, a picture's lines are its columns.
Scan oriented(std::uint64_t pixels_per_line, std::uint64_t lines, std::uint32_t orientation) {
    return orientation >= 4 && orientation <= 7 ? Scan{lines, pixels_per_line}
                                                : Scan{pixels_per_line, lines};
}

// An element of a DPX file, by the places of its fields.
constexpr std::size_t kElements = 780, kElementSize = 72;
constexpr std::uint32_t kMaxElements = 8, kUndefinedElement = 0xff;
constexpr std::uint64_t kGenericHeader = 1664;

std::uint64_t dpx_components(std::uint32_t descriptor) {
    switch (descriptor) {
        case 50: return 3;  // RGB
        case 51:
        case 52: return 4;   // RGBA, ABGR
        case 100: return 2;  // CbYCrY, 4:2:2
        case 101:
        case 102: return 3;  // CbYACrYA, CbYCr
        case 103: return 4;  // CbYCrA
        default: return descriptor >= 150 && descriptor <= 156 ? descriptor - 148 : 1;
    }
}

std::string dpx_element_trouble(const HeaderBytes& header, const Scan& scan, std::uint32_t element,
                                std::uint64_t file_size) {
    const std::size_t at = kElements + element * kElementSize;
    const std::uint32_t bits = header.u8(at + 23), packing = header.u16(at + 24);
    const std::uint32_t gap = header.u32(at + 32);
    const bool tight = packing == 0;
    Packing how = Packing::kBytes;
    if (bits == 10)
        how = tight ? Packing::kTight : Packing::kThreeInWord;
    else if (bits == 12)
        how = tight ? Packing::kTight : Packing::kWords16;
    else if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
        return fmt::format("its samples have {} bits; expected 8, 10, 12, 16, 32 or 64", bits);
    if (bits == 10 && packing > 2)
        return fmt::format("its samples are packed in way {}; expected 0, 1 or 2", packing);
    if (header.u16(at + 26) == 1)
        return "it is run-length encoded, which is not read; write it uncompressed";
    StoredRows rows{scan.width, scan.height, header.u32(at + 28)};
    if (rows.offset < kGenericHeader)
        return fmt::format(
            "its pixels begin at byte {}, within its header; it is damaged, write it "
            "again",
            rows.offset);
    rows.row = row_bytes(how, product(scan.width, dpx_components(header.u8(at + 20))), bits);
    rows.gap = gap == kUndefined ? 0 : gap;
    return rows_trouble(rows, bits, file_size);
}

/// The number that is given; where that cannot be, of those that are defined.
std::uint32_t dpx_element_count(const HeaderBytes& header) {
    const std::uint32_t given = header.u16(770);
    if (given >= 1 && given <= kMaxElements) return given;
    std::uint32_t count = 0;
    while (count < kMaxElements &&
           header.u8(kElements + count * kElementSize + 20) != kUndefinedElement)
        ++count;
    return count;
}

/// Whether all that Cineon's elements have in common is: they are the channels of one picture.
std::string cineon_elements_trouble(const HeaderBytes& header, std::uint32_t count) {
    for (std::uint32_t i = 1; i < count; ++i) {
        const std::size_t first = 196, at = first + std::size_t{i} * 28;
        if (header.u8(at + 2) != header.u8(first + 2) ||
            header.u32(at + 4) != header.u32(first + 4) ||
            header.u32(at + 8) != header.u32(first + 8))
            return "its channels differ in size or bits, which is not read; write them alike";
    }
    return {};
}

}  // namespace

std::string dpx_trouble(const FileStart& file) {
    if (file.size < kHeader) return short_header(file, kHeader);
    const HeaderBytes header(file.bytes,
                             begins_with(file, "SDPX") ? std::endian::big : std::endian::little);
    if (std::string trouble = user_data_trouble(header.u32(32), file.size); !trouble.empty())
        return trouble;
    const Scan scan = oriented(header.u32(772), header.u32(776), header.u16(768));
    const std::uint32_t count = dpx_element_count(header);
    if (count == 0) return "its header has no picture element; it is damaged, write it again";
    // The first is read. Others may be there by number alone.
    for (std::uint32_t i = 0; i < count; ++i) {
        if (i > 0 && header.u8(kElements + i * kElementSize + 20) == kUndefinedElement) continue;
        if (std::string trouble = dpx_element_trouble(header, scan, i, file.size); !trouble.empty())
            return trouble;
    }
    return {};
}

std::string cineon_trouble(const FileStart& file) {
    if (file.size < kHeader) return short_header(file, kHeader);
    const bool big = begins_with(file, "\x80\x2a\x5f\xd7");
    const HeaderBytes header(file.bytes, big ? std::endian::big : std::endian::little);
    if (std::string trouble = user_data_trouble(header.u32(16), file.size); !trouble.empty())
        return trouble;
    const std::uint32_t count = header.u8(193);
    if (count < 1 || count > kMaxElements)
        return fmt::format("its header promises {} channels; expected 1 to {}", count,
                           kMaxElements);
    if (std::string trouble = cineon_elements_trouble(header, count); !trouble.empty())
        return trouble;
    const std::uint32_t bits = header.u8(198), packing = header.u8(681);
    Packing how = Packing::kBytes;
    if (bits == 10 && (packing == 5 || packing == 6))
        how = Packing::kThreeInWord;
    else if ((bits == 10 || bits == 12) && packing == 0)
        how = Packing::kTight;
    else if (bits != 8 && bits != 16 && bits != 32)
        return fmt::format(
            "its samples have {} bits, packed in way {}; expected 8, 16 or 32, or "
            "10 or 12 packed in way 0, or 10 in 5 or 6",
            bits, packing);
    // The decoder takes rows to follow each other.
    if (const std::uint32_t gap = header.u32(684); gap != 0 && gap != kUndefined)
        return fmt::format(
            "each of its rows is followed by {} bytes of padding, which is not "
            "read; write it without",
            gap);
    const Scan scan = oriented(header.u32(200), header.u32(204), header.u8(192));
    const std::uint64_t row = row_bytes(how, product(scan.width, count), bits);
    return rows_trouble({scan.width, scan.height, header.u32(4), row}, bits, file.size);
}

}  // namespace weft
