// Numbers that look random and are the same on every run and machine.
#pragma once

#include "core/math.h"

namespace weft::functors {

/// Every bit of the result depends on every bit of `n`.
inline unsigned scrambled(unsigned n) {
    unsigned h = n;
    h = (h ^ (h >> 16)) * 0x7feb352du;
    h = (h ^ (h >> 15)) * 0x846ca68bu;
    return h ^ (h >> 16);
}

/// A number for a place and a seed. x comes last, so that all before it is one for a row.
inline unsigned random_bits(int x, int y, int z, int seed) {
    unsigned h = scrambled(as_uint(seed) + 0x9e3779b9u);
    h = scrambled(h ^ (as_uint(z) * 0x85ebca6bu));
    h = scrambled(h + as_uint(y));
    return scrambled(h ^ as_uint(x));
}

/// From 0, included, to 1, excluded.
inline float uniform(unsigned bits) { return to_float(bits >> 8) * 0x1p-24f; }

}  // namespace weft::functors
