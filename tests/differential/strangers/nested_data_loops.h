// A stranger: runs two loops whose bounds both depend on samples.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Runs two loops whose bounds both depend on samples.
class NestedDataLoops : public Functor<NestedDataLoops, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eInput, eComponent> Other;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Other, Output)

  public:
    void Kernel() {
        const int rows = clamp(to_int(Input() * 4.0f), 0, 6);
        const int columns = clamp(to_int(Other() * 4.0f), 0, 6);
        float sum = 0.0f;
        int visits = 0;
        for (int r = 0; r < rows; ++r) {
            int c = r;
            while (c < columns) {
                sum += to_float(r * 10 + c);
                c += 2;
                ++visits;
                if (visits > 12) break;
            }
            if (visits == 7) continue;
            sum -= 0.5f;
            if (sum > 90.0f) return;
        }
        Output() = sum;
    }
};

}  // namespace strangers
