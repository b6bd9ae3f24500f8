// The median of a small square.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Takes the middle value of three by three or five by five pixels: removes specks, keeps edges.
///
/// Next to a NaN the result may be any value of the square, or NaN.
class Median : public Functor<Median, eParallel> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    int Radius;
    Baked<bool> Five = false;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("radius", Radius)
                           .Structure()
                           .Range(1, 2)
                           .Label("Radius")
                           .Help("1 takes the median of three by three pixels, 2 of five by five."))

    static float middle(float a, float b, float c) { return max(min(a, b), min(max(a, b), c)); }

    /// The value that `rank` others of five are below: the least is 0, the greatest 4.
    static float ranked(int rank, float a, float b, float c, float d, float e) {
        const float a1 = min(a, b);
        const float b1 = max(a, b);
        const float d1 = min(d, e);
        const float e1 = max(d, e);
        const float c1 = min(c, e1);
        const float e2 = max(c, e1);
        const float c2 = min(c1, d1);
        const float d2 = max(c1, d1);
        const float b2 = min(b1, e2);
        const float e3 = max(b1, e2);
        const float a2 = min(a1, d2);
        const float d3 = max(a1, d2);
        const float a3 = min(a2, c2);
        const float c3 = max(a2, c2);
        const float b3 = min(b2, d3);
        const float d4 = max(b2, d3);
        const float b4 = min(b3, c3);
        const float c4 = max(b3, c3);
        switch (rank) {
            case 0: return a3;
            case 1: return b4;
            case 2: return c4;
            case 3: return d4;
            default: return e3;
        }
    }

  public:
    explicit Median(int radius = 1) : Radius(radius) {}

    void Prepare() {
        Input.RadiusX = Radius;
        Input.RadiusY = Radius;
        Five = Radius == 2;
    }

    // Sorting rows and then columns leaves the median on the diagonal from the bottom left, or the
    // greatest of the diagonal before it, or the least of the one after it: by counting, all other
    // values have too many above or below them. It is the middle one of the diagonal's own median
    // and those two. Sorted rows come first, because pixels above each other share them.
    void Kernel() {
        if (Five) {
            float v[25] = {};
            for (int y = -2; y <= 2; ++y) {
                const float a = Input(-2, y);
                const float b = Input(-1, y);
                const float c = Input(0, y);
                const float d = Input(1, y);
                const float e = Input(2, y);
                v[y + 2] = ranked(0, a, b, c, d, e);
                v[y + 7] = ranked(1, a, b, c, d, e);
                v[y + 12] = ranked(2, a, b, c, d, e);
                v[y + 17] = ranked(3, a, b, c, d, e);
                v[y + 22] = ranked(4, a, b, c, d, e);
            }
            const float before = max(max(ranked(3, v[0], v[1], v[2], v[3], v[4]),
                                         ranked(2, v[5], v[6], v[7], v[8], v[9])),
                                     max(ranked(1, v[10], v[11], v[12], v[13], v[14]),
                                         ranked(0, v[15], v[16], v[17], v[18], v[19])));
            const float diagonal = ranked(2, ranked(4, v[0], v[1], v[2], v[3], v[4]),
                                          ranked(3, v[5], v[6], v[7], v[8], v[9]),
                                          ranked(2, v[10], v[11], v[12], v[13], v[14]),
                                          ranked(1, v[15], v[16], v[17], v[18], v[19]),
                                          ranked(0, v[20], v[21], v[22], v[23], v[24]));
            const float after = min(min(ranked(4, v[5], v[6], v[7], v[8], v[9]),
                                        ranked(3, v[10], v[11], v[12], v[13], v[14])),
                                    min(ranked(2, v[15], v[16], v[17], v[18], v[19]),
                                        ranked(1, v[20], v[21], v[22], v[23], v[24])));
            Output() = middle(before, diagonal, after);
        } else {
            float low[3] = {};
            float mid[3] = {};
            float high[3] = {};
            for (int y = -1; y <= 1; ++y) {
                const float a = Input(-1, y);
                const float b = Input(0, y);
                const float c = Input(1, y);
                low[y + 1] = min(min(a, b), c);
                mid[y + 1] = middle(a, b, c);
                high[y + 1] = max(max(a, b), c);
            }
            Output() = middle(max(max(low[0], low[1]), low[2]), middle(mid[0], mid[1], mid[2]),
                              min(min(high[0], high[1]), high[2]));
        }
    }
};

}  // namespace weft::functors
