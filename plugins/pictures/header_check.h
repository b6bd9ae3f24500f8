// What the headers of pictures promise, held against the sizes of their files and against what
// decoders bear, and what any file can hold. Pure functions on bytes: decoders take a header's word
// for what to allocate, and for rows that are not there some of them leave whatever was in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// How a file begins, how long all of it is, and how to read on.
struct FileStart {
    std::span<const std::byte> bytes;
    std::uint64_t size = 0;
    /// Up to `count` bytes from `from` on, fewer at the end. Where there is none, `bytes` are all
    /// that can be seen.
    std::function<std::vector<std::byte>(std::uint64_t from, std::uint64_t count)> read = {};
};

/// The format that begins so, by OpenImageIO's name; "": it is none, or one whose first bytes do
/// not tell it (Targa, RLA, ICO, Zfile, camera files).
std::string_view format_that_begins(const FileStart& file);

/// How many bytes header_trouble() looks at of the file that begins so; of a shorter one, all.
inline constexpr std::size_t kHeaderBytes = 8192;
std::uint64_t bytes_to_check(const FileStart& file);

/// What is wrong with a file that is going to be read as `format`: "", where nothing is or the
/// format is none that is checked; else what was seen, what was expected and what to do. For any
/// bytes. What it finds nothing wrong with OpenImageIO's own decoders read without leaving their
/// buffers; of uncompressed formats they find all rows.
std::string header_trouble(std::string_view format, const FileStart& file);

/// The same for a Zfile, which may be compressed by gzip: `end` are its last bytes, at least 4.
std::string zfile_trouble(const FileStart& file, std::span<const std::byte> end, int width,
                          int height);

/// A picture as its reader understood the header.
struct PictureClaim {
    std::uint64_t width = 0, height = 0;  ///< of the data window and the display window together
    std::uint64_t channels = 0;
    std::uint64_t bits = 0;     ///< of the data window's pixels, as stored
    std::uint64_t density = 0;  ///< most_density() of its format
    bool believed = false;      ///< however many samples there are
};

/// What is believed of any file: pictures of as many samples as 8192x8192 in four channels, and of
/// sides that are not longer.
inline constexpr std::uint64_t kModestSamples = std::uint64_t{1} << 28, kModestSide = 32768;

/// Samples that are believed for each byte of a file. Flat pictures get near: in deflate, which
/// PNG, TIFF and EXR use, a byte stands for up to 1032.
inline constexpr std::uint64_t kSamplesPerByte = 2048;

/// Bytes of pixels that a byte of a file can stand for, generously; 0: no bound is known. Names are
/// OpenImageIO's.
std::uint64_t most_density(std::string_view kind, std::string_view compression);

/// Why a file of so many bytes cannot hold the picture, or hardly; "": it may.
std::string claim_trouble(const PictureClaim& claim, std::uint64_t file_size);

}  // namespace weft
