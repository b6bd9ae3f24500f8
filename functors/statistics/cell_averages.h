// What a picture comes to, cell by cell of a coarse grid.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// The most cells along either side.
inline constexpr int kMaxCells = 16;

/// The means of a grid of cells that cover the picture, plane by plane: a picture with an element
/// for each cell. Cells differ by a pixel at most; where there are more cells than pixels, those
/// that have none are 0.
class CellAverages : public Functor<CellAverages, eReduction> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    int Columns, Rows;
    float Sums[kMaxCells * kMaxCells] = {};
    int Counts[kMaxCells * kMaxCells] = {};
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("columns", Columns)
                           .Structure()
                           .Range(1, kMaxCells)
                           .Label("Columns")
                           .Help("Cells from left to right."),
                       Parameter("rows", Rows)
                           .Structure()
                           .Range(1, kMaxCells)
                           .Label("Rows")
                           .Help("Cells from top to bottom."))

  public:
    explicit CellAverages(int columns = 8, int rows = 8) : Columns(columns), Rows(rows) {}

    ImageShape Shape(const ImageShape* inputs) const {
        return {{0, 0, Columns, Rows}, inputs[0].planes};
    }

    void Initialise() {
        for (int i = 0; i < kMaxCells * kMaxCells; ++i) Sums[i] = 0.0f;
        for (int i = 0; i < kMaxCells * kMaxCells; ++i) Counts[i] = 0;
    }
    void Kernel() {
        const int column = cell(X() - Input.Domain.x0, Input.Domain.x1 - Input.Domain.x0, Columns);
        const int row = cell(Y() - Input.Domain.y0, Input.Domain.y1 - Input.Domain.y0, Rows);
        at(Sums, row * kMaxCells + column) += Input();
        at(Counts, row * kMaxCells + column) += 1;
    }
    void Combine(const CellAverages& other) {
        for (int i = 0; i < kMaxCells * kMaxCells; ++i) Sums[i] += other.Sums[i];
        for (int i = 0; i < kMaxCells * kMaxCells; ++i) Counts[i] += other.Counts[i];
    }
    void Result() {
        const int i = Y() * kMaxCells + X();
        Output() = at(Counts, i) > 0 ? at(Sums, i) / to_float(at(Counts, i)) : 0.0f;
    }

  private:
    /// Which of `cells` equal parts of `length` place i is in.
    static int cell(int i, int length, int cells) {
        return min(to_int((to_float(i) + 0.5f) / to_float(length) * to_float(cells)), cells - 1);
    }
};

}  // namespace weft::functors
