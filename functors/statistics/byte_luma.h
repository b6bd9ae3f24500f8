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
        const float red = nearest_byte(Input(0));
        if (Input.Planes < 3) {
            Output() = red;
        } else {
            Output() =
                0.299f * red + 0.587f * nearest_byte(Input(1)) + 0.114f * nearest_byte(Input(2));
        }
    }
};

}  // namespace weft::functors
