#include "core/functor.h"

using namespace weft;

class Subject : public Functor<Subject, eAccumulation> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    Subject() : Input(eHorizontal, 3) {}
    void Kernel() {
        float sum = 0.0f;
        for (int k = 0; k <= 3; ++k)
            for (int i = 0; i <= k; ++i) sum += Input(i - k);
        Output() = sum;
    }
};
