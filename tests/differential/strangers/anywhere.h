// Strangers: read anywhere, near and absurdly far, by whole coordinates and between them.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// By coordinates that the picture itself gives, not a number and infinite among them.
class Anywhere : public Functor<Anywhere, eParallel> {
    Indexer<eInput, eComponent> Near;
    Indexer<eInput, eComponent, eRandom> Far;
    Indexer<eOutput, eComponent> Whole;
    Indexer<eOutput, eComponent> Between;
    mFunctorIndexers(Near, Far, Whole, Between)

  public:
    void Kernel() {
        const float value = Near();
        const int x = to_int(value * 50.0f), y = to_int(value * value * 1.0e6f);
        Whole() = Far(x, Y()) + Far(X() - 3, y) - Far(2147483647, -2147483647 - 1);
        const float at_x = to_float(X()) + 30.0f * value, at_y = to_float(Y()) - 20.0f * value;
        if (X() % 3 == 0)
            Between() = Far.Nearest(at_x, at_y);
        else if (X() % 3 == 1)
            Between() = Far.Bilinear(at_x, at_y);
        else
            Between() = shown(at_x, at_y) + Far.Bilinear(3.25f, to_float(Y()));
    }

  private:
    float shown(float x, float y) const { return Far.Cubic(x, y); }
};

/// The same by planes, and in another order of planes.
class AnywhereInPixels : public Functor<AnywhereInPixels, eParallel> {
    Indexer<eInput, ePixel, eRandom> Far;
    Indexer<eInput, ePixel> Near;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Far, Near, Output)

  public:
    void Kernel() {
        const int spot = to_int(Near(1) * 8.0f);
        for (int p = 0; p < Output.Planes; ++p) {
            const float sample = Far.Cubic(to_float(X()) + 0.5f, to_float(Y()) + Near(p), p);
            Output(p) = sample + Far(X() + spot, Y(), Output.Planes - p) -
                        Far.Bilinear(to_float(X()) - Near(0), 2.0f, spot) -
                        Far.Nearest(to_float(X()) + 0.5f, to_float(Y()) - 0.5f, p + 9);
        }
    }
};

}  // namespace strangers
