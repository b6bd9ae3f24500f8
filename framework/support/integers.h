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

/// What n is above the greatest multiple of `by` that is at most n. Requires by > 0.
template <class Int>
constexpr Int rest_of(Int n, Int by) {
    return n - divide_down(n, by) * by;
}

/// The least multiple of `by` that is at least n. Requires by > 0.
template <class Int>
constexpr Int round_up(Int n, Int by) {
    return divide_up(n, by) * by;
}

}  // namespace weft
