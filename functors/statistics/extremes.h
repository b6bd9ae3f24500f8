// The darkest and the brightest that a picture has.
#pragma once

#include "statistics/single.h"

namespace weft::functors {

/// The least and the greatest of all elements, plane by plane: two pictures of one element.
///
/// NaN counts for nothing; where there is nothing else both are 0.
class Extremes : public Functor<Extremes, eReduction> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Low;
    Indexer<eOutput, eComponent> High;
    float Least = 0.0f;
    float Greatest = 0.0f;
    mFunctorIndexers(Input, Low, High)

  public:
    ImageShape Shape(const ImageShape* inputs) const { return single_element(inputs[0]); }

    void Initialise() {
        Least = as_float(0x7f800000u);  // infinity
        Greatest = as_float(0xff800000u);
    }
    void Kernel() {
        const float value = Input();
        Least = value < Least ? value : Least;
        Greatest = value > Greatest ? value : Greatest;
    }
    void Combine(const Extremes& other) {
        Least = other.Least < Least ? other.Least : Least;
        Greatest = other.Greatest > Greatest ? other.Greatest : Greatest;
    }
    void Result() {
        const bool any = Least <= Greatest;
        Low() = any ? Least : 0.0f;
        High() = any ? Greatest : 0.0f;
    }
};

}  // namespace weft::functors
