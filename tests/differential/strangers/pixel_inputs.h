// A stranger: reads whole pixels in every way there is, beside a matte of one plane.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Reads whole pixels in every way there is, beside a matte of one plane.
class PixelInputs : public Functor<PixelInputs, eParallel> {
    Indexer<eInput, ePixel> Here;
    Indexer<eInput, ePixel, e1D> Above;
    Indexer<eInput, ePixel, e2D> Around;
    Indexer<eInput, ePixel, eSparse> Listed;
    Indexer<eInput, eComponent, e2D> Matte;
    Indexer<eOutput, ePixel> Output;
    Indexer<eOutput, eComponent> Alpha;
    mFunctorIndexers(Here, Above, Around, Listed, Matte, Output, Alpha)

  public:
    PixelInputs()
        : Above(eVertical, 3), Around(2, 1), Listed(OffsetList({{1, 0}, {0, -4}})), Matte(1, 1) {}
    float luma(int x, int y) const {
        float s = 0.0f;
        for (int p = 0; p < Around.Planes; ++p) s += Around(x, y, p) * 0.3f;
        return s;
    }
    void Kernel() {
        const float m = Matte(1, -1) - Matte(-1, 1);
        const int shift = to_int(m * 5.0f);
        for (int p = 0; p < Output.Planes; ++p) {
            float s =
                Here(p) + Above(shift, p) + Around(shift, -shift, p + 1) + Listed(shift & 1, p - 1);
            for (int q = p; q < Output.Planes; ++q) {
                if (Here(q) > 0.8f) continue;
                s += Above(-q, q) * (q == p ? 1.0f : 0.5f);
            }
            Output(p) = m > 0.3f ? luma(1, shift) : s;
        }
        Alpha() = luma(0, 0) * Matte();
    }
};

}  // namespace strangers
