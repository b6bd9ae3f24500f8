// A stranger: at any rational resolution, moved, and if asked with elements beyond the picture.
#pragma once

#include "core/functor.h"
#include "core/scale.h"

namespace strangers {

using namespace weft;

/// Reads around floor((times i + plus) / over) across, and as much before it down. Has the elements
/// that read around one of the picture, and so many beyond them on each side.
class Resampled : public Functor<Resampled, eParallel> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    Baked<int> Times = 3, Plus = 1, Over = 2, Beyond = 0;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("times", Times.value).Structure().Range(1, kMaxScale),
                       Parameter("plus", Plus.value).Structure().Range(-64, 64),
                       Parameter("over", Over.value).Structure().Range(1, kMaxScale),
                       Parameter("beyond", Beyond.value).Structure().Range(0, 64))

  public:
    explicit Resampled(int times = 3, int plus = 1, int over = 2, int beyond = 0)
        : Input(1, 2), Times(times), Plus(plus), Over(over), Beyond(beyond) {
        Prepare();
    }
    void Prepare() {
        Input.ScaleX = {Times, Plus, Over};
        Input.ScaleY = {Times, -Plus.value, Over};
    }
    ImageShape Shape(const ImageShape* inputs) const {
        const Rect& d = inputs[0].domain;
        // The first element that reads around `at` or an element after it.
        const auto first = [&](int at, int plus) {
            return static_cast<int>(-floor_divide(plus - 1ll * at * Over, Times));
        };
        Rect r{first(d.x0, Plus), first(d.y0, -Plus.value), first(d.x1, Plus),
               first(d.y1, -Plus.value)};
        r = {r.x0 - Beyond, r.y0 - Beyond, r.x1 + Beyond, r.y1 + Beyond};
        // Some read around none: there is an element all the same.
        return {{r.x0, r.y0, max(r.x1, r.x0 + 1), max(r.y1, r.y0 + 1)}, inputs[0].planes};
    }
    void Kernel() {
        const float here = Input(0, 0), ahead = Input(1, -1), back = Input(-1, 0);
        Output() = here * 0.5f + (ahead - back * 0.25f) + Input(0, 2) * 0.125f +
                   to_float((X() & 3) + (Y() & 1)) * 0.0625f;
    }
};

}  // namespace strangers
