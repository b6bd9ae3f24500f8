#include "core/functor.h"

using namespace weft;

inline void add(float& x, float y) { x += y; }

class Subject : public Functor<Subject, eParallel> {
    Indexer<eInput, eComponent, e1D> Input{eHorizontal, 2};
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        float v = Input();
        add(v, 2.0f);
        Output() = v;
    }
};
