// By how much two eyes' pictures differ at each depth in one colour.
#pragma once

#include "channels.h"
#include "core/functor.h"

namespace weft::functors {

/// Compares one colour of a left eye's picture with a right eye's at several depths: a plane for
/// each, from far to near.
///
/// At depth z the right picture is looked at 2z and 2z + 1 pixels to the right, and the smaller
/// difference counts, without its sign. Of grey pictures red is the grey, and the differences of
/// green and blue are 0. The sum of the three colours' squares is what StereoCosts gives.
class StereoDifferences : public Functor<StereoDifferences, eParallel> {
    static constexpr const char* kColours[] = {"red", "green", "blue"};

    Indexer<eInput, ePixel> Left;
    Indexer<eInput, ePixel, e1D> Right;
    Indexer<eOutput, ePixel> Output;
    Baked<int> Depths;
    Baked<int> Colour;
    mFunctorIndexers(Left, Right, Output)
    mFunctorParameters(Parameter("depths", Depths.value)
                           .Structure()
                           .Range(1, kMaxPlanes - 1)
                           .Label("Depths")
                           .Help("How many depths are compared, two pixels apart."),
                       Parameter("colour", Colour.value)
                           .Choices(kColours)
                           .Structure()
                           .Label("Colour")
                           .Help("Which colour is compared."))

  public:
    explicit StereoDifferences(int depths = 32, int colour = 0) : Depths(depths), Colour(colour) {
        Prepare();
    }

    void Prepare() { Right.Radius = 2 * Depths - 1; }

    ImageShape Shape(const ImageShape* inputs) const { return {inputs[0].domain, Depths}; }

    void Kernel() {
        const bool there = Colour < min(Left.Colours, Right.Colours);
        const float own = Left(Colour);
        for (int z = 0; z < Depths; ++z) {
            const float here = abs(own - Right(2 * z, Colour));
            const float next = abs(own - Right(2 * z + 1, Colour));
            Output(z) = there ? min(here, next) : 0.0f;
        }
    }
};

}  // namespace weft::functors
