// A bilateral grid blurred along brightness.
#pragma once

#include "grid/layout.h"

namespace weft::functors {

/// Blurs a bilateral grid along brightness by 1 4 6 4 1: values mix with values of neighbouring
/// steps. Beyond the first and the last step there is nothing.
class GridBlur : public Functor<GridBlur, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        for (int p = 0; p < Output.Planes; ++p) {
            const float below2 = p >= 4 ? Input(p - 4) : 0.0f;
            const float below = p >= 2 ? Input(p - 2) : 0.0f;
            const float above = p + 2 < Input.Planes ? Input(p + 2) : 0.0f;
            const float above2 = p + 4 < Input.Planes ? Input(p + 4) : 0.0f;
            Output(p) = (below2 + above2) + 4.0f * (below + above) + 6.0f * Input(p);
        }
    }
};

}  // namespace weft::functors
