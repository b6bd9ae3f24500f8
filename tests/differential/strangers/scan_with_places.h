// Strangers: moving averages that ask where they are, along rows and along columns.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Along rows.
class ScanWithPlaces : public Functor<ScanWithPlaces, eMovingAverage> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    float Sum = 0.0f;
    int Begun = 0;
    mFunctorIndexers(Input, Output)

  public:
    ScanWithPlaces() : Input(eHorizontal, 3) {}
    void Initialise() {
        Begun = X() + 1000 * Y();
        Sum = 0.0f;
        for (int i = -3; i < 3; ++i) Sum += floor(Input(i) * 16.0f) * to_float(Y() & 3);
    }
    void Kernel() {
        Sum += floor(Input(3) * 16.0f) * to_float(Y() & 3);
        Output() = (X() & 1) != 0 ? Sum : to_float(X() + 1000 * Y() - Begun + Plane());
        Sum -= floor(Input(-3) * 16.0f) * to_float(Y() & 3);
    }
};

/// Along columns.
class ScanDownWithPlaces : public Functor<ScanDownWithPlaces, eMovingAverage> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    float Sum = 0.0f;
    mFunctorIndexers(Input, Output)

  public:
    ScanDownWithPlaces() : Input(eVertical, 2) { ScanAxis = eVertical; }
    void Initialise() {
        Sum = to_float(X() - Y());
        for (int i = -2; i < 2; ++i) Sum += floor(Input(i) * 16.0f);
    }
    void Kernel() {
        Sum += floor(Input(2) * 16.0f);
        Output() = Sum + to_float(X() * (Plane() + 1));
        Sum -= floor(Input(-2) * 16.0f);
    }
};

}  // namespace strangers
