// What the headers of uncompressed pictures promise, held against the sizes of their files, and
// what any file can hold. Pure functions on bytes: decoders take a header's word for what to
// allocate, and for rows that are not there some of them leave whatever was in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace weft {

/// How a file begins, and how long all of it is.
struct FileStart {
    std::span<const std::byte> bytes;
    std::uint64_t size = 0;
};

/// How many bytes header_trouble() asks for of the file that begins so; of a shorter one, all.
inline constexpr std::size_t kHeaderBytes = 8192;
std::uint64_t bytes_to_check(const FileStart& file);

/// Whether it begins as Maya's IFF does, whose reader looks for that further on as well.
bool begins_as_iff(const FileStart& file);

/// What is wrong with a file that is told by its first bytes: DPX, Cineon, BMP, PNM, PFM, SGI,
/// FITS.
/// "", where nothing is or it is none of these; else what was seen, what was expected and what to
/// do. For any bytes. What it finds nothing wrong with OpenImageIO's decoders of these formats read
/// without leaving their buffers, and find all rows of.
std::string header_trouble(const FileStart& file);

/// The same for a Targa file, which nothing but its reader can tell.
std::string targa_trouble(const FileStart& file);

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
