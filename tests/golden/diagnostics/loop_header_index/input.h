#include "core/functor.h"

using namespace weft;

class Subject : public Functor<Subject, eParallel> {
    Indexer<eInput, eComponent, e1D> Input{eHorizontal, 2};
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        const int steps[4] = {4, 4, 4, 4};
        float sum = 0.0f;
        // The bound is asked for with i = 4, the second variable set with i up to 15.
        for (int i = 0; i < weft::min(steps[i], 4); ++i) sum += Input();
        for (int i = weft::to_int(Input()) & 15, n = steps[i]; i < 4; ++i) sum += n;
        Output() = sum;
    }
};
