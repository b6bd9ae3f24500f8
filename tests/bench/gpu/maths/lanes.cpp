// The sweep on the CPU, by the lanes of generated kernels; compiled as kernels are.
#include "emit/preamble/simd.h"

#include "lanes.h"
#include "swept.h"

namespace weft {
namespace {

/// The bits of the first lanes of a piece.
U32 first_bits(unsigned piece) {
    U32 bits = piece * kPiece;
    for (int lane = 0; lane < WEFT_WIDTH; ++lane) bits.v[lane] += static_cast<unsigned>(lane);
    return bits;
}

template <int Which>
unsigned long long sum_of(unsigned piece) {
    unsigned long long sum = 0;
    U32 bits = first_bits(piece);
    for (unsigned at = 0; at < kPiece; at += WEFT_WIDTH, bits = bits + unsigned(WEFT_WIDTH)) {
        const U32 part = mixed(swept<F32>(Which, bits), bits);
        for (int lane = 0; lane < WEFT_WIDTH; ++lane) sum += part.v[lane];
    }
    return sum;
}

template <int Which>
void results_of(unsigned piece, unsigned* out) {
    U32 bits = first_bits(piece);
    for (unsigned at = 0; at < kPiece; at += WEFT_WIDTH, bits = bits + unsigned(WEFT_WIDTH)) {
        const U32 result = as_uint(swept<F32>(Which, bits));
        __builtin_memcpy(out + at, &result.v, sizeof result.v);
    }
}

template <class, int... Which>
struct Tables {
    static constexpr unsigned long long (*kSums[])(unsigned) = {sum_of<Which>...};
    static constexpr void (*kResults[])(unsigned, unsigned*) = {results_of<Which>...};
};
template <class Int, Int... Which>
using TablesOf = Tables<Int, Which...>;
using All = __make_integer_seq<TablesOf, int, kSwept>;

}  // namespace
}  // namespace weft

extern "C" unsigned long long weft_lanes_sum(int which, unsigned piece) {
    return weft::All::kSums[which](piece);
}

extern "C" void weft_lanes_results(int which, unsigned piece, unsigned* out) {
    weft::All::kResults[which](piece, out);
}
