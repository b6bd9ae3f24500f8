// A stranger: how steep a picture is, as a reduction with state of every type.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// How steep a picture is on the whole, and where it is steepest. The order of elements shows.
class ReducedSlopes : public Functor<ReducedSlopes, eReduction> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Sum;
    Indexer<eOutput, eComponent> Where;
    float Total = 0.0f, Steepest = 0.0f;
    int Column = 0;
    unsigned Mixed = 0;
    bool Rises = false;
    float Weight = 0.5f;
    mFunctorIndexers(Input, Sum, Where)

  public:
    ReducedSlopes() : Input(eVertical, 2) {}
    ImageShape Shape(const ImageShape* inputs) const { return {{-1, 3, 2, 5}, inputs[0].planes}; }

    void Initialise() {
        Total = 0.25f;  // each lane's: it shows how many there are
        Steepest = -1.0f;
        Column = -7;
        Mixed = 17u;
        Rises = false;
    }
    void Kernel() {
        const float slope = (Input(2) - Input(-2)) * Weight;
        Total = Total * 0.875f + slope;
        if (abs(slope) > Steepest) {
            Steepest = abs(slope);
            Column = X();
        }
        Mixed = Mixed * 31u + (slope > 0.0f ? 1u : 0u);
        Rises = Rises || slope > 1.0f;
    }
    void Combine(const ReducedSlopes& other) {
        Total = Total * 0.75f + other.Total;
        Column = other.Steepest > Steepest ? other.Column : Column;
        Steepest = max(Steepest, other.Steepest);
        Mixed = Mixed * 7u + other.Mixed;
        Rises = Rises || other.Rises;
    }
    void Result() {
        Sum() = Total * to_float(X() + 2) + to_float(Y()) + steepness();
        Where() = to_float(Column) + to_float(static_cast<int>(Mixed % 1000u)) +
                  (Rises ? 0.5f : 0.0f) + to_float(Plane());
    }

  private:
    float steepness() const { return Steepest > 2.0f ? 1.0f : Steepest; }
};

}  // namespace strangers
