#include "picture_bytes.h"

#include <algorithm>
#include <span>

#include "pictures/header_check.h"

namespace weft::test {

std::string trouble_of(const std::string& bytes, std::uint64_t size) {
    const std::size_t there = static_cast<std::size_t>(std::min<std::uint64_t>(size, bytes.size()));
    const FileStart file{std::as_bytes(std::span(bytes.data(), there)), size};
    return header_trouble(format_that_begins(file), file);
}
std::string trouble_of(const std::string& bytes) { return trouble_of(bytes, bytes.size()); }

std::size_t least_size(const std::string& bytes) {
    std::size_t low = 0, high = bytes.size();
    while (low + 1 < high) {
        const std::size_t middle = (low + high) / 2;
        (trouble_of(bytes, middle).empty() ? high : low) = middle;
    }
    return high;
}

std::string number(std::uint64_t value, int bytes, bool big) {
    std::string text;
    for (int i = 0; i < bytes; ++i)
        text += static_cast<char>(value >> 8 * (big ? bytes - 1 - i : i));
    return text;
}

std::string patched(std::string bytes, std::size_t at, const std::string& with) {
    return bytes.replace(at, with.size(), with);
}

std::string cineon(int width, int height, int bits, int packing, std::size_t row) {
    std::string header(2048, '\0');
    header = patched(header, 0, "\x80\x2a\x5f\xd7");
    header = patched(header, 4, number(2048, 4));
    header = patched(header, 193, number(3, 1));
    for (std::size_t i = 0; i < 3; ++i) {
        header = patched(header, 196 + i * 28 + 1, number(i + 1, 1));
        header = patched(header, 196 + i * 28 + 2, number(static_cast<unsigned>(bits), 1));
        header = patched(header, 196 + i * 28 + 4, number(static_cast<unsigned>(width), 4));
        header = patched(header, 196 + i * 28 + 8, number(static_cast<unsigned>(height), 4));
    }
    header = patched(header, 681, number(static_cast<unsigned>(packing), 1));
    return header + std::string(row * static_cast<std::size_t>(height), '\x55');
}

std::string sgi_rle(int width, const std::vector<std::string>& packed) {
    std::string file(512, '\0');
    file = patched(file, 0,
                   "\x01\xda\x01\x01" + number(2, 2) + number(static_cast<unsigned>(width), 2) +
                       number(packed.size(), 2) + number(1, 2));
    std::size_t at = 512 + packed.size() * 8;
    std::string lengths, rows;
    for (const std::string& row : packed) {
        file += number(at, 4);
        lengths += number(row.size(), 4);
        rows += row;
        at += row.size();
    }
    return file + lengths + rows;
}

std::string psd_resource(std::uint64_t id, const std::string& data) {
    return "8BIM" + number(id, 2) + number(0, 2) + number(data.size(), 4) + data +
           std::string(data.size() % 2, '\0');
}

std::string psd(const PsdParts& parts) {
    const auto length = [&](const std::string& of) {
        return number(of.size(), parts.large ? 8 : 4);
    };
    std::string layers;
    if (!parts.layers.empty()) layers = length(parts.layers) + parts.layers + parts.blocks;
    return "8BPS" + number(parts.large ? 2 : 1, 2) + std::string(6, '\0') +
           number(parts.channels, 2) + number(37, 4) + number(parts.width, 4) + number(8, 2) +
           number(parts.mode, 2) + number(parts.palette.size(), 4) + parts.palette +
           number(parts.resources.size(), 4) + parts.resources + length(layers) + layers +
           number(0, 2) + std::string(61 * 37 * parts.channels, 'p');
}

std::string psd_layer(bool large) {
    const std::string row("\xfc\x07", 2);
    std::string channel = number(1, 2), ids;
    for (int y = 0; y < 3; ++y) channel += number(row.size(), large ? 4 : 2);
    for (int y = 0; y < 3; ++y) channel += row;
    for (unsigned c = 0; c < 3; ++c) ids += number(c, 2) + number(channel.size(), large ? 8 : 4);
    const std::string extra =
        number(0, 4) + number(0, 4) + "\x03one" + "8BIMluni" + number(4, 4) + std::string(4, '\0');
    return number(1, 2) + number(2, 4) + number(1, 4) + number(5, 4) + number(6, 4) + number(3, 2) +
           ids + "8BIMnorm" + number(0xff000000, 4) + number(extra.size(), 4) + extra + channel +
           channel + channel;
}

std::string icon(std::uint64_t width, std::uint64_t height, std::uint64_t bits,
                 std::uint64_t colours) {
    const auto little = [](std::uint64_t value, int bytes) { return number(value, bytes, false); };
    const std::uint64_t row = (width * bits + 31) / 32 * 4, mask = (width + 31) / 32 * 4;
    const std::uint64_t palette = bits >= 16 ? 0 : (colours == 0 ? 256 : colours) * 4;
    const std::uint64_t size = 40 + palette + height * (row + mask);
    return little(0, 2) + little(1, 2) + little(1, 2) + little(width, 1) + little(height, 1) +
           little(colours, 1) + little(0, 1) + little(1, 2) + little(bits, 2) + little(size, 4) +
           little(22, 4) + little(40, 4) + little(width, 4) + little(height * 2, 4) + little(1, 2) +
           little(bits, 2) + std::string(24, '\0') +
           std::string(palette + height * (row + mask), '\x11');
}

std::string rla(std::uint64_t type, std::uint64_t bits) {
    std::string header(740, '\0');
    for (const std::size_t window : {0u, 8u})
        header = patched(header, window, number(0, 2) + number(4, 2) + number(0, 2) + number(2, 2));
    header = patched(header, 18, number(type, 2) + number(3, 2));
    header = patched(header, 26, number(0xfffe, 2));
    header = patched(header, 658, number(bits, 2));
    std::string offsets, rows;
    for (unsigned y = 0; y < 3; ++y) {
        offsets += number(740 + 12 + rows.size(), 4);
        for (int c = 0; c < 3; ++c) rows += number(2, 2) + "\x04\x40";
    }
    return header + offsets + rows;
}

}  // namespace weft::test
