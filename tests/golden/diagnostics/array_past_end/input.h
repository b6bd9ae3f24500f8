#include "core/functor.h"

using namespace weft;

class Subject : public Functor<Subject, eParallel> {
    Indexer<eInput, eComponent, e1D> Input{eHorizontal, 2};
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        float a[4] = {};
        for (int i = 0; i <= 4; ++i) a[i] = Input(i - 2);
        Output() = a[0];
    }
};
