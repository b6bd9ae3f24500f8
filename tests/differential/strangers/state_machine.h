// A stranger: a machine with state of every type, columns at a time.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// A machine with state of every type, columns at a time.
class StateMachine : public Functor<StateMachine, eMovingAverage> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eOutput, eComponent> Output;
    Indexer<eOutput, ePixel> Traces;
    enum Phase : int { kIdle, kUp, kDown };
    Phase Now = kIdle;
    float Peak = 0.0f;
    float LineBuffer[5] = {};
    int Head = 0, Run = 0;
    bool Armed = false;
    unsigned Bits = 1u;
    Baked<int> Window = 3;
    mFunctorIndexers(Input, Output, Traces)

  public:
    StateMachine() : Input(eVertical, 3) { ScanAxis = eVertical; }
    float best() const {
        float b = LineBuffer[0];
        for (int i = 1; i < 5; ++i) {
            if (i > Window + 1) break;
            b = max(b, LineBuffer[i]);
        }
        return b;
    }
    bool rising(float v) const { return Armed ? v > Peak : v > LineBuffer[4]; }
    void Initialise() {
        Now = kIdle;
        Peak = Input(-1);
        Run = 0;
        Armed = Input() > 0.5f;
        Head = 0;
        Bits = 0xACE1u;
        for (int i = 0; i < 5; ++i) LineBuffer[i] = 0.0f;
        for (int i = -3; i < 0; ++i) {
            if (Input(i) != Input(i)) continue;
            at(LineBuffer, Head) = Input(i);
            Head = (Head + 1) % 5;
        }
    }
    void Kernel() {
        const float v = Input();
        Bits = (Bits >> 1) ^ (-(Bits & 1u) & 0xB400u);
        switch (Now) {
            case kIdle:
                if (rising(v)) {
                    Now = kUp;
                    Run = 0;
                }
                break;
            case kUp:
                ++Run;
                if (Run > 3 || !rising(v)) {
                    Now = kDown;
                    if (v < 0.1f) return;
                }
                break;
            case kDown:
                Run -= 2;
                if (Run < 0) Now = kIdle;
                break;
        }
        do {
            if (v > 3.0f) break;
            at(LineBuffer, Head) = v * 0.5f;
            Head++;
            if (Head >= 5) Head = 0;
        } while (false);
        Armed = !Armed != (v > 0.5f);
        Peak = Peak * 0.75f > v ? Peak * 0.75f : v;
        Output() = best() + Run + Now * 10;
        for (int p = 0; p < Traces.Planes; ++p)
            Traces(p) = (Bits & 15u) * Peak + at(LineBuffer, Head + p);
        Traces(Run & 1) = -1.0f;
    }
};

}  // namespace strangers
