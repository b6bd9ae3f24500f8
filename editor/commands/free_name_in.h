// Names for what is added to a list of things with names.
#pragma once

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace weft::editor {

/// `base`, or the first of base2, base3, ... that is not among the names.
template <class List>
std::string free_name_in(const List& list, const std::string& base) {
    const auto taken = [&](const std::string& name) {
        return std::any_of(list.begin(), list.end(),
                           [&](const auto& entry) { return entry.name == name; });
    };
    std::string name = base;
    for (int i = 2; taken(name); ++i) name = fmt::format("{}{}", base, i);
    return name;
}

}  // namespace weft::editor
