// The order that oneTBB and Qt guarantee, told to the thread sanitizer: it cannot see it, because
// they are compiled without it. Nothing at all in other builds.
#pragma once

#include <utility>

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
/// For the function that a thread of theirs enters, before it has told what it comes after.
#define WEFT_ENTERED_FROM_OUTSIDE __attribute__((no_sanitize("thread")))
#else
#define WEFT_ENTERED_FROM_OUTSIDE
#endif

namespace weft {

/// What this thread did so far comes before whatever follows a comes_after(tag).
inline void comes_before([[maybe_unused]] const void* tag) {
#if defined(__SANITIZE_THREAD__)
    __tsan_release(const_cast<void*>(tag));
#endif
}

/// What this thread does from here on comes after all that preceded a comes_before(tag).
inline void comes_after([[maybe_unused]] const void* tag) {
#if defined(__SANITIZE_THREAD__)
    __tsan_acquire(const_cast<void*>(tag));
#endif
}

/// A function that such a library carries to another thread and calls there: what precedes its last
/// copy comes before the call, and both come before its end, which may be in either thread.
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
