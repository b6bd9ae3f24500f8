// The colours of a mosaic.
#pragma once

#include "camera/raw.h"
#include "core/functor.h"

namespace weft::functors {

/// Fills in the red and blue that a mosaic's pixels lack, from a mosaic and its green everywhere:
/// the mean of two neighbours of that colour, corrected by how much greener the pixel is than they
/// are.
///
/// At green pixels the two lie beside it, or above and below it; at red and blue ones across one
/// of the two diagonals, whichever differ less. The mosaic is MosaicGreen's; numbers are whole,
/// may be negative, and means are rounded up.
class Demosaic : public Functor<Demosaic, eParallel> {
    Indexer<eInput, ePixel, e2D> Mosaic;
    Indexer<eInput, ePixel, e2D> Green;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Mosaic, Green, Output)

  public:
    Demosaic() : Mosaic(1, 1), Green(1, 1) {}

    ImageShape Shape(const ImageShape* inputs) const { return {inputs[0].domain, 3}; }

    void Kernel() {
        const float own = Mosaic(0, 0, 0), green = Green(0, 0, 0);
        const float left = Mosaic(-1, 0, 0), right = Mosaic(1, 0, 0);
        const float above = Mosaic(0, -1, 0), below = Mosaic(0, 1, 0);
        const float nw = Mosaic(-1, -1, 0), ne = Mosaic(1, -1, 0);
        const float sw = Mosaic(-1, 1, 0), se = Mosaic(1, 1, 0);
        const float across = green + greener(left, right, Green(-1, 0, 0), Green(1, 0, 0));
        const float upright = green + greener(above, below, Green(0, -1, 0), Green(0, 1, 0));
        const float rising = green + greener(ne, sw, Green(1, -1, 0), Green(-1, 1, 0));
        const float falling = green + greener(nw, se, Green(-1, -1, 0), Green(1, 1, 0));
        const float other = abs(ne - sw) < abs(nw - se) ? rising : falling;
        const bool at_green = is_green(X(), Y()), red_row = (Y() & 1) == 0;
        const bool at_red = is_red(X(), Y());
        const float red = at_green ? (red_row ? across : upright) : at_red ? own : other;
        const float blue = at_green ? (red_row ? upright : across) : at_red ? other : own;
        Output(0) = red;
        Output(1) = green;
        Output(2) = blue;
    }

  private:
    /// By how much two neighbours' colour lies above their green, on average each.
    static float greener(float a, float b, float green_a, float green_b) {
        return whole_mean(a, b) - whole_mean(green_a, green_b);
    }
};

}  // namespace weft::functors
