// Strangers: recurrences along both axes, forwards and backwards.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Second order, with a feed of three elements; its state is an array.
class SecondOrder : public Functor<SecondOrder, eRecurrence> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    float Past[2] = {};
    mFunctorIndexers(Input, Output)

  public:
    SecondOrder() : Input(eHorizontal, 1) {}
    void Initialise() {
        for (int i = 0; i < 2; ++i) Past[i] = Input(-1);
    }
    void Kernel() {
        const float fed = 0.25f * Input(-1) + 0.5f * Input() - 0.125f * Input(1);
        const float next = fed + 0.75f * Past[0] - 0.25f * Past[1];
        Past[1] = Past[0];
        Past[0] = next;
        Output() = next;
    }
};

/// The same leftwards, across rows: it begins at the last element of each.
class SecondOrderLeft : public Functor<SecondOrderLeft, eRecurrence> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    float Past[2] = {};
    mFunctorIndexers(Input, Output)

  public:
    SecondOrderLeft() : Input(2, 1) { ScanBackwards = true; }
    void Initialise() {
        for (int i = 0; i < 2; ++i) Past[i] = Input(2, i);
    }
    void Kernel() {
        const float next = 0.5f * Input(-2, 1) + 0.75f * Past[0] - 0.25f * Past[1] + Input(1, -1);
        Past[1] = Past[0];
        Past[0] = next;
        Output() = next;
    }
};

/// Upwards, reading above and below; counts, and starts anew where the input says so.
class CountsUp : public Functor<CountsUp, eRecurrence> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    Indexer<eOutput, eComponent> Since;
    float Held = 0.0f;
    int Count = 0;
    bool Bright = false;
    mFunctorIndexers(Input, Output, Since)

  public:
    CountsUp() : Input(1, 2) {
        ScanAxis = eVertical;
        ScanBackwards = true;
    }
    void Initialise() {
        Held = Input(0, 2);
        Count = -1;
        Bright = Input() > 0.5f;
    }
    void Kernel() {
        Count += 1;
        if (Input(1, -2) > 0.5f) {
            if (!Bright) Count = 0;
            Bright = true;
            Held = Input(-1, 1);
        } else {
            Bright = false;
            Held = Held * 0.875f + Input(0, -1) * 0.125f;
        }
        Output() = Held;
        Since() = to_float(Count);
    }
};

/// Downwards, all planes of a pixel together.
class PixelsDown : public Functor<PixelsDown, eRecurrence> {
    Indexer<eInput, ePixel, e1D> Input;
    Indexer<eOutput, ePixel> Output;
    float Level[3] = {};
    mFunctorIndexers(Input, Output)

  public:
    PixelsDown() : Input(eVertical, 1) { ScanAxis = eVertical; }
    void Initialise() {
        for (int p = 0; p < 3; ++p) Level[p] = Input(0, p);
    }
    void Kernel() {
        const float brightest = max(Input(0, 0), max(Input(1, 1), Input(-1, 2)));
        for (int p = 0; p < 3; ++p) {
            Level[p] = 0.5f * Level[p] + 0.25f * Input(0, p) + 0.25f * brightest;
            if (p < Output.Planes) Output(p) = Level[p];
        }
    }
};

/// Leftwards, asking where it is.
class LeftwardsWithPlaces : public Functor<LeftwardsWithPlaces, eRecurrence> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Sum = 0.0f;
    int Begun = 0;
    mFunctorIndexers(Input, Output)

  public:
    LeftwardsWithPlaces() { ScanBackwards = true; }
    void Initialise() {
        Begun = X() + 1000 * Y();
        Sum = 0.0f;
    }
    void Kernel() {
        Sum = Sum * 0.5f + Input() * to_float(1 + (Y() & 3));
        Output() = (X() & 1) != 0 ? Sum : to_float(Begun - X() - 1000 * Y() + Plane());
    }
};

/// Downwards, asking where it is.
class DownwardsWithPlaces : public Functor<DownwardsWithPlaces, eRecurrence> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Sum = 0.0f;
    mFunctorIndexers(Input, Output)

  public:
    DownwardsWithPlaces() { ScanAxis = eVertical; }
    void Initialise() { Sum = to_float(X() - 7 * Y()); }
    void Kernel() {
        Sum = Sum * 0.5f + Input() + to_float(Y() & 3);
        Output() = Sum + to_float(X() * (Plane() + 1));
    }
};

}  // namespace strangers
