// What bounds the functions of a functor that run once for a picture, in the program itself: its
// constructor, Prepare(), Shape(), Measure(). Headers that nobody has tested are compiled with
// calls of iteration() and its like put in (frontend/counted_text.h); other functors run as they
// are.
#pragma once

namespace weft {

/// Iterations of all loops together: far more than such a function needs. One that goes on for
/// longer is taken for one that does not end.
inline constexpr long long kMaxHostIterations = 1LL << 27;
/// Bytes of stack for functions that call themselves.
inline constexpr long long kMaxHostStack = 512LL << 10;

/// Why such a function was ended, and where. Strings are static.
struct HostFault {
    enum Kind : int {
        kNone,
        kIterations,  ///< more than kMaxHostIterations; the loop that was iterating
        kStack,       ///< more than kMaxHostStack; the function that called itself
        kIndex,       ///< an index beyond its array
        kDivision,    ///< of a whole number by 0
        kException,   ///< the function threw one; there is no place
    };
    Kind kind = kNone;
    const char* function = "";  ///< "Prepare()"
    const char* file = "";
    int line = 0, column = 0;
    long long seen = 0, most = 0;  ///< kIndex: what was asked for, and the last that there is
};

/// What a thread may spend on the host function that it is in. In no such function: all.
struct HostBounds {
    const char* function = nullptr;
    long long iterations = 0x7fffffffffffffff;  ///< left
    const char* stack = nullptr;                ///< its lowest address
};
inline constinit thread_local HostBounds host_bounds;

/// Bounds this thread while it lives. Host functions that call each other share the first one's
/// bounds.
class HostCall {
  public:
    explicit HostCall(const char* function) : first_(host_bounds.function == nullptr) {
        if (first_)
            host_bounds = {function, kMaxHostIterations,
                           static_cast<const char*>(__builtin_frame_address(0)) - kMaxHostStack};
    }
    ~HostCall() {
        if (first_) host_bounds = {};
    }
    HostCall(const HostCall&) = delete;
    HostCall& operator=(const HostCall&) = delete;

  private:
    bool first_;
};

/// Leaves the host function: the HostFault is caught where the framework called it.
[[noreturn, gnu::cold, gnu::noinline]] inline void end_host_call(HostFault::Kind kind,
                                                                 const char* file, int line,
                                                                 int column, long long seen = 0,
                                                                 long long most = 0) {
    throw HostFault{kind, host_bounds.function, file, line, column, seen, most};
}

/// What texts call.
namespace host {

/// In each iteration of a loop, or before as many. False, so that it may stand before a statement
/// as `if (iteration(...)) ; else`.
constexpr bool iteration(const char* file, int line, int column, int iterations = 1) {
    if (__builtin_is_constant_evaluated()) return false;
    host_bounds.iterations -= iterations;
    if (host_bounds.iterations < 0) [[unlikely]]
        end_host_call(HostFault::kIterations, file, line, column);
    return false;
}

/// At the start of a function that may come to call itself.
constexpr void deeper(const char* file, int line, int column) {
    if (__builtin_is_constant_evaluated()) return;
    if (static_cast<const char*>(__builtin_frame_address(0)) < host_bounds.stack) [[unlikely]]
        end_host_call(HostFault::kStack, file, line, column);
}

/// The index of an array whose last entry is number `last`.
template <class Index>
constexpr Index inside(Index index, long long last, const char* file, int line, int column) {
    if (__builtin_is_constant_evaluated()) return index;
    const auto seen = static_cast<long long>(index);
    if ((seen < 0 || seen > last) && host_bounds.function != nullptr) [[unlikely]]
        end_host_call(HostFault::kIndex, file, line, column, seen, last);
    return index;
}

/// What a whole number is divided by.
template <class Divisor>
constexpr Divisor divisor(Divisor by, const char* file, int line, int column) {
    if (__builtin_is_constant_evaluated()) return by;
    if (by == 0 && host_bounds.function != nullptr) [[unlikely]]
        end_host_call(HostFault::kDivision, file, line, column);
    return by;
}

}  // namespace host

}  // namespace weft
