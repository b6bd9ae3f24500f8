// Numbers in a header, and the rows that it promises.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pictures/header_check.h"

namespace weft {

/// The number that all of `bytes` are, up to 8.
inline std::uint64_t number_of(std::span<const std::byte> bytes, std::endian order) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const std::size_t place = order == std::endian::big ? i : bytes.size() - 1 - i;
        value = value << 8 | std::to_integer<std::uint64_t>(bytes[place]);
    }
    return value;
}

/// Numbers by their places; 0 beyond the end.
class HeaderBytes {
  public:
    HeaderBytes(std::span<const std::byte> bytes, std::endian order)
        : bytes_(bytes), order_(order) {}

    std::uint32_t u8(std::size_t at) const { return number(at, 1); }
    std::uint32_t u16(std::size_t at) const { return number(at, 2); }
    std::uint32_t u32(std::size_t at) const { return number(at, 4); }
    std::int32_t i32(std::size_t at) const { return static_cast<std::int32_t>(u32(at)); }

  private:
    std::uint32_t number(std::size_t at, std::size_t size) const {
        if (at > bytes_.size() || bytes_.size() - at < size) return 0;
        return static_cast<std::uint32_t>(number_of(bytes_.subspan(at, size), order_));
    }
    std::span<const std::byte> bytes_;
    std::endian order_;
};

/// Numbers and texts by their places anywhere in a file, of which a block is read at a time; 0 and
/// shorter texts beyond the end.
class FileNumbers {
  public:
    FileNumbers(const FileStart& file, std::endian order) : file_(file), order_(order) {}

    std::uint64_t size() const { return file_.size; }
    std::uint32_t u8(std::uint64_t at) { return static_cast<std::uint32_t>(number(at, 1)); }
    std::uint32_t u16(std::uint64_t at) { return static_cast<std::uint32_t>(number(at, 2)); }
    std::uint32_t u32(std::uint64_t at) { return static_cast<std::uint32_t>(number(at, 4)); }
    std::uint64_t u64(std::uint64_t at) { return number(at, 8); }
    std::int16_t i16(std::uint64_t at) { return static_cast<std::int16_t>(u16(at)); }
    std::string_view text(std::uint64_t at, std::size_t count);

  private:
    std::uint64_t number(std::uint64_t at, std::size_t size);

    const FileStart& file_;
    std::endian order_;
    std::uint64_t block_at_ = 0;
    std::vector<std::byte> block_;
};

/// Whether `magic` is there at the beginning, or `at` bytes behind it.
inline bool begins_with(const FileStart& file, std::string_view magic, std::size_t at = 0) {
    return file.bytes.size() >= at + magic.size() &&
           std::memcmp(file.bytes.data() + at, magic.data(), magic.size()) == 0;
}

/// As far as 64 bits go: no file is as long.
inline std::uint64_t product(std::uint64_t a, std::uint64_t b) {
    std::uint64_t result = 0;
    return __builtin_mul_overflow(a, b, &result) ? std::numeric_limits<std::uint64_t>::max()
                                                 : result;
}
inline std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
    std::uint64_t result = 0;
    return __builtin_add_overflow(a, b, &result) ? std::numeric_limits<std::uint64_t>::max()
                                                 : result;
}
inline std::uint64_t rounded_up(std::uint64_t value, std::uint64_t step) {
    return (value / step + (value % step == 0 ? 0 : 1)) * step;
}

/// Rows of a picture in a file.
struct StoredRows {
    std::uint64_t width = 0, height = 0;  ///< in pixels
    std::uint64_t offset = 0;             ///< of the first byte
    std::uint64_t row = 0;                ///< bytes
    std::uint64_t gap = 0;                ///< bytes between two rows
};

/// "", where the file has them all.
std::string missing_rows(const StoredRows& rows, std::uint64_t file_size);

/// What to say of a file that ends within its header.
std::string short_header(const FileStart& file, std::uint64_t expected);

// What header_trouble() is for each format.
std::string dpx_trouble(const FileStart& file);
std::string cineon_trouble(const FileStart& file);
std::string bmp_trouble(const FileStart& file);
std::string targa_trouble(const FileStart& file);
std::string sgi_trouble(const FileStart& file);
std::string gif_trouble(const FileStart& file);
std::string ico_trouble(const FileStart& file);
std::string dds_trouble(const FileStart& file);
std::string iff_trouble(const FileStart& file);
std::string softimage_trouble(const FileStart& file);
std::string rla_trouble(const FileStart& file);
std::string psd_trouble(const FileStart& file);
std::string exr_trouble(const FileStart& file);
std::string pnm_trouble(const FileStart& file);
std::string fits_trouble(const FileStart& file);

bool begins_as_iff(const FileStart& file);
bool begins_as_softimage(const FileStart& file);

/// Whether the rows of an SGI file are run-length encoded.
bool is_sgi_rle(const FileStart& file);

}  // namespace weft
