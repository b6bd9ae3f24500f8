// Limits on a functor's host functions, those that run in the program itself, once for a picture:
// constructor, Prepare(), Shape(), Measure(), Copies(). Calls of iteration() and its like are
// inserted into the text of functors that nobody has tested (frontend/counted_text.h), so that one
// which never ends, or breaks its arrays, is aborted with its place; other functors run as they
// are.
#pragma once

namespace weft {

/// Iterations of all loops of one call together, far more than any needs: a function that exceeds
/// it is taken never to end.
inline constexpr long long kMaxHostIterations = 1LL << 27;
/// Bytes of stack, which only recursion exceeds.
inline constexpr long long kMaxHostStack = 512LL << 10;

/// Why a host function was aborted, and where. Strings are static.
struct HostFault {
    enum Kind : int {
        kNone,
        kIterations,  ///< beyond kMaxHostIterations; the place is the loop's
        kStack,       ///< beyond kMaxHostStack; the place is the recursive function's
        kIndex,       ///< an index beyond its array
        kDivision,    ///< of an integer by 0
        kException,   ///< the function threw; there is no place
    };
    Kind kind = kNone;
    const char* function = "";  ///< "Prepare()"
    const char* file = "";
    int line = 0, column = 0;
    long long seen = 0, most = 0;  ///< kIndex: the index, and the last valid one
};

/// What is left of a thread's limits for the host function it is in; none outside of one.
struct HostBounds {
    const char* function = nullptr;
    long long iterations = 0x7fffffffffffffff;  ///< left
    const char* stack = nullptr;                ///< its lowest address
};
inline constinit thread_local HostBounds host_bounds;

/// Puts the limits on this thread while it lives. Nested ones share the outermost's.
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

/// Aborts the host function: throws the HostFault, which is caught where the HostCall was made.
[[noreturn, gnu::cold, gnu::noinline]] inline void end_host_call(HostFault::Kind kind,
                                                                 const char* file, int line,
                                                                 int column, long long seen = 0,
                                                                 long long most = 0) {
    throw HostFault{kind, host_bounds.function, file, line, column, seen, most};
}

/// What the inserted calls are.
namespace host {

/// Counts an iteration of a loop, or `iterations` of them ahead. Always false, so that it may stand
/// before a statement as `if (iteration(...)) ; else`.
constexpr bool iteration(const char* file, int line, int column, int iterations = 1) {
    if (__builtin_is_constant_evaluated()) return false;
    host_bounds.iterations -= iterations;
    if (host_bounds.iterations < 0) [[unlikely]]
        end_host_call(HostFault::kIterations, file, line, column);
    return false;
}

/// Checks the stack, at the start of a function that may recurse.
constexpr void deeper(const char* file, int line, int column) {
    if (__builtin_is_constant_evaluated()) return;
    if (static_cast<const char*>(__builtin_frame_address(0)) < host_bounds.stack) [[unlikely]]
        end_host_call(HostFault::kStack, file, line, column);
}

/// Returns `index` after checking that it is within 0 ... `last`.
template <class Index>
constexpr Index inside(Index index, long long last, const char* file, int line, int column) {
    if (__builtin_is_constant_evaluated()) return index;
    const auto seen = static_cast<long long>(index);
    if ((seen < 0 || seen > last) && host_bounds.function != nullptr) [[unlikely]]
        end_host_call(HostFault::kIndex, file, line, column, seen, last);
    return index;
}

/// Returns `by` after checking that it is not 0.
template <class Divisor>
constexpr Divisor divisor(Divisor by, const char* file, int line, int column) {
    if (__builtin_is_constant_evaluated()) return by;
    if (by == 0 && host_bounds.function != nullptr) [[unlikely]]
        end_host_call(HostFault::kDivision, file, line, column);
    return by;
}

}  // namespace host

}  // namespace weft
