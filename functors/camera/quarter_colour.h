// The red or blue of a mosaic's green pixels, colour by colour.
#pragma once

#include "camera/raw.h"
#include "core/functor.h"

namespace weft::functors {

/// Finds the red, or the blue, of a mosaic's green pixels that lie between two of that colour: the
/// mean of both, corrected by how much greener the pixel is than they are.
///
/// Takes the greens of the pixels themselves, the greens that QuarterGreen found at the pixels of
/// the colour, and the colour. Means are rounded up.
class QuarterColour : public Functor<QuarterColour, eParallel> {
  public:
    enum Side : int { eBefore, eAfter };

  private:
    static constexpr const char* kSides[] = {"before", "after"};

    Indexer<eInput, eComponent> Green;
    Indexer<eInput, eComponent, e1D> GreenThere;
    Indexer<eInput, eComponent, e1D> Colour;
    Indexer<eOutput, eComponent> Output;
    Baked<int> Other;
    mFunctorIndexers(Green, GreenThere, Colour, Output)
    mFunctorParameters(Parameter("axis", Colour.Axis)
                           .Label("Axis")
                           .Help("Along which the colour's pixels lie on both sides of the green."),
                       Parameter("side", Other.value)
                           .Choices(kSides)
                           .Structure()
                           .Label("Side")
                           .Help("Where in the pictures the second of the two is: one element "
                                 "before the green's, or one after it."))

  public:
    explicit QuarterColour(Axis axis = eHorizontal, Side side = eBefore)
        : GreenThere(axis, 1), Colour(axis, 1), Other(side) {}

    void Prepare() { GreenThere.Axis = Colour.Axis; }

    void Kernel() {
        const float colour = whole_mean(Colour(Other - 1), Colour(Other));
        Output() = Green() + (colour - whole_mean(GreenThere(Other - 1), GreenThere(Other)));
    }
};

}  // namespace weft::functors
