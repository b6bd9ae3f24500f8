#include "core/functor.h"

using namespace weft;

#define FAST 1

class Subject : public Functor<Subject, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        float v = Input();
#if FAST
        v *= 2.0f;
#else
        v = exp(v);
#endif
#pragma unroll
        for (int i = 0; i < 2; ++i) v += 1.0f;
        Output() = v;
    }
};
