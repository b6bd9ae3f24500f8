// How far a picture's elements lie from its mean.
#pragma once

#include "statistics/single.h"

namespace weft::functors {

/// The mean square of what all elements lie from a mean that is known (Average), plane by plane: a
/// picture of one element. Known beforehand, it costs no digits where it is large.
///
/// A NaN anywhere makes it NaN.
class Variance : public Functor<Variance, eReduction> {
    Indexer<eInput, eComponent> Input;
    Indexer<eInput, eComponent, eRandom> Mean;
    Indexer<eOutput, eComponent> Output;
    float Sum = 0.0f;
    mFunctorIndexers(Input, Mean, Output)

  public:
    ImageShape Shape(const ImageShape* inputs) const { return single_element(inputs[0]); }

    void Initialise() { Sum = 0.0f; }
    void Kernel() {
        const float apart = Input() - Mean(Mean.Domain.x0, Mean.Domain.y0);
        Sum += apart * apart;
    }
    void Combine(const Variance& other) { Sum += other.Sum; }
    void Result() {
        const float width = to_float(Input.Domain.x1 - Input.Domain.x0);
        const float height = to_float(Input.Domain.y1 - Input.Domain.y0);
        Output() = Sum / width / height;
    }
};

}  // namespace weft::functors
