// A stranger: has members called like the structs of the kernel text.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Has members called like the structs of the kernel text.
class NamesOfStructs : public Functor<NamesOfStructs, eMovingAverage> {
    Indexer<eInput, eComponent, e1D> Kernel1;
    Indexer<eOutput, eComponent> Output;
    float S[2] = {}, State = 0.0f;
    int S_ = 0;
    float Members = 2.0f, State_ = 3.0f;
    float Members_[2] = {1.0f, 2.0f};
    FloatList<3> M;
    Baked<int> B = 1;
    bool F = true;
    mFunctorIndexers(Kernel1, Output)

  public:
    NamesOfStructs() : Kernel1(eHorizontal, 2) {
        M.count = 2;
        M.values[1] = 5.0f;
    }
    float get(int A_Kernel1) const { return S[A_Kernel1 & 1] + State; }
    void Initialise() {
        for (int i = 0; i < 2; ++i) S[i] = 0.0f;
        State = 1.0f;
        S_ = 0;
    }
    void Kernel() {
        const float I = Kernel1(2);
        S[B & 1] += I;
        State = State * 0.5f + Members;
        S_ += F;
        Output() = get(S_) + State_ + M.values[1] + M.count + at(Members_, S_);
    }
};

}  // namespace strangers
