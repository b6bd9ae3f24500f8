// A stranger: read anywhere along rows that all lanes share, where columns lie near each other.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// From side by side over close together, so far that two vectors hold them, to far apart, in
/// either direction and over all sides; and elements that are the same for all of a row, which say
/// what is read and how often.
class NearColumns : public Functor<NearColumns, eParallel> {
    Indexer<eInput, eComponent, eRandom> Input;
    Indexer<eOutput, eComponent> Output;
    float Apart = 0.7f;
    int Far = 0;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("apart", Apart).Range(-5.0, 5.0),
                       Parameter("far", Far).Range(-2147483647, 2147483647))

  public:
    void Kernel() {
        const int first = to_int(floor(to_float(X()) * Apart));
        const float shared = Input(Input.Domain.x0 + 2, Y());
        const int more = shared > 0.5f ? 5 : 3;
        float sum = shared > 0.25f ? shared : -1.0f;
        for (int tap = -3; tap < more; ++tap)
            sum = fma(Input(first + tap, Y()), to_float(tap + 4), sum);
        sum += Input(Far + first, Y() + 1);
        Output() = sum - Input(X() - 1, Y() + to_int(shared * 3.0f));
    }
};

}  // namespace strangers
