// The kernel that copies a picture between Weft's form and its owner's: a thread for each pixel.
//
// Text for the device compilers, printed after the preamble, runtime/samples.h, runtime/half.h and
// runtime/gpu/exchange_args.h. Samples may lie at any address: those that do not fit their size are
// put together byte by byte, as a GPU refuses to load them otherwise.
#pragma once

namespace weft {

template <class Bits>
WEFT_INLINE Bits load_bits(const unsigned char* from) {
    if (reinterpret_cast<unsigned long long>(from) % sizeof(Bits) == 0)
        return *reinterpret_cast<const Bits*>(from);
    Bits bits = 0;
    for (unsigned i = 0; i < sizeof(Bits); ++i)
        bits = static_cast<Bits>(bits | static_cast<unsigned>(from[i]) << 8u * i);
    return bits;
}

template <class Bits>
WEFT_INLINE void store_bits(unsigned char* to, Bits bits) {
    if (reinterpret_cast<unsigned long long>(to) % sizeof(Bits) == 0) {
        *reinterpret_cast<Bits*>(to) = bits;
        return;
    }
    for (unsigned i = 0; i < sizeof(Bits); ++i)
        to[i] = static_cast<unsigned char>(static_cast<unsigned>(bits) >> 8u * i);
}

WEFT_INLINE unsigned char* sample_of(const ForeignPicture& p, Element e) {
    return p.base + (e.x - p.x0) * p.x_stride + (e.y - p.y0) * p.y_stride +
           e.plane * p.plane_stride;
}

WEFT_INLINE float foreign_load(const ForeignPicture& p, Element e) {
    if (e.x < p.x0 || e.x >= p.x1 || e.y < p.y0 || e.y >= p.y1) return 0.0f;
    const unsigned char* const at = sample_of(p, e);
    switch (p.format) {
        case 0: return to_unit<255>(*at);
        case 1: return to_unit<65535>(load_bits<unsigned short>(at));
        case 2: return half_to_float(load_bits<unsigned short>(at));
        default: return __builtin_bit_cast(float, load_bits<unsigned>(at));
    }
}

WEFT_INLINE void foreign_store(const ForeignPicture& p, Element e, float value) {
    unsigned char* const at = sample_of(p, e);
    switch (p.format) {
        case 0: *at = static_cast<unsigned char>(from_unit<255>(value)); return;
        case 1: store_bits(at, static_cast<unsigned short>(from_unit<65535>(value))); return;
        case 2: store_bits(at, float_to_half(value)); return;
        default: store_bits(at, __builtin_bit_cast(unsigned, value));
    }
}

WEFT_INLINE float* own_address(const ExchangeArgs& args, Element e) {
    return args.columns != 0 ? sample_address<true>(args.own, e)
                             : sample_address<false>(args.own, e);
}

WEFT_INLINE float own_load(const ExchangeArgs& args, Element e) {
    const GpuPicture& p = args.own;
    if (e.x < p.left || e.x >= p.right || e.y < p.top || e.y >= p.bottom) return 0.0f;
    return device_load(own_address(args, e));
}

}  // namespace weft

using weft_exchange_Args = weft::ExchangeArgs;

extern "C" __global__ void weft_exchange(const __grid_constant__ weft_exchange_Args args) {
    const int x = args.x0 + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    const int y = args.y0 + static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
    if (x >= args.x1 || y >= args.y1) return;
    for (int plane = 0; plane < args.own.planes; ++plane) {
        const weft::Element e{x, y, plane};
        if (args.to_own != 0)
            weft::device_store(weft::own_address(args, e), weft::foreign_load(args.foreign, e));
        else
            weft::foreign_store(args.foreign, e, weft::own_load(args, e));
    }
}
