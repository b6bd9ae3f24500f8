// A stranger: picks a row of a table by a sample and a column by a constant.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Picks a row of a table by a sample and a column by a constant.
class TableRows : public Functor<TableRows, eMovingAverage> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eInput, eComponent, eSparse> Listed;
    Indexer<eOutput, eComponent> Output;
    float Table[2][3] = {{1.0f, 2.0f, 3.0f}, {4.0f, 5.0f, 6.0f}};
    float Sum = 0.0f;
    int Row = 0;
    mFunctorIndexers(Input, Listed, Output)

  public:
    TableRows() : Input(3, 2), Listed(OffsetList({{0, -3}, {2, 2}})) {}
    float area(int n) const {
        float s = 0.0f;
        for (int y = -n; y <= n; ++y)
            for (int x = -2; x <= 2; ++x) {
                if (isnan(Input(x, y))) continue;
                s += floor(Input(x, y) * 8.0f);
            }
        return s;
    }
    void Initialise() {
        Sum = area(1);
        Row = 0;
        switch (to_int(Sum)) {
            case 0: Row = 1; break;
            case 1:
            case 2: Row = 2; break;
            default: Row = to_int(Input(1) * 3.0f); break;
        }
    }
    void Kernel() {
        Sum = Sum * 0.5f + area(Row & 1) + Listed(Row) - Listed(1);
        Row += Input() > 0.5f ? 1 : -1;
        Output() = Sum + Table[Row & 1][2] + at(at(Table, Row), Row - 1);
        if (Sum > 1e6f) Sum = 0.0f;
    }
};

}  // namespace strangers
