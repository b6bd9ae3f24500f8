// Strangers: say themselves how large their results are, and know how large their inputs are.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Twice as wide, less a row, beginning elsewhere; derives a member from where its input lies.
class OwnShape : public Functor<OwnShape, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eInput, eComponent, eRandom> Again;
    Indexer<eOutput, eComponent> Output;
    float PerColumn = 0.0f;
    mFunctorIndexers(Input, Again, Output)

  public:
    OwnShape() : Input(eVertical, 2) {}
    ImageShape Shape(const ImageShape* inputs) const {
        const Rect& d = inputs[0].domain;
        return {{d.x0 - 5, d.y0 + (d.height() > 1 ? 1 : 0), d.x1 + d.width() - 5, d.y1},
                max(inputs[0].planes, inputs[1].planes)};
    }
    void Measure() { PerColumn = 1.0f / to_float(Output.Domain.width()); }
    void Kernel() {
        const int from = Input.Domain.x0 + (X() - Input.Domain.x0 + 5) / 2;
        Output() = Input(1) + Again(from, Y()) * PerColumn + edge();
    }

  private:
    float edge() const { return Y() == Input.Domain.y1 - 1 ? to_float(Again.Domain.x1) : 0.25f; }
};

/// Makes a picture of nothing, three planes of it, by pixel.
class FromNothing : public Functor<FromNothing, eParallel> {
    Indexer<eOutput, ePixel> First;
    Indexer<eOutput, ePixel> Second;
    mFunctorIndexers(First, Second)

  public:
    ImageShape Shape(int output, const ImageShape*) const {
        return {{-7, 3, 30, 16}, output == 0 ? 3 : 3};
    }
    void Kernel() {
        for (int p = 0; p < 3; ++p) First(p) = to_float(X() * p - Y());
        Second(X() & 1) = to_float(Y());
    }
};

}  // namespace strangers
