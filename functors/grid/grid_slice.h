// A picture read back from a bilateral grid.
#pragma once

#include "core/scale.h"
#include "grid/layout.h"

namespace weft::functors {

/// Gives each pixel the mean value that a bilateral grid has where the pixel lies, and is as
/// bright: sums over counts, each linear between the eight elements around. Where the grid holds
/// nothing the pixel stays as it is. The grid knows no values below 0 or above 1: they count as
/// those, and what exceeds them is left out, or added again where the range is open.
class GridSlice : public Functor<GridSlice, eParallel> {
    Indexer<eInput, ePixel> Input;
    Indexer<eInput, ePixel, e2D> Grid;
    Indexer<eOutput, ePixel> Output;
    Baked<int> Cell;
    float Range;
    Baked<bool> Open;
    mFunctorIndexers(Input, Grid, Output)
    mFunctorParameters(Parameter("cell", Cell.value)
                           .Pixels()
                           .Structure()
                           .Range(1, kLargestCell)
                           .Label("Cell")
                           .Help("Side of a cell of the grid in pixels."),
                       Parameter("range", Range)
                           .Range(kFinestRange, 1.0)
                           .Label("Range")
                           .Help("How much brightness a step of the grid spans; 1 is white."),
                       Parameter("open", Open.value)
                           .Structure()
                           .Label("Open")
                           .Help("Keeps what exceeds black and white."))

  public:
    explicit GridSlice(int cell = 8, float range = 0.1f, bool open = false)
        : Grid(1, 1), Cell(cell), Range(range), Open(open) {
        Prepare();
    }

    void Prepare() { Grid.ScaleX = Grid.ScaleY = Scale{1, 0, Cell}; }

    ImageShape Shape(const ImageShape* inputs) const { return {inputs[0].domain, 1}; }

    void Kernel() {
        const float value = Input(0);
        const float within = within_brightness(value);
        const float deep = within / Range;
        const int z = to_int(deep);
        const float tz = deep - to_float(z);
        const float tx = within_cell(X()), ty = within_cell(Y());
        const float sum = mix(between(2 * z, tx, ty), between(2 * z + 2, tx, ty), tz);
        const float count = mix(between(2 * z + 1, tx, ty), between(2 * z + 3, tx, ty), tz);
        const float mean = Open ? sum / count + (value - within) : sum / count;
        Output(0) = count > 0.0f ? mean : value;
    }

  private:
    /// From 0 at a cell's corner to 1 at the next.
    float within_cell(int at) const {
        const int rest = modulo(at, Cell);
        return to_float(rest < 0 ? rest + Cell : rest) / to_float(Cell);
    }

    float between(int plane, float tx, float ty) const {
        return mix(mix(Grid(0, 0, plane), Grid(1, 0, plane), tx),
                   mix(Grid(0, 1, plane), Grid(1, 1, plane), tx), ty);
    }
};

}  // namespace weft::functors
