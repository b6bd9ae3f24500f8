#include "core/functor.h"

using namespace weft;

inline float gain = 2.0f;

class Subject : public Functor<Subject, eParallel> {
    Indexer<eInput, eComponent, e1D> Input{eHorizontal, 2};
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        Output() = Input() * gain;
    }
};
