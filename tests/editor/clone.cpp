// The thread sanitizer and the processes that Qt starts: by a clone() that shares memory until they
// run their program. The sanitizer takes that for a fork, whose child is not worth watching, and so
// goes blind to the thread that called it. What stands here goes past it.
#if defined(__SANITIZE_THREAD__)

#include <cstdarg>

extern "C" {

int __clone(int (*function)(void*), void* stack, int flags, void* argument, ...);

int clone(int (*function)(void*), void* stack, int flags, void* argument, ...) {
    va_list more;
    va_start(more, argument);
    void* const parent = va_arg(more, void*);
    void* const storage = va_arg(more, void*);
    void* const child = va_arg(more, void*);
    va_end(more);
    return __clone(function, stack, flags, argument, parent, storage, child);
}

}  // extern "C"

#endif
