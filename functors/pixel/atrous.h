// One level of an edge-stopping wavelet blur with holes.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Smooths colours with a Gaussian of three by three whose taps are spread out, and stops at edges.
///
/// The algorithme a trous: level n has its taps 2^n pixels apart, so that a few levels in a row
/// reach far at the cost of nine taps each. A tap weighs its mask times exp(-|d|^2) of the distance
/// d between the two colours; the exponential is taken as (1 + x/256)^256, and as 1 where that is
/// more. Colours are the first three planes, or the first of fewer, taken for grey; planes after
/// them pass unchanged, as does everything where the level is not among the levels in use.
class Atrous : public Functor<Atrous, eParallel> {
    static constexpr int kMaxLevels = 4;
    static constexpr float kMask[9] = {0.057118f, 0.124758f, 0.057118f,  //
                                       0.124758f, 0.272496f, 0.124758f,  //
                                       0.057118f, 0.124758f, 0.057118f};

    Indexer<eInput, ePixel, e2D> Input;
    Indexer<eOutput, ePixel> Output;
    int Level;
    int Levels;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("level", Level)
            .Structure()
            .Range(0, kMaxLevels - 1)
            .Label("Level")
            .Help("The taps are 2^level pixels apart."),
        Parameter("levels", Levels)
            .Structure()
            .Range(1, kMaxLevels)
            .Label("Levels")
            .Help("How many levels are in use; this one passes its picture on when it is not."))

    /// e^x for x <= 0, by eight squarings.
    static float falling_exponential(float x) {
        float power = fma(x, 0.00390625f, 1.0f);
        for (int i = 0; i < 8; ++i) power = power * power;
        return min(power, 1.0f);
    }

  public:
    explicit Atrous(int level = 0, int levels = 1) : Level(level), Levels(levels) {}

    void Prepare() {
        const int spacing = Level < Levels ? 1 << Level : 0;
        Input.RadiusX = spacing;
        Input.RadiusY = spacing;
    }

    int Copies() const { return Input.RadiusX == 0 ? 0 : -1; }

    void Kernel() {
        const int colours = Input.Planes < 3 ? 1 : 3;
        const int green = colours == 3 ? 1 : 0;
        const int blue = colours == 3 ? 2 : 0;
        const float red_here = Input(0, 0, 0);
        const float green_here = Input(0, 0, green);
        const float blue_here = Input(0, 0, blue);
        float sums[3] = {};
        float weights = 0.0f;
        for (int y = -1; y <= 1; ++y)
            for (int x = -1; x <= 1; ++x) {
                const float r = Input(x * Input.RadiusX, y * Input.RadiusY, 0);
                const float g = Input(x * Input.RadiusX, y * Input.RadiusY, green);
                const float b = Input(x * Input.RadiusX, y * Input.RadiusY, blue);
                const float dr = r - red_here;
                const float dg = g - green_here;
                const float db = b - blue_here;
                const float weight = kMask[(y + 1) * 3 + x + 1] *
                                     falling_exponential(-fma(dr, dr, fma(dg, dg, db * db)));
                sums[0] = fma(weight, r, sums[0]);
                sums[1] = fma(weight, g, sums[1]);
                sums[2] = fma(weight, b, sums[2]);
                weights += weight;
            }
        for (int plane = 0; plane < Input.Planes; ++plane)
            Output(plane) = plane < colours && Input.RadiusX > 0 ? at(sums, plane) / weights
                                                                 : Input(0, 0, plane);
    }
};

}  // namespace weft::functors
