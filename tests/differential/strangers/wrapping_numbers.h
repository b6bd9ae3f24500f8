// A stranger: what overflow does, at and around the ends of int.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// The number above x.
inline int above(int x) { return x + 1; }

/// Whole numbers beyond the ends of their range.
class WrappingNumbers : public Functor<WrappingNumbers, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    Indexer<eOutput, eComponent> Second;
    int Top = 2147483647;
    mFunctorIndexers(Input, Output, Second)

  public:
    void Kernel() {
        // The ends of int for most samples: to_int() saturates.
        const int x = to_int((Input() - 0.5f) * 1e11f);
        int r = 0;
        if (x + 1 > x) r |= 1;
        if (x - 1 < x) r |= 2;
        if (x * 2 / 2 == x) r |= 4;
        if (x < 0 && -x < 0) r |= 8;
        if (above(x) > x) r |= 16;
        if (abs(x) < 0) r |= 32;
        int n = x;
        ++n;
        if (n > x) r |= 64;
        n = x;
        n -= 2;
        if (n < x) r |= 128;
        bool any = x > 0;
        any += n;
        if (any) r |= 256;
        int doublings = 0;
        for (int i = x | 1; i > 0; i *= 2) doublings++;
        Output() = to_float(r) + 512.0f * to_float(doublings);
        int up = Top;
        up += x > 0 ? 1 : 0;
        Second() = to_float(up) + to_float((x << 3) >> 3) - to_float(Top + x);
    }
};

}  // namespace strangers
