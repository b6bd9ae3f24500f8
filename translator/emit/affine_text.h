// Affine functions of members and edges of domains, as kernels compute them.
#pragma once

#include <string>

#include <fmt/format.h>

#include "plan/affine.h"

namespace weft {

/// A name of an affine function, a member or an edge as "A.Domain.x0", among the `members` of a
/// functor's text.
inline std::string member_text(const std::string& members, const std::string& name) {
    const std::size_t edge = name.find(".Domain.");
    if (edge == std::string::npos) return fmt::format("{}.{}", members, name);
    return fmt::format("{}.Domain_of_{}.{}", members, name.substr(0, edge), name.substr(edge + 8));
}

/// Its value, a long long.
inline std::string affine_text(const std::string& members, const Affine& value) {
    std::string sum = fmt::format("{}ll", value.constant);
    for (const auto& [name, factor] : value.factors)
        sum += fmt::format(" + {}ll * {}", factor, member_text(members, name));
    return sum;
}

}  // namespace weft
