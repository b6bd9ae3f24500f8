// A stranger: computes with bools as with numbers, of every type.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Computes with bools as with numbers, of every type.
class BoolNumbers : public Functor<BoolNumbers, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    bool On = true;
    unsigned None = 0u;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        const float v = Input();
        const int n = to_int(v * 4.0f);
        const bool b = v > 0.5f;
        const unsigned u = b;
        float r = -b + +b + (b << 2) + (b & On) + (b | n) + (b ^ 3u) * 1e-9f + b * v + (b + b);
        r += (b - 2 < n) + ((b && n) || v) + (u - 1u > unsigned(n)) + (n == b) + (v == b) + b / 2;
        r += (b ? b : On) + (None - b) * 1e-9f + b % 2 + min(int(b), n) + (b < v) + abs(b - 3);
        r += (n ? v : 0) + (u ? n : u) * 1e-9f + bool(v) + float(b) + (b < (v < 1.0f)) +
             ((v > 0.0f) == (n > 0));
        int c = n;
        c += b;
        c -= v > 0.0f;
        c *= On;
        c |= b;
        float f = b;
        f /= 3;
        f *= b + 1;
        f -= u;
        bool d = n;
        d = d + 3;
        d -= 1;
        unsigned w = -1;
        w += n;
        w *= -n;
        w |= b;
        Output() = r + c + f + d + w * 1e-9f;
    }
};

}  // namespace strangers
