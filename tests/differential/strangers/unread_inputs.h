// A stranger: pictures that kernels never read, beside one that they do and alone.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Of five pictures reads the third, and of the last knows where it lies.
class UnreadInputs : public Functor<UnreadInputs, eParallel> {
    Indexer<eInput, eComponent> First;
    Indexer<eInput, eComponent, e2D> Second;
    Indexer<eInput, eComponent, e1D> Read;
    Indexer<eInput, eComponent, eRandom> Fourth;
    Indexer<eInput, eComponent> Placed;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(First, Second, Read, Fourth, Placed, Output)

  public:
    UnreadInputs() : Second(2, 3), Read(eHorizontal, 1) {}
    void Kernel() {
        Output() = Read(1) - Read(-1) * 0.5f + to_float(Y() - Placed.Domain.y0) * 0.25f;
    }
};

/// As large as a picture of which it shows nothing.
class UnreadPicture : public Functor<UnreadPicture, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() { Output() = to_float(X() * 3 + Y()) * 0.125f; }
};

/// Counts along a line of a picture that it does not read.
class UnreadLine : public Functor<UnreadLine, eRecurrence> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Count = 0.0f;
    mFunctorIndexers(Input, Output)

  public:
    void Initialise() { Count = 0.0f; }
    void Kernel() {
        Count = Count * 0.5f + 1.0f;
        Output() = Count;
    }
};

/// As many as a picture has elements, which are not looked at.
class UnreadElements : public Functor<UnreadElements, eReduction> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Count = 0.0f;
    mFunctorIndexers(Input, Output)

  public:
    ImageShape Shape(const ImageShape* inputs) const { return {{0, 0, 1, 1}, inputs[0].planes}; }
    void Initialise() { Count = 0.0f; }
    void Kernel() { Count += 1.0f; }
    void Combine(const UnreadElements& other) { Count += other.Count; }
    void Result() { Output() = Count; }
};

}  // namespace strangers
