// A stranger: a switch inside a case, loops around both.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// A switch inside a case, loops around both.
class NestedSwitch : public Functor<NestedSwitch, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    enum class Kind : unsigned { kFirst, kSecond = 5, kLast = 0xffffffffu };
    mFunctorIndexers(Input, Output)

  public:
    NestedSwitch() : Input(eHorizontal, 2) {}
    static Kind kind(int n) {
        switch (n % 3) {
            case 0: return Kind::kFirst;
            case 1: return Kind::kSecond;
            default: return Kind::kLast;
        }
    }
    void Kernel() {
        float r = 0.0f;
        for (int i = -2; i <= 2; ++i) {
            const int n = to_int(Input(i) * 9.0f);
            switch (kind(n)) {
                case Kind::kFirst:
                    if (n > 6) {
                        r += 100.0f;
                        continue;
                    }
                    r += 1.0f;
                    break;
                case Kind::kSecond: {
                    for (int k = 0; k < n; ++k) {
                        if (k == 3) break;
                        r += 0.25f;
                    }
                    break;
                }
                case Kind::kLast:
                    switch (i) {
                        case -2: r -= 1.0f; break;
                        case 0:
                            if (n == 2) r = -r;
                            break;
                        default: r += i;
                    }
                    break;
            }
            r *= 1.5f;
        }
        Output() = r;
    }
};

}  // namespace strangers
