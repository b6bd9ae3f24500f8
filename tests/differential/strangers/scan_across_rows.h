// A stranger: scans along rows and reads far rows above and below, none between.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Scans along rows and reads far rows above and below, none between.
class ScanAcrossRows : public Functor<ScanAcrossRows, eMovingAverage> {
    Indexer<eInput, eComponent, e1D> Across;
    Indexer<eInput, eComponent, e1D> Along;
    Indexer<eInput, eComponent, e2D> Around;
    Indexer<eOutput, eComponent> Output;
    float Sum = 0.0f;
    mFunctorIndexers(Across, Along, Around, Output)

  public:
    ScanAcrossRows() : Across(eVertical, 5), Along(eHorizontal, 6), Around(1, 7) {}
    void Initialise() {
        Sum = Around(0, 7) + Across(-5);
        for (int i = -6; i < 6; ++i) Sum += floor(Along(i) * 16.0f);
    }
    void Kernel() {
        Sum += floor(Along(6) * 16.0f);
        Output() = Sum + Across(5) * Around(-1, to_int(Along() * 8.0f));
        Sum -= floor(Along(-6) * 16.0f);
    }
};

}  // namespace strangers
