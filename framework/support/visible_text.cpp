#include "support/visible_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

namespace weft {
namespace {

struct CodePoint {
    std::uint32_t value = 0;
    std::size_t bytes = 0;  ///< 0: what stands there is not UTF-8
};

/// What `text`, which is not empty, begins with. Overlong forms and surrogates are not UTF-8.
CodePoint first_of(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text[0]);
    if (lead < 0x80) return {lead, 1};
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < bytes) return {};
    std::uint32_t value = lead & (0x7fu >> bytes);
    for (const char c : text.substr(1, bytes - 1)) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xc0) != 0x80) return {};
        value = value << 6 | (byte & 0x3fu);
    }
    constexpr std::array<std::uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
    if (value < kLeast[bytes] || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
        return {};
    return {value, bytes};
}

bool is_obeyed(std::uint32_t c) {
    if (c == '\n' || c == '\t') return false;
    using Range = std::pair<std::uint32_t, std::uint32_t>;
    constexpr std::array kObeyed{
        Range{0x00, 0x1f},     Range{0x7f, 0x9f},       Range{0xad, 0xad},
        Range{0x34f, 0x34f},   Range{0x61c, 0x61c},     Range{0x115f, 0x1160},
        Range{0x17b4, 0x17b5}, Range{0x180b, 0x180f},   Range{0x200b, 0x200f},
        Range{0x2028, 0x202e}, Range{0x2060, 0x206f},   Range{0x3164, 0x3164},
        Range{0xfe00, 0xfe0f}, Range{0xfeff, 0xfeff},   Range{0xffa0, 0xffa0},
        Range{0xfff0, 0xfffb}, Range{0x1d173, 0x1d17a}, Range{0xe0000, 0xe0fff}};
    return std::any_of(kObeyed.begin(), kObeyed.end(),
                       [&](const Range& r) { return c >= r.first && c <= r.second; });
}

}  // namespace

std::string visible_text(std::string_view text) {
    std::string shown;
    while (!text.empty()) {
        const CodePoint c = first_of(text);
        const std::size_t bytes = std::max<std::size_t>(c.bytes, 1);
        if (c.bytes == 0)
            shown += fmt::format("<0x{:02X}>", static_cast<unsigned char>(text[0]));
        else if (is_obeyed(c.value))
            shown += fmt::format("<U+{:04X}>", c.value);
        else
            shown += text.substr(0, bytes);
        text.remove_prefix(bytes);
    }
    return shown;
}

}  // namespace weft
