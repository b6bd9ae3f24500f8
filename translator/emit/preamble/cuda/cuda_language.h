// CUDA as core/ and the accessors expect it: markers, and the builtins of other compilers.
//
// Text for NVRTC, printed before each kernel; it includes nothing. Compiled as C++20 with
// --device-as-default-execution-space, so that constants and constexpr functions need no marker.
#pragma once

#define WEFT_INLINE __device__ __forceinline__

// Correctly rounded, each one instruction; rintf rounds halves to even.
#define __builtin_floorf(x) floorf(x)
#define __builtin_ceilf(x) ceilf(x)
#define __builtin_truncf(x) truncf(x)
#define __builtin_roundevenf(x) rintf(x)
#define __builtin_sqrtf(x) sqrtf(x)
#define __builtin_fmaf(a, b, c) __fmaf_rn(a, b, c)
#define WEFT_HAS_FMA 1
#define __builtin_inff() __int_as_float(0x7f800000)
#define __builtin_nanf(text) __int_as_float(0x7fc00000)

/// Declares the block's dynamic shared memory, once per kernel.
#define WEFT_SHARED(name) extern __shared__ __align__(16) float name[]

/// Before a loop whose iterations share no work: unrolling it would only take registers.
#define WEFT_NO_UNROLL _Pragma("unroll 1")
/// Before a loop whose index must be a constant, or what it indexes would be no registers.
#define WEFT_UNROLL _Pragma("unroll")

// Where an access stands in the source: for the SIMT checker alone, here nothing.
#define WEFT_PLACE_ONLY   // the parameter of a function that has no other
#define WEFT_PLACE        // one more parameter
#define WEFT_AT_ONLY      // passing it on, as the only argument
#define WEFT_AT           // passing it on, as one more argument
#define WEFT_PLACE_FIELD  // a field that keeps it
