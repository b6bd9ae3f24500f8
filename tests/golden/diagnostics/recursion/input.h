#include "core/functor.h"

using namespace weft;

inline float power(float x, int n) { return n == 0 ? 1.0f : x * power(x, n - 1); }

class Subject : public Functor<Subject, eParallel> {
    Indexer<eInput, eComponent, e1D> Input{eHorizontal, 2};
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        Output() = power(Input(), 3);
    }
};
