// Elements of vectors by a plain int, as plans count them.
#pragma once

#include <cstddef>
#include <vector>

namespace weft {

/// Element `i` of `list`. Requires 0 <= i < its size.
template <class T>
const T& at(const std::vector<T>& list, int i) {
    return list[static_cast<std::size_t>(i)];
}

}  // namespace weft
