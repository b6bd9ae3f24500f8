// Integer divisions that round up or down rather than towards 0.
#pragma once

namespace weft {

/// n / by rounded up; any n. Requires by > 0.
template <class Int>
constexpr Int divide_up(Int n, Int by) {
    return n / by + (n % by > 0);
}

/// n / by rounded down; any n. Requires by > 0.
template <class Int>
constexpr Int divide_down(Int n, Int by) {
    return n / by - (n % by < 0);
}

/// The least multiple of `by` that is at least n. Requires by > 0.
template <class Int>
constexpr Int round_up(Int n, Int by) {
    return divide_up(n, by) * by;
}

}  // namespace weft
