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
/// multiples of 1/1023, may be negative, and means are rounded up.
class Demosaic : public Functor<Demosaic, eParallel> {
    Indexer<eInput, ePixel, e2D> Mosaic;
    Indexer<eInput, ePixel, e2D> Green;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Mosaic, Green, Output)

  public:
    Demosaic() : Mosaic(1, 1), Green(1, 1) {}

    ImageShape Shape(const ImageShape* inputs) const { return {inputs[0].domain, 3}; }

    void Kernel() {
        const int own = raw_number(Mosaic(0, 0, 0)), green = raw_number(Green(0, 0, 0));
        const int left = raw_number(Mosaic(-1, 0, 0)), right = raw_number(Mosaic(1, 0, 0));
        const int above = raw_number(Mosaic(0, -1, 0)), below = raw_number(Mosaic(0, 1, 0));
        const int nw = raw_number(Mosaic(-1, -1, 0)), ne = raw_number(Mosaic(1, -1, 0));
        const int sw = raw_number(Mosaic(-1, 1, 0)), se = raw_number(Mosaic(1, 1, 0));
        const int across =
            green + greener(left, right, raw_number(Green(-1, 0, 0)), raw_number(Green(1, 0, 0)));
        const int upright =
            green + greener(above, below, raw_number(Green(0, -1, 0)), raw_number(Green(0, 1, 0)));
        const int rising =
            green + greener(ne, sw, raw_number(Green(1, -1, 0)), raw_number(Green(-1, 1, 0)));
        const int falling =
            green + greener(nw, se, raw_number(Green(-1, -1, 0)), raw_number(Green(1, 1, 0)));
        const int other = abs(ne - sw) < abs(nw - se) ? rising : falling;
        const bool at_green = is_green(X(), Y()), red_row = (Y() & 1) == 0;
        const bool at_red = is_red(X(), Y());
        const int red = at_green ? (red_row ? across : upright) : at_red ? own : other;
        const int blue = at_green ? (red_row ? upright : across) : at_red ? other : own;
        Output(0) = raw_value(red);
        Output(1) = raw_value(green);
        Output(2) = raw_value(blue);
    }

  private:
    /// By how much two neighbours' colour lies above their green, on average each.
    static int greener(int a, int b, int green_a, int green_b) {
        return raw_mean(a, b) - raw_mean(green_a, green_b);
    }
};

}  // namespace weft::functors
