#include "core/functor.h"

using namespace weft;

class Subject : public Functor<Subject, eAccumulation> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    Subject() : Input(eHorizontal, 3) {}
    void Kernel() {
        float sum = 0.0f, most = 0.0f;
        for (int k = -3; k <= 3; ++k) sum += Input(k);
        for (int k = -3; k <= 3; ++k) most = max(most, Input(k));
        Output() = sum * most;
    }
};
