// Two pictures, row by row or column by column in turn.
#pragma once

#include "channels.h"
#include "core/functor.h"
#include "pyramid/levels.h"

namespace weft::functors {

/// Puts two pictures together along an axis, an element of one and an element of the other in turn:
/// A's at even coordinates, B's at odd ones.
///
/// Along that axis the result is as large as the picture Like, whose pixels it does not read:
/// element i is element i / 2 of A or B, rounded down.
class Interleave : public Functor<Interleave, eParallel> {
    Indexer<eInput, ePixel> A;
    Indexer<eInput, ePixel> B;
    Indexer<eInput, ePixel, eSparse> Like;  // of no offsets: its size alone
    Indexer<eOutput, ePixel> Output;
    Axis Along;
    mFunctorIndexers(A, B, Like, Output)
    mFunctorParameters(
        Parameter("axis", Along).Label("Axis").Help("Which side is doubled: width or height."))

  public:
    explicit Interleave(Axis axis = eHorizontal) : Along(axis) { Prepare(); }

    void Prepare() {
        const Scale twice{1, 0, 2};
        A.ScaleX = B.ScaleX = Along == eHorizontal ? twice : Scale{};
        A.ScaleY = B.ScaleY = Along == eVertical ? twice : Scale{};
    }

    ImageShape Shape(const ImageShape* inputs) const {
        ImageShape shape = together(inputs[1], inputs[0]);
        shape.domain = doubled_like(shape.domain, inputs[2].domain, Along);
        shape.frame = doubled_like(shape.frame, inputs[2].frame, Along);
        shape.pixel_aspect = inputs[2].pixel_aspect;
        return shape;
    }

    void Kernel() {
        const bool odd = ((Along == eHorizontal ? X() : Y()) & 1) != 0;
        for (int p = 0; p < Output.Planes; ++p) Output(p) = odd ? B(p) : A(p);
    }
};

}  // namespace weft::functors
