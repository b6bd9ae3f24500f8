#include "core/functor.h"

using namespace weft;

class Subject : public Functor<Subject, eMovingAverage> {
    Indexer<eInput, eComponent, e1D> Input{eHorizontal, 2};
    Indexer<eOutput, eComponent> Output;
    float Sum = 0.0f;
    mFunctorIndexers(Input, Output)

  public:
    void Initialise() {
        for (int i = -2; i < 2; ++i) Sum += Input(i);
    }
    void Kernel() {
        Sum += Input(2);
        Output() = Sum;
    }
};
