// A stranger: asks where it is, in conditions, loops, helpers and arithmetic that overflows.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Asks where it is.
class Places : public Functor<Places, eParallel> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    Indexer<eOutput, eComponent> Other;
    int Step = 3;
    mFunctorIndexers(Input, Output, Other)

  public:
    Places() : Input(1, 1) {}
    void Kernel() {
        float sum = 0.0f;
        for (int i = 0; i < (X() & 3); ++i) sum += Input(i - 1, Plane() - 1);
        if (modulo(X(), Step) == 0 && Y() % 2 != 0) sum -= around();
        Output() = X() > Y() ? sum + to_float(X()) : sum * to_float(Y() - X());
        const int product = (X() * 65537 + Y()) * 40503;
        Other() = at_column(Plane()) + to_float(product >> 24);
    }

  private:
    float around() const { return at_column(1) * Input(0, -1); }
    float at_column(int plane) const { return Input() * to_float(X() + 100 * plane) + to_float(Y()); }
};

}  // namespace strangers
