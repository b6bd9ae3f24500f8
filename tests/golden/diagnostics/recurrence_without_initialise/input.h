#include "core/functor.h"

using namespace weft;

class Subject : public Functor<Subject, eRecurrence> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Level = 0.0f;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        Level = mix(Level, Input(), 0.25f);
        Output() = Level;
    }
};
