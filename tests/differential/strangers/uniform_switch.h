// A stranger: switches on an enumeration that is the same for every pixel.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Switches on an enumeration that is the same for every pixel.
class UniformSwitch : public Functor<UniformSwitch, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eInput, eComponent> Other;
    Indexer<eOutput, eComponent> Output;
    enum Mode { eAdd, eMultiply = 5, eScreen };
    enum class Side : unsigned { kLeft = 1, kRight = 0xfffffff0u };
    Mode Operation = eScreen;
    Side Which = Side::kRight;
    mFunctorIndexers(Input, Other, Output)

  public:
    void Kernel() {
        const float a = Input(), b = Other();
        float r = 0.0f;
        switch (Operation) {
            case eAdd: r = a + b; break;
            case eMultiply: r = a * b; break;
            case eScreen:
                r = a + b - a * b;
                if (r > 1.0f) r = 1.0f;
                break;
        }
        if (Which == Side::kRight && Operation != eAdd) r += 0.5f;
        const Mode other = a > b ? eMultiply : eAdd;
        if (other == eMultiply) r = -r;
        Output() = r + static_cast<int>(other);
    }
};

}  // namespace strangers
