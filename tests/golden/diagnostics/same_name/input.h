#include "core/functor.h"

using namespace weft;

namespace one {
class Subject : public Functor<Subject, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() { Output() = Input(); }
};
}  // namespace one

namespace two {
class Subject : public Functor<Subject, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() { Output() = Input(); }
};
}  // namespace two
