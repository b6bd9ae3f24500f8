#include "core/functor.h"

using namespace weft;

class Subject : public Functor<Subject, eParallel> {
    Indexer<eInput, eComponent, e1D> Input{eHorizontal, 2};
    Indexer<eOutput, eComponent> Output;
    int Mode = 0;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        float v = Input();
        switch (Mode) {
            case 0: v = v + 1.0f;
            case 1: v = v * 2.0f; break;
        }
        Output() = v;
    }
};
