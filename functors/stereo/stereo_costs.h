// How badly two eyes' pictures match at each depth.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Compares a left eye's picture with a right eye's at several depths: a plane for each, from far
/// to near.
///
/// At depth z the right picture is looked at 2z and 2z + 1 pixels to the right, and for each colour
/// the smaller difference counts; their squares' sum is the cost.
class StereoCosts : public Functor<StereoCosts, eParallel> {
    Indexer<eInput, ePixel> Left;
    Indexer<eInput, ePixel, e1D> Right;
    Indexer<eOutput, ePixel> Output;
    Baked<int> Depths;
    mFunctorIndexers(Left, Right, Output)
    mFunctorParameters(Parameter("depths", Depths.value)
                           .Structure()
                           .Range(1, kMaxPlanes)
                           .Label("Depths")
                           .Help("How many depths are compared, two pixels apart."))

  public:
    explicit StereoCosts(int depths = 32) : Depths(depths) { Prepare(); }

    void Prepare() { Right.Radius = 2 * Depths - 1; }

    ImageShape Shape(const ImageShape* inputs) const { return {inputs[0].domain, Depths}; }

    // Colours are spelled out, since CUDA's compiler keeps a loop of loops, and with it an array.
    void Kernel() {
        const int colours = min(Left.Colours, Right.Colours);
        for (int z = 0; z < Depths; ++z) {
            const int x = 2 * z;
            float cost = squared(Left(0), Right(x, 0), Right(x + 1, 0));
            if (colours == 3) {
                cost += squared(Left(1), Right(x, 1), Right(x + 1, 1));
                cost += squared(Left(2), Right(x, 2), Right(x + 1, 2));
            }
            Output(z) = cost;
        }
    }

  private:
    /// The smaller difference, squared.
    static float squared(float own, float here, float next) {
        const float difference = min(abs(own - here), abs(own - next));
        return difference * difference;
    }
};

}  // namespace weft::functors
