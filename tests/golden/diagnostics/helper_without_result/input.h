#include "core/functor.h"

using namespace weft;

inline float positive(float v) {
    if (v > 0.0f) return v;
}

class Subject : public Functor<Subject, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() { Output() = positive(Input()); }
};
