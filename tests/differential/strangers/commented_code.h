// A stranger: is full of comments, odd layout and attributes.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Is full of comments, odd layout and attributes.
class CommentedCode : public Functor<CommentedCode, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        const float v = Input(); // the sample
        float r = /* start */ 0.0f;
        if (v > 0.5f)  // bright
        {
            r = v  // twice
                * 2.0f;
        }
        else  /* dark */ if (v < -0.5f) [[unlikely]]
            r = -v;
        /* nothing */;
        if (v > 0.9f) ; else r += 1.0f;
        for (;;) {
            if (r < 10.0f) r += 4.0f; else break;
        }
        Output() =
            r;
    }
};

}  // namespace strangers
