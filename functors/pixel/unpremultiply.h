// Colours divided by alpha.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Divides the colours by alpha, so that they can be graded without darkening edges.
///
/// Where alpha is zero the colours stay as they are, since nothing can tell what they were. Alpha
/// is the fourth plane, or the second of two; a picture without one is opaque and stays as it is,
/// as do planes after alpha.
class Unpremultiply : public Functor<Unpremultiply, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        const int matte = Input.Alpha;
        const float alpha = matte < 0 ? 1.0f : Input(matte);
        const float divisor = alpha == 0.0f ? 1.0f : alpha;
        for (int plane = 0; plane < Input.Planes; ++plane)
            Output(plane) = plane < Input.Colours ? Input(plane) / divisor : Input(plane);
    }
};

}  // namespace weft::functors
