// Strangers: accumulations that are neither products nor convolution layers.
#pragma once

#include "core/functor.h"

namespace strangers {

using namespace weft;

/// Mixes all planes into each, by weights from a picture: row c of the weights is of plane c.
class PlaneMix : public Functor<PlaneMix, eAccumulation> {
    Indexer<eInput, ePixel> Input;
    Indexer<eInput, ePixel, eRandom> Weights;
    Indexer<eOutput, ePixel> Mixed;
    Indexer<eOutput, ePixel> Greatest;
    float Offset = 0.25f;
    mFunctorIndexers(Input, Weights, Mixed, Greatest)

  public:
    PlaneMix() { Weights.border = {eMirror, 0.0f}; }
    ImageShape Shape(const ImageShape* inputs) const { return inputs[0]; }
    void Kernel() {
        const int top = Weights.Domain.y0;
        for (int o = 0; o < Mixed.Planes; ++o) {
            float sum = Offset, most = Input(o);
            for (int c = 0; c < Input.Planes; ++c) {
                const float product = Input(c) * Weights(X() - o, top + 2 * c, o);
                sum += product;
                most = product > most ? product : most;
            }
            if (o != 1) Mixed(o) = sum;
            Greatest(o) = most - Input(o);
        }
    }
};

/// Correlates a picture with the corner of another one, which is read from its far edge backwards.
class Correlation : public Functor<Correlation, eAccumulation> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eInput, eComponent, eRandom> Pattern;
    Indexer<eOutput, eComponent> Output;
    int Rows = 5;
    mFunctorIndexers(Input, Pattern, Output)

  public:
    Correlation() : Input(2, 3) { Input.border = {eRepeat, 0.0f}; }
    ImageShape Shape(const ImageShape* inputs) const { return inputs[0]; }
    void Measure() { Rows = min(5, Pattern.Domain.y1 - Pattern.Domain.y0); }
    void Kernel() {
        float sums[2] = {};
        int terms = 0;
        for (int j = 0; j < Rows; ++j)
            for (int i = -Input.RadiusX; i <= Input.RadiusX; ++i) {
                const float value = Pattern(Pattern.Domain.x1 - 1 - i, Pattern.Domain.y1 - 1 - j);
                sums[0] += Input(i, j - 2) * value;
                sums[j & 1] += value > 0.5f ? value : Input(-i, 2 - j);
                terms += value > 0.25f ? 1 : 0;
            }
        Output() = terms > 0 ? sums[0] - sums[1] / terms : Input();
    }
};

/// Adds up along either axis, with a place that no device knows before it is there.
class SumAlong : public Functor<SumAlong, eAccumulation> {
    Indexer<eInput, eComponent, e1D> Input;
    Indexer<eInput, eComponent, eRandom> Anywhere;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Anywhere, Output)

  public:
    SumAlong() : Input(eVertical, 3) { Input.border = {eConstant, -0.5f}; }
    ImageShape Shape(const ImageShape* inputs) const { return inputs[0]; }
    void Kernel() {
        float sum = 0.0f;
        for (int k = -Input.Radius; k <= Input.Radius; k += 2)
            sum = sum * 0.5f + Input(k) + Anywhere(X() + to_int(Input() * 4.0f), Y() + k);
        Output() = sum;
    }
};

}  // namespace strangers
