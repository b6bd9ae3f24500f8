// A stranger: computes with whole numbers: quotients, remainders, shifts, wraps.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Computes with whole numbers: quotients, remainders, shifts, wraps.
class IntegerArithmetic : public Functor<IntegerArithmetic, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    Indexer<eOutput, eComponent> Second;
    int Divisor = 3;
    mFunctorIndexers(Input, Output, Second)

  public:
    void Kernel() {
        const int n = to_int(Input() * 1000.0f);
        int a = n / 7 + n % 7;
        a -= divide(n, Divisor);
        a ^= n << 3;
        a |= n >> 2;
        a = a & 0xffff;
        unsigned u = static_cast<unsigned>(n) * 2654435761u;
        u = (u << 5) | (u >> 27);
        const int m = modulo(n, a - 8);
        Output() = to_float(a) + to_float(m);
        Second() = to_float(static_cast<int>(u & 1023u)) - (n > 0) + (u > 77u ? 1 : 0) + ~a;
    }
};

}  // namespace strangers
