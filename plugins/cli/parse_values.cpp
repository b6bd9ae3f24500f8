// Parsing without a parser: numbers between separators.
#include "cli/parse_values.h"

#include <charconv>
#include <cstddef>

#include <fmt/format.h>

namespace weft {
namespace {

constexpr int kFar = 1 << 28;  // far enough for any picture, and sums stay in an int

/// Reads exactly `count` whole numbers with `separator` between them.
bool read_numbers(std::string_view text, char separator, int count, int* numbers) {
    const char* p = text.data();
    const char* const end = p + text.size();
    for (int i = 0; i < count; ++i) {
        const auto [next, error] = std::from_chars(p, end, numbers[i]);
        if (error != std::errc() || numbers[i] < -kFar || numbers[i] > kFar) return false;
        p = next;
        if (i + 1 == count) break;
        if (p == end || *p != separator) return false;
        ++p;
    }
    return p == end;
}

}  // namespace

Result<Rect> parse_region(std::string_view text) {
    int n[4] = {};
    if (!read_numbers(text, ',', 4, n) || n[2] < 1 || n[3] < 1)
        return Error{ErrorKind::kUsage,
                     fmt::format("'{}' is no region; expected x,y,width,height in whole pixels, "
                                 "such as 100,50,640,360",
                                 single_line(text))};
    return Rect{n[0], n[1], n[0] + n[2], n[1] + n[3]};
}

Result<Rect> parse_size(std::string_view text) {
    int n[2] = {};
    if (!read_numbers(text, 'x', 2, n) || n[0] < 1 || n[1] < 1)
        return Error{ErrorKind::kUsage,
                     fmt::format("'{}' is no size; expected WIDTHxHEIGHT in whole pixels, such as "
                                 "1920x1080",
                                 single_line(text))};
    return Rect{0, 0, n[0], n[1]};
}

std::string single_line(std::string_view text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' '))
        text.remove_suffix(1);
    std::string line;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\r') continue;
        if (text[i] != '\n')
            line += text[i];
        else if (!line.empty() && line.back() != '|' && line.back() != ' ')
            line += " | ";
    }
    return line;
}

}  // namespace weft
