// The luma of a picture of bytes.
#pragma once

#include "bytes.h"
#include "core/functor.h"

namespace weft::functors {

/// Makes the luma of red, green and blue by the weights of Rec. 601, one plane of 0 to 255. Samples
/// are taken as bytes first; the luma keeps its fraction. A picture of one or two planes is grey
/// already.
class ByteLuma : public Functor<ByteLuma, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        const float red = byte_of(Input(0));
        if (Input.Planes < 3) {
            Output() = red;
        } else {
            Output() = 0.299f * red + 0.587f * byte_of(Input(1)) + 0.114f * byte_of(Input(2));
        }
    }

  private:
    static float byte_of(float value) {
        return clamp(round_even(value * kByteScale), 0.0f, kByteScale);
    }
};

}  // namespace weft::functors
