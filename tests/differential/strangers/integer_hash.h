// A stranger: hashes the bits of its sample into noise.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Hashes the bits of its sample into noise.
class IntegerHash : public Functor<IntegerHash, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    unsigned Seed = 17u;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        unsigned h = as_uint(Input()) ^ Seed;
        h ^= h >> 16;
        h *= 0x7feb352du;
        h ^= h >> 15;
        h = h * 0x846ca68bu + 1u;
        h ^= h >> 16;
        if (Input() != Input()) h = 5u;
        Output() = to_float(to_int(0.0f) + static_cast<int>(h >> 8)) * 0x1p-24f;
    }
};

}  // namespace strangers
