// The mean of a picture.
#pragma once

#include "statistics/single.h"

namespace weft::functors {

/// The mean of all elements, plane by plane: a picture of one element.
///
/// A NaN anywhere makes it NaN.
class Average : public Functor<Average, eReduction> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Sum = 0.0f;
    mFunctorIndexers(Input, Output)

  public:
    ImageShape Shape(const ImageShape* inputs) const { return single_element(inputs[0]); }

    void Initialise() { Sum = 0.0f; }
    void Kernel() { Sum += Input(); }
    void Combine(const Average& other) { Sum += other.Sum; }
    void Result() {
        const float width = to_float(Input.Domain.x1 - Input.Domain.x0);
        const float height = to_float(Input.Domain.y1 - Input.Domain.y0);
        Output() = Sum / width / height;
    }
};

}  // namespace weft::functors
