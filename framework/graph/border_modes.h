// The border modes, as one table: documents, commands, messages, texts of kernels and tests take
// their lists and names from here. What a read beyond a domain yields in each is core/border.h.
#pragma once

#include <string>

#include "core/types.h"
#include "support/choices.h"

namespace weft {

template <>
struct ChoicesOf<BorderMode> {
    static constexpr Choice<BorderMode> kAll[] = {
        {eClamp, "clamp"},
        {eMirror, "mirror"},
        {eRepeat, "repeat"},
        {eConstant, "constant"},
    };
};

/// What a mode is called in C++, without its namespace: "eClamp".
inline std::string border_enumerator(BorderMode mode) {
    std::string name = name_of(mode);
    name.front() = static_cast<char>(name.front() - 'a' + 'A');
    return "e" + name;
}

}  // namespace weft
