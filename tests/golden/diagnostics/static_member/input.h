#include "core/functor.h"

using namespace weft;

class Subject : public Functor<Subject, eParallel> {
    Indexer<eInput, eComponent, e1D> Input{eHorizontal, 2};
    Indexer<eOutput, eComponent> Output;
    static inline float Gain = 2.0f;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        Output() = Input() * Gain;
    }
};
