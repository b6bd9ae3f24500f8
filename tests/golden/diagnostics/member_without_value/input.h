#include "core/functor.h"

using namespace weft;

class Subject : public Functor<Subject, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Gain;
    float Offset;  // Prepare() gives it one
    int Table[3];
    mFunctorIndexers(Input, Output)

  public:
    void Prepare() { Offset = 0.5f; }
    void Kernel() { Output() = Input() * Gain + Offset + Table[1]; }
};
