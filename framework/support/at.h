// Elements of lists by index.
#pragma once

#include <cstddef>
#include <vector>

namespace weft {

/// The element `i` of `list`; 0 <= i < its size.
template <class T>
const T& at(const std::vector<T>& list, int i) {
    return list[static_cast<std::size_t>(i)];
}

}  // namespace weft
