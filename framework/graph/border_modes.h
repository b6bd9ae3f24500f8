// The border modes, as one table: documents, commands, messages, texts of kernels and tests take
// their lists and names from here. What a read beyond a domain yields in each is core/border.h.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "core/types.h"

namespace weft {

struct BorderModeEntry {
    BorderMode mode;
    const char* name;        ///< in documents and for people
    const char* enumerator;  ///< in C++, without its namespace
};

inline constexpr BorderModeEntry kBorderModes[] = {
    {eClamp, "clamp", "eClamp"},
    {eMirror, "mirror", "eMirror"},
    {eRepeat, "repeat", "eRepeat"},
    {eConstant, "constant", "eConstant"},
};

/// The entry of a mode; null for a number that is none.
constexpr const BorderModeEntry* border_entry(BorderMode mode) {
    const auto* entry = std::find_if(std::begin(kBorderModes), std::end(kBorderModes),
                                     [&](const BorderModeEntry& e) { return e.mode == mode; });
    return entry == std::end(kBorderModes) ? nullptr : entry;
}

/// The name of a mode in documents and for people; "?" for a number that is none.
constexpr const char* border_name(BorderMode mode) {
    const BorderModeEntry* entry = border_entry(mode);
    return entry == nullptr ? "?" : entry->name;
}

/// The mode of that name; nothing where no mode has it.
constexpr std::optional<BorderMode> border_mode(std::string_view name) {
    for (const BorderModeEntry& entry : kBorderModes)
        if (entry.name == name) return entry.mode;
    return std::nullopt;
}

/// All names in a sentence: "clamp, mirror, repeat or constant".
inline std::string border_names() {
    std::string text;
    const std::size_t count = std::size(kBorderModes);
    for (std::size_t i = 0; i < count; ++i)
        text += std::string(i == 0 ? "" : i + 1 < count ? ", " : " or ") + kBorderModes[i].name;
    return text;
}

}  // namespace weft
