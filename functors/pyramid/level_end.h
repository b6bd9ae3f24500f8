// A level of a pyramid that ends where the picture does.
#pragma once

#include "core/functor.h"
#include "core/scale.h"

namespace weft::functors {

/// Ends a level of a pyramid where the picture does, whose corners count: of a level that is halved
/// so many times, from the element that the first corner lies in to that which the last one lies
/// in. Readers meet its border there.
///
/// The second picture is the whole one; its pixels are not read.
class LevelEnd : public Functor<LevelEnd, eParallel> {
    Indexer<eInput, eComponent> Input;
    Indexer<eInput, eComponent, eSparse> Like;  // of no offsets: its size alone
    Indexer<eOutput, eComponent> Output;
    int Halvings;
    mFunctorIndexers(Input, Like, Output)
    mFunctorParameters(Parameter("halvings", Halvings)
                           .Structure()
                           .Range(0, 16)
                           .Label("Halvings")
                           .Help("How often the picture was halved to give the level."))

  public:
    explicit LevelEnd(int halvings = 1) : Halvings(halvings) { Input.border = Border{eClamp, 0}; }

    ImageShape Shape(const ImageShape* inputs) const {
        const Rect& whole = inputs[1].domain;
        const auto element = [this](int corner) {
            return static_cast<int>(floor_divide(corner, 1LL << Halvings));
        };
        ImageShape shape = inputs[0];
        shape.domain = {element(whole.x0), element(whole.y0), element(whole.x1) + 1,
                        element(whole.y1) + 1};
        shape.frame = intersect(shape.frame, shape.domain);
        return shape;
    }

    void Kernel() { Output() = Input(); }
};

}  // namespace weft::functors
