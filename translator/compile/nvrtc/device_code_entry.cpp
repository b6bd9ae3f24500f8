#include "compile/nvrtc/device_code_entry.h"

#include <charconv>
#include <cstring>

namespace weft {

namespace {

constexpr std::string_view kMark = "weft-cubin-3";

/// Takes " number" from the front of `text`; false where there is none.
template <class Number>
bool take(std::string_view& text, Number& number) {
    if (text.empty() || text.front() != ' ') return false;
    const auto [end, failed] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
    if (failed != std::errc{}) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

}  // namespace

std::string to_entry(const DeviceCode& code) {
    std::string entry(kMark);
    for (const std::size_t figure :
         {static_cast<std::size_t>(code.registers), static_cast<std::size_t>(code.instructions),
          code.shared_bytes, code.stack_bytes, code.spill_stores, code.spill_loads,
          static_cast<std::size_t>(code.warnings)})
        entry += ' ' + std::to_string(figure);
    entry += '\n';
    entry.append(reinterpret_cast<const char*>(code.cubin.data()), code.cubin.size());
    return entry;
}

std::optional<DeviceCode> from_entry(std::string_view entry) {
    if (entry.substr(0, kMark.size()) != kMark) return std::nullopt;
    entry.remove_prefix(kMark.size());
    DeviceCode code;
    const bool complete = take(entry, code.registers) && take(entry, code.instructions) &&
                          take(entry, code.shared_bytes) && take(entry, code.stack_bytes) &&
                          take(entry, code.spill_stores) && take(entry, code.spill_loads) &&
                          take(entry, code.warnings);
    if (!complete || entry.size() < 2 || entry.front() != '\n') return std::nullopt;
    entry.remove_prefix(1);
    code.cubin.resize(entry.size());
    std::memcpy(code.cubin.data(), entry.data(), entry.size());
    return code;
}

}  // namespace weft
