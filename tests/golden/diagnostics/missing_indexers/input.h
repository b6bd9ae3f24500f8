#include "core/functor.h"

using namespace weft;

class Subject : public Functor<Subject, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;

  public:
    void Kernel() { Output() = Input(); }
};
