// Film grain.
#pragma once

#include "channels.h"
#include "core/functor.h"
#include "random.h"

namespace weft::functors {

/// Adds grain, whose strength may differ between shadows and highlights.
///
/// Grain is random noise of about normal distribution, softened to the grain's size; it depends on
/// the seed and the place alone: animate the seed, or every frame has the same grain. Alpha, and
/// planes after it, stay as they are, as does all where the grain's strength is 0.
class Grain : public Functor<Grain, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    float Amount;
    float Size = 1.0f;
    float Shadows = 1.0f;
    float Highlights = 0.5f;
    bool Monochrome = false;
    int Seed = 0;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(Parameter("amount", Amount)
                           .Range(0.0, 1.0)
                           .Label("Amount")
                           .Help("Standard deviation of the grain; 1 is white from black."),
                       Parameter("size", Size)
                           .Pixels()
                           .Range(1.0, 16.0)
                           .Label("Size")
                           .Help("Size of a grain in pixels."),
                       Parameter("shadows", Shadows)
                           .Range(0.0, 2.0)
                           .Label("Shadows")
                           .Help("Multiplies the grain where the picture is black."),
                       Parameter("highlights", Highlights)
                           .Range(0.0, 2.0)
                           .Label("Highlights")
                           .Help("Multiplies the grain where the picture is white, and beyond."),
                       Parameter("monochrome", Monochrome)
                           .Label("Monochrome")
                           .Help("Gives all colours the same grain."),
                       Parameter("seed", Seed)
                           .Range(0, 1000000)
                           .Label("Seed")
                           .Help("Gives other grain; animate it with the frame."))

  public:
    explicit Grain(float amount = 0.05f) : Amount(amount) {}

    int Copies() const { return Amount == 0.0f ? 0 : -1; }

    void Kernel() {
        const int layer = Monochrome ? 0 : Plane();
        const float value = Input();
        const float bright = value > 0.0f ? min(value, 1.0f) : 0.0f;
        const float strength = Amount * mix(Shadows, Highlights, bright);
        const bool colour = Plane() < Input.Colours;
        Output() = colour && strength != 0.0f ? value + strength * soft_noise(layer) : value;
    }

  private:
    /// Four uniform numbers together, with the mean 0 and the variance 1.
    float normal(int x, int y, int layer) const {
        const unsigned a = random_bits(x, y, layer, Seed);
        const unsigned b = scrambled(a + 0x51ed270bu);
        const float sum =
            to_float(a & 0xffffu) + to_float(a >> 16) + to_float(b & 0xffffu) + to_float(b >> 16);
        return (sum * 0x1p-16f - 2.0f) * 1.7320508f;
    }

    /// Of the lattice of grains around the element; the blend keeps the variance. Grains of a pixel
    /// are not blended.
    float soft_noise(int layer) const {
        if (Size <= 1.0f) return normal(X(), Y(), layer);
        const float gx = to_float(X()) / Size, gy = to_float(Y()) / Size;
        const float fx = floor(gx), fy = floor(gy);
        const int i = to_int(fx), j = to_int(fy);
        const float tx = gx - fx, ty = gy - fy;
        const float sx = 1.0f - tx, sy = 1.0f - ty;
        const float sum = (normal(i, j, layer) * sx + normal(i + 1, j, layer) * tx) * sy +
                          (normal(i, j + 1, layer) * sx + normal(i + 1, j + 1, layer) * tx) * ty;
        return sum / sqrt((sx * sx + tx * tx) * (sy * sy + ty * ty));
    }
};

}  // namespace weft::functors
