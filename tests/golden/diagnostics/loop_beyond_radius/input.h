#include "core/functor.h"

using namespace weft;

class Subject : public Functor<Subject, eParallel> {
    Indexer<eInput, eComponent, e1D> Input{eHorizontal, 2};
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        float sum = 0.0f;
        for (int i = -3; i <= 2; ++i) sum += Input(i);
        Output() = sum;
    }
};
