// Divisions of whole numbers that do not round towards 0.
#pragma once

namespace weft {

/// The least whole number that is at least n / by; by > 0, any n.
template <class Int>
constexpr Int divide_up(Int n, Int by) {
    return n / by + (n % by > 0);
}

/// The greatest whole number that is at most n / by; by > 0, any n.
template <class Int>
constexpr Int divide_down(Int n, Int by) {
    return n / by - (n % by < 0);
}

/// The least multiple of `by` that is at least n.
template <class Int>
constexpr Int round_up(Int n, Int by) {
    return divide_up(n, by) * by;
}

}  // namespace weft
