// A picture repeated side by side.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Lays copies of a picture's frame side by side, at its own size: the new frame is as many times
/// larger. What lies around the frame is dropped.
///
/// The first copy lies where the picture lies. Every other copy may be mirrored, so that seams
/// meet.
class Tile : public Functor<Tile, eParallel> {
    Indexer<eInput, eComponent, eRandom> Input;
    Indexer<eOutput, eComponent> Output;
    int Columns, Rows;
    bool Mirrored = false;
    int Left = 0, Top = 0, Right = 1, Bottom = 1;  // the frame's edges
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("columns", Columns).Range(1, 256).Label("Columns").Help("Copies across."),
        Parameter("rows", Rows).Range(1, 256).Label("Rows").Help("Copies down."),
        Parameter("mirrored", Mirrored)
            .Label("Mirrored")
            .Help("Turns every other copy over, so that its sides meet their like."))

  public:
    explicit Tile(int columns = 2, int rows = 2) : Columns(columns), Rows(rows) {}

    ImageShape Shape(const ImageShape* inputs) const {
        const Rect& d = inputs[0].frame;
        // A result too large for any picture stays too large: the graph refuses it.
        const auto end = [](int first, int size, int copies) {
            const long long last = first + static_cast<long long>(size) * copies;
            return last > kFarthest ? kFarthest : static_cast<int>(last);
        };
        ImageShape shape = inputs[0];
        shape.domain =
            shape.frame = {d.x0, d.y0, end(d.x0, d.width(), Columns), end(d.y0, d.height(), Rows)};
        return shape;
    }

    Rect DataWindow(const ImageShape* inputs) const {
        const Rect& d = inputs[0].frame;
        const Rect part = intersect(inputs[0].data_window, d);
        if (part.empty()) return {};
        // The last copy ends the window, the other way round where it is turned over.
        const auto end = [&](int first, int last, int from, int to, int copies) {
            const bool turned = Mirrored && copies % 2 == 0;
            return first + (copies - 1) * (last - first) + (turned ? last - from : to - first);
        };
        return {part.x0, part.y0, end(d.x0, d.x1, part.x0, part.x1, Columns),
                end(d.y0, d.y1, part.y0, part.y1, Rows)};
    }

    int Copies() const { return Columns == 1 && Rows == 1 ? 0 : -1; }

    void Measure() {
        Left = Input.Frame.x0;
        Top = Input.Frame.y0;
        Right = Input.Frame.x1;
        Bottom = Input.Frame.y1;
    }

    void Kernel() { Output() = Input(place(X(), Left, Right), place(Y(), Top, Bottom)); }

  private:
    int place(int at, int first, int last) const {
        const int size = last - first, from = at - first;
        const int copy = divide(from, size), within = from - copy * size;
        return Mirrored && (copy & 1) != 0 ? last - 1 - within : first + within;
    }
};

}  // namespace weft::functors
