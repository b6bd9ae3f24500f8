// A picture gathered into a bilateral grid.
#pragma once

#include "core/scale.h"
#include "grid/layout.h"

namespace weft::functors {

/// Gathers a picture of one plane into a bilateral grid: each cell's values by their brightness.
///
/// Cell i gathers the `cell` pixels around cell i, or those from there on where cells are not
/// centred. The grid has two planes for each step of brightness, sums and counts.
class GridSplat : public Functor<GridSplat, eParallel> {
    Indexer<eInput, ePixel, e2D> Input;
    Indexer<eOutput, ePixel> Output;
    Baked<int> Cell;
    float Range;
    bool Centred = true;
    Baked<int> First = 0;
    int Steps = 2;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("cell", Cell.value)
            .Pixels()
            .Structure()
            .Range(1, kLargestCell)
            .Label("Cell")
            .Help("Side of a cell in pixels."),
        Parameter("range", Range)
            .Range(kFinestRange, 1.0)
            .Label("Range")
            .Help("How much brightness a step of the grid spans; 1 is white."),
        Parameter("centred", Centred)
            .Label("Centred")
            .Help("Cells lie around their corner's pixel, and brightness is rounded to the nearest "
                  "step; else cells begin there, and brightness is rounded down."))

  public:
    explicit GridSplat(int cell = 8, float range = 0.1f, bool centred = true)
        : Cell(cell), Range(range), Centred(centred) {
        Prepare();
    }

    void Prepare() {
        Input.RadiusX = Input.RadiusY = Cell;
        Input.ScaleX = Input.ScaleY = Scale{Cell, 0, 1};
        First = Centred ? -(Cell / 2) : 0;
        Steps = brightness_steps(Range);
    }

    ImageShape Shape(const ImageShape* inputs) const {
        // Samples of the picture's last pixel read the cell after it.
        const Rect& d = inputs[0].domain;
        const auto cell = [&](int at) { return static_cast<int>(floor_divide(at, Cell)); };
        return {{cell(d.x0), cell(d.y0), cell(d.x1 - 1) + 2, cell(d.y1 - 1) + 2}, 2 * Steps};
    }

    void Kernel() {
        float sums[kMaxSteps] = {};
        float counts[kMaxSteps] = {};
        const float half = Centred ? 0.5f : 0.0f;
        for (int y = 0; y < Cell; ++y)
            for (int x = 0; x < Cell; ++x) {
                const float value = within_brightness(Input(First + x, First + y, 0));
                const int step = to_int(value / Range + half);
                for (int z = 0; z < Output.Planes / 2; ++z) {
                    at(sums, z) += z == step ? value : 0.0f;
                    at(counts, z) += z == step ? 1.0f : 0.0f;
                }
            }
        for (int z = 0; z < Output.Planes / 2; ++z) {
            Output(2 * z) = at(sums, z);
            Output(2 * z + 1) = at(counts, z);
        }
    }
};

}  // namespace weft::functors
