// Where whole numbers can leave the range of int, and where they cannot.
#pragma once

#include "core/functor.h"

namespace texts {

using namespace weft;

/// Called with anything, so its argument may be anything.
inline int next(int n) { return n + 1; }

/// Operations that wrap are written through weft::wrapping; what fits stays as it is.
class WholeNumbers : public Functor<WholeNumbers, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    Baked<int> Level = 2;
    int Count = 3;
    mFunctorIndexers(Input, Output)

  public:
    WholeNumbers() : Input(eHorizontal, 2) {}

    void Kernel() {
        const int x = to_int(Input() * 1e9f);
        int n = x + 1 > x ? 1 : 0;
        n += x * 2 / 2;  // of two operations, the one that can overflow
        n -= -x;
        n *= (x - 1) * (x
                        + 3);
        n <<= 3;
        n ^= ~x & x >> 2;
        ++n;
        n--;
        bool odd = x > 0;
        odd += n;
        unsigned u = 7u;
        u += n;
        u = u * n - 1;
        n += u;
        n = Level + 1 + (Level) * 2 + Count - next(n);
        int table[4] = {x + x, -x, 2, n};
        for (int i = 0; i < 4; ++i) table[i] += i * 1000 + table[3 - i];
        for (int i = 0; i < Count; ++i) n ^= i;
        for (int i = 0; i <= Count; ++i) n ^= i;
        for (int i = 0, k = x; i < 4 && k > 0; i++, k /= 2) n |= (x & 255) + 1;
        for (int i = -Input.Radius; i <= Input.Radius; ++i) n ^= to_int(Input(2 * i - i / 2));
        Output() = n + 0.5f * table[2] + -Input() + (odd ? u * 2.0f : x % 7 - 1);
    }
};

}  // namespace texts
