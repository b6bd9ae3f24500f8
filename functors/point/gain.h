// A picture multiplied by a number.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Multiplies every value by a gain.
class Gain : public Functor<Gain, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Factor;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("gain", Factor)
                           .Range(-64.0, 64.0)
                           .Label("Gain")
                           .Help("Multiplies every value; 2 is one stop brighter."))

  public:
    explicit Gain(float gain = 1.0f) : Factor(gain) {}

    int Copies() const { return Factor == 1.0f ? 0 : -1; }

    void Kernel() { Output() = Factor * Input(); }
};

}  // namespace weft::functors
