// Annotations of stack switches for sanitizers. Nothing in other builds.
#pragma once

#include <cstddef>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WEFT_ADDRESS_SANITIZER
#endif
#if __has_feature(thread_sanitizer)
#define WEFT_THREAD_SANITIZER
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define WEFT_ADDRESS_SANITIZER
#endif
#if defined(__SANITIZE_THREAD__)
#define WEFT_THREAD_SANITIZER
#endif

#if defined(WEFT_ADDRESS_SANITIZER)
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(WEFT_THREAD_SANITIZER)
#include <sanitizer/tsan_interface.h>
#endif

namespace weft::sanitizer {

/// Before a switch to the stack at `bottom`: saves the fake stack of this side in `*fake`; null
/// where this side is left for good.
inline void start_switch([[maybe_unused]] void** fake, [[maybe_unused]] const void* bottom,
                         [[maybe_unused]] std::size_t bytes) {
#if defined(WEFT_ADDRESS_SANITIZER)
    __sanitizer_start_switch_fiber(fake, bottom, bytes);
#endif
}

/// After the switch, on the other side: restores its fake stack, and returns the bounds of the
/// stack it came from.
inline void finish_switch([[maybe_unused]] void* fake, [[maybe_unused]] const void** bottom,
                          [[maybe_unused]] std::size_t* bytes) {
#if defined(WEFT_ADDRESS_SANITIZER)
    __sanitizer_finish_switch_fiber(fake, bottom, bytes);
#endif
}

/// The thread sanitizer's handle of a new fibre, which it treats as a thread.
inline void* create_thread() {
#if defined(WEFT_THREAD_SANITIZER)
    return __tsan_create_fiber(0);
#else
    return nullptr;
#endif
}
inline void destroy_thread([[maybe_unused]] void* thread) {
#if defined(WEFT_THREAD_SANITIZER)
    if (thread != nullptr) __tsan_destroy_fiber(thread);
#endif
}
inline void* current_thread() {
#if defined(WEFT_THREAD_SANITIZER)
    return __tsan_get_current_fiber();
#else
    return nullptr;
#endif
}
/// Immediately before the jump: what was done so far happens before what follows.
inline void switch_thread([[maybe_unused]] void* thread) {
#if defined(WEFT_THREAD_SANITIZER)
    __tsan_switch_to_fiber(thread, 0);
#endif
}

}  // namespace weft::sanitizer
