#include "core/functor.h"

using namespace weft;

class Subject : public Functor<Subject, eParallel> {
    Indexer<eOutput, eComponent> Output;
    float Value = 0.5f;
    mFunctorIndexers(Output)

  public:
    void Kernel() { Output() = Value; }
};
