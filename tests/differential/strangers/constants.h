// A stranger: uses constants and tables of its namespace and class.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

namespace constants {
inline constexpr float kTable[3] = {1.5f, -2.25f, 1e-3f};
const float kBias = 1.0f / 3.0f;
}  // namespace constants

/// Uses constants and tables of its namespace and class.
class Constants : public Functor<Constants, eParallel> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    static constexpr float kWeights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
    static constexpr int kReach = 2;
    mFunctorIndexers(Input, Output)

  public:
    Constants() : Input(eHorizontal, kReach) {}
    void Kernel() {
        constexpr float kOffset = 0.125f;
        static constexpr int kOrder[3] = {2, 0, 1};
        float sum = kOffset + constants::kBias;
        for (int i = -kReach; i <= kReach; ++i) sum += kWeights[i + kReach] * Input(i);
        const int index = clamp(to_int(sum * 4.0f), 0, 2);
        Output() = sum + at(constants::kTable, index) + constants::kTable[1] + kOrder[index];
    }
};

}  // namespace strangers
