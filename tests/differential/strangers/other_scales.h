// Strangers: read at other resolutions, of all kinds and in all ways.
#pragma once

#include "core/functor.h"
#include "core/scale.h"

namespace strangers {

using namespace weft;

/// Three fifths, moved, across; twice, moved, down; in a window, beside what is not scaled.
class OtherScales : public Functor<OtherScales, eParallel> {
    Indexer<eInput, eComponent, e2D> Window;
    Indexer<eInput, eComponent> Plain;
    Indexer<eInput, eComponent, eSparse> Listed;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Window, Plain, Listed, Output)

  public:
    OtherScales() : Window(1, 2), Listed(OffsetList({{-3, 1}, {2, -2}, {0, 0}})) {
        Window.ScaleX = {3, 7, 5};
        Window.ScaleY = {2, -3, 1};
        Listed.ScaleX = {1, 1, 2};
        Listed.ScaleY = {1, 0, 3};
    }
    ImageShape Shape(const ImageShape* inputs) const {
        const Rect& d = inputs[1].domain;
        return {{d.x0 - 2, d.y0, d.x1 + d.width() / 2, d.y1 + 1},
                max(max(inputs[0].planes, inputs[1].planes), inputs[2].planes)};
    }
    void Kernel() {
        float sum = Plain();
        for (int j = -2; j <= 2; j += 2)
            for (int i = -1; i <= 1; ++i) sum += Window(i, j) * to_float(i + 3 * j);
        for (int i = 0; i < Listed.Count; ++i) sum -= Listed(i);
        Output() = sum + Window(to_int(Plain() * 2.0f), X() & 1);
    }
};

/// Halved across and doubled down, by planes, at offsets that the picture gives.
class ScaledPixels : public Functor<ScaledPixels, eParallel> {
    Indexer<eInput, ePixel, e1D> Across;
    Indexer<eInput, ePixel, e1D> Down;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Across, Down, Output)

  public:
    ScaledPixels() : Across(eHorizontal, 2), Down(eVertical, 1) {
        Across.ScaleX = {2, 1, 1};
        Across.ScaleY = {1, 0, 2};
        Down.ScaleX = {7, 0, 2};
    }
    ImageShape Shape(const ImageShape* inputs) const {
        const Rect& d = inputs[0].domain;
        return {{static_cast<int>(floor_divide(d.x0, 2)), d.y0,
                 static_cast<int>(floor_divide(d.x1 - 1, 2)) + 1, d.y1 + d.height()},
                inputs[0].planes};
    }
    void Kernel() {
        const int offset = to_int(Down(0, 0) * 3.0f);
        for (int p = 0; p < Output.Planes; ++p)
            Output(p) = Across(-2, p) + Across(offset, p) * Down(1, Output.Planes - p) -
                        Across(1, p + offset);
    }
};

}  // namespace strangers
