// The table of operations over lanes, and checks of their memory. Compiled by Clang once per width,
// as kernels are.
#include "emit/preamble/simd.h"
#include "emit/preamble/simd_memory.h"
#include "memory_checks.h"
#include "operations.h"

namespace {

template <>
weft::U32 load_words<weft::Lanes>(const unsigned* from) {
    weft::U32 r;
    __builtin_memcpy(&r.v, from, sizeof r.v);
    return r;
}
void store_lanes(unsigned* to, weft::U32 value) { __builtin_memcpy(to, &value.v, sizeof value.v); }
void store_lanes(unsigned* to, weft::F32 value) { store_lanes(to, weft::as_uint(value)); }
void store_lanes(unsigned* to, weft::I32 value) { store_lanes(to, weft::as_uint(value)); }
void store_lanes(unsigned* to, weft::Mask value) { store_lanes(to, weft::U32(value)); }
template <class S, class T>
void store_words(unsigned* to, T value) {
    store_lanes(to, value);
}

}  // namespace

/// Fills `out` (Operations::kMany entries) and returns how many there are.
extern "C" int WEFT_TEST_ENTRY(void* out) {
    return Operations<weft::Lanes>::list(
        *static_cast<Operation(*)[Operations<weft::Lanes>::kMany]>(out));
}
