#include "core/functor.h"

using namespace weft;

#define TRACE(x)

class Subject : public Functor<Subject, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        TRACE("begin");
        Output() = Input();
    }
};
