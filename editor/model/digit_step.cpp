#include "model/digit_step.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

namespace weft::editor {
namespace {

constexpr std::size_t kMostFigures = 15;  // that a double holds

/// A sign, digits, and a point among them or none.
bool is_plain(const std::string& text) {
    const std::size_t first = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
    const std::string figures = text.substr(first);
    return figures.size() <= kMostFigures &&
           figures.find_first_not_of("0123456789.") == std::string::npos &&
           figures.find_first_of("0123456789") != std::string::npos &&
           std::count(figures.begin(), figures.end(), '.') <= 1;
}

int point_of(const std::string& text) {
    return static_cast<int>(std::min(text.find('.'), text.size()));
}

}  // namespace

std::optional<SteppedText> step_digit(const std::string& text, int caret, int by) {
    if (!is_plain(text)) return std::nullopt;
    const int size = static_cast<int>(text.size()), point = point_of(text);
    int digit = std::clamp(caret, 0, size - 1);
    if (text[static_cast<std::size_t>(digit)] == '-' ||
        text[static_cast<std::size_t>(digit)] == '+')
        ++digit;
    if (digit == point) digit += digit + 1 < size ? 1 : -1;
    // The power of ten that the digit stands for.
    const int power = digit < point ? point - 1 - digit : point - digit;
    const int decimals = std::max({0, size - point - 1, -power});
    const double number = std::strtod(text.c_str(), nullptr) + by * std::pow(10.0, power);
    std::string stepped = fmt::format("{:.{}f}", number, decimals);
    // Never "-0.00".
    if (stepped.find_first_not_of("-0.") == std::string::npos && stepped[0] == '-')
        stepped.erase(0, 1);
    const int first = stepped[0] == '-' ? 1 : 0, now = point_of(stepped);
    const int at = power >= 0 ? now - 1 - power : now - power;
    return SteppedText{stepped, std::clamp(at, first, static_cast<int>(stepped.size()))};
}

}  // namespace weft::editor
