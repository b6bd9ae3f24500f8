#include "core/functor.h"

using namespace weft;

template <int N>
class Subject : public Functor<Subject<N>, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() { Output() = Input() * N; }
};
