#include "core/functor.h"

using namespace weft;

class Subject : public Functor<Subject, eParallel> {
    Indexer<eInput, eComponent, e1D> Input{eHorizontal, 2};
    Indexer<eOutput, eComponent> Output;
    float Sum = 0.0f;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        Sum = Sum + Input();
        Output() = Sum;
    }
};
