#include "core/functor.h"

using namespace weft;

class Subject : public Functor<Subject, eParallel> {
    Indexer<eInput, eComponent, e1D> Input{eHorizontal, 2};
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        float a[4] = {};
        int i = weft::to_int(Input());
        a[i] = 1.0f;
        Output() = a[0];
    }
};
