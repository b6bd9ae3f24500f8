// Happens-before relations that oneTBB and Qt guarantee, as annotations for the thread sanitizer,
// which cannot see them: those libraries are compiled without it. Nothing in other builds.
#pragma once

#include <utility>

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
/// Marks the function that one of their threads enters: not instrumented, since nothing is known to
/// happen before it until it calls comes_after().
#define WEFT_ENTERED_FROM_OUTSIDE __attribute__((no_sanitize("thread")))
#else
#define WEFT_ENTERED_FROM_OUTSIDE
#endif

namespace weft {

/// Release: what this thread did so far happens before whatever follows a comes_after(tag).
inline void comes_before([[maybe_unused]] const void* tag) {
#if defined(__SANITIZE_THREAD__)
    __tsan_release(const_cast<void*>(tag));
#endif
}

/// Acquire: what this thread does from here on happens after all that preceded a comes_before(tag).
inline void comes_after([[maybe_unused]] const void* tag) {
#if defined(__SANITIZE_THREAD__)
    __tsan_acquire(const_cast<void*>(tag));
#endif
}

/// A function that such a library calls in another thread: what precedes its last copy or move
/// happens before the call, and both happen before its destruction, in whichever thread.
template <class Function>
class Carried {
  public:
    explicit Carried(Function function) : function_(std::move(function)) { comes_before(this); }
    Carried(const Carried& other) : function_(other.function_) { comes_before(this); }
    Carried(Carried&& other) noexcept : function_(std::move(other.function_)) {
        comes_before(this);
    }
    ~Carried() { comes_after(this); }
    Carried& operator=(const Carried&) = delete;
    Carried& operator=(Carried&&) = delete;

    void operator()() const {
        comes_after(this);
        function_();
        comes_before(this);
    }

  private:
    Function function_;
};

}  // namespace weft
