// Colours multiplied by alpha.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Multiplies the colours by alpha, as compositing operations expect them.
///
/// Alpha is the fourth plane, or the second of two; a picture without one is opaque and stays as it
/// is, as do planes after alpha.
class Premultiply : public Functor<Premultiply, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        const int matte = Input.Alpha;
        const float alpha = matte < 0 ? 1.0f : Input(matte);
        for (int plane = 0; plane < Input.Planes; ++plane)
            Output(plane) = plane < Input.Colours ? alpha * Input(plane) : Input(plane);
    }
};

}  // namespace weft::functors
