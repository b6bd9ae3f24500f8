// Detail added to a picture of bytes.
#pragma once

#include "bytes.h"
#include "core/functor.h"

namespace weft::functors {

/// Adds detail, whole numbers of either sign, to a picture of bytes: what a picture differs by from
/// its blur makes it sharper.
///
/// The amount is counted in 32nds and what is added is rounded down; sums are kept within 0 and
/// 255.
class AddDetail : public Functor<AddDetail, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eInput, eComponent> Detail;
    Indexer<eOutput, eComponent> Output;
    float Amount;
    float Times = 32.0f;  // whole
    mFunctorIndexers(Input, Detail, Output)
    mFunctorParameters(Parameter("amount", Amount)
                           .Range(0.0, 7.0)
                           .Label("Amount")
                           .Help("Multiplies the detail; 0 leaves the picture."))

  public:
    explicit AddDetail(float amount = 1.0f) : Amount(amount) { Prepare(); }

    void Prepare() { Times = clamp(trunc(32.0f * Amount), 0.0f, 255.0f); }

    void Kernel() {
        const float more = floor(Detail() * Times * (1.0f / 32.0f));
        Output() = clamp(Input() + more, 0.0f, kByteScale);
    }
};

}  // namespace weft::functors
