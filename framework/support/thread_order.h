// The order that oneTBB and Qt guarantee, told to the thread sanitizer: it cannot see it, because
// they are compiled without it. Nothing at all in other builds.
#pragma once

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

}  // namespace weft
