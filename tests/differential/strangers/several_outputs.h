// A stranger: splits a sample into sign, magnitude and class.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Splits a sample into sign, magnitude and class.
class SeveralOutputs : public Functor<SeveralOutputs, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Sign;
    Indexer<eOutput, eComponent> Magnitude;
    Indexer<eOutput, eComponent> Class;
    mFunctorIndexers(Input, Sign, Magnitude, Class)

  public:
    void Kernel() {
        const float v = Input();
        Magnitude() = v < 0.0f ? -v : v;
        if (v < 0.0f) Sign() = -1.0f;
        if (v > 0.0f) Sign() = 1.0f;
        switch (to_int(v * 2.0f)) {
            case 0: Class() = 10.0f; break;
            case 1:
            case 2: {
                const float w = v + 1.0f;
                Class() = w * 20.0f;
                break;
            }
            case -1: return;
            default:
                if (v > 100.0f) return;
                Class() = 30.0f;
                break;
        }
        Magnitude() = v * 3.0f;
    }
};

}  // namespace strangers
