// Picture files as bytes, of formats that OpenImageIO does not write, and what is said of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft::test {

/// What header_trouble() says of a file that begins so and has `size` bytes, by how it begins.
std::string trouble_of(const std::string& bytes, std::uint64_t size);
std::string trouble_of(const std::string& bytes);

/// How short the file may be and still hold what its header promises.
std::size_t least_size(const std::string& bytes);

std::string number(std::uint64_t value, int bytes, bool big = true);

/// Other bytes from `at` on.
std::string patched(std::string bytes, std::size_t at, const std::string& with);

/// A Cineon file of one value, as the format's description has it.
std::string cineon(int width, int height, int bits, int packing, std::size_t row);

/// An SGI file of one channel, rows of which are `packed`.
std::string sgi_rle(int width, const std::vector<std::string>& packed);

/// A resource of a PSD file.
std::string psd_resource(std::uint64_t id, const std::string& data);

/// What a PSD file is made of; 61x37 pixels of 8 bits, uncompressed.
struct PsdParts {
    bool large = false;  ///< PSB
    std::uint64_t channels = 3, width = 61, mode = 3;
    std::string palette = {}, resources = {};
    std::string layers = {};  ///< from their number on
    std::string blocks = {};  ///< behind them
};
std::string psd(const PsdParts& parts);

/// A layer of 5x3 pixels in three channels, run-length encoded, and that there is one.
std::string psd_layer(bool large = false);

/// An icon of one picture, as pixels of so many bits behind a palette.
std::string icon(std::uint64_t width, std::uint64_t height, std::uint64_t bits,
                 std::uint64_t colours = 0);

/// An RLA file of 5x3 pixels in three channels.
std::string rla(std::uint64_t type = 0, std::uint64_t bits = 8);

}  // namespace weft::test
