// The last step of a dilation or an erosion by a disc.
#pragma once

#include "core/functor.h"

namespace weft::functors {

/// Grows or shrinks bright areas by a disc, from extremes over runs of rows.
///
/// The inputs are a picture and its extremes over runs of 2, 4, 8, 16 and 32 rows that begin at
/// each pixel and go down, as PairExtreme makes them: each column of the disc is two runs, which
/// may overlap. The disc holds the pixels closer than the radius and a quarter. A NaN may stay or
/// vanish.
class DiscExtreme : public Functor<DiscExtreme, eParallel> {
    static constexpr const char* kOperations[] = {"dilate", "erode"};
    static constexpr int kMaxDiscRadius = 28;
    static constexpr int kLengths = 6;  // of runs: 1, 2, 4, 8, 16, 32

  public:
    enum Operation : int { eDilate, eErode };

  private:
    Indexer<eInput, eComponent, eSparse> Input;
    Indexer<eInput, eComponent, eSparse> Rows2;
    Indexer<eInput, eComponent, eSparse> Rows4;
    Indexer<eInput, eComponent, eSparse> Rows8;
    Indexer<eInput, eComponent, eSparse> Rows16;
    Indexer<eInput, eComponent, eSparse> Rows32;
    Indexer<eOutput, eComponent> Output;
    Baked<int> What;
    float Radius;
    int Taller;
    Baked<bool> Uses2 = false;
    Baked<bool> Uses4 = false;
    Baked<bool> Uses8 = false;
    Baked<bool> Uses16 = false;
    Baked<bool> Uses32 = false;
    mFunctorIndexers(Input, Rows2, Rows4, Rows8, Rows16, Rows32, Output)
    mFunctorParameters(
        Parameter("operation", What.value)
            .Choices(kOperations)
            .Structure()
            .Label("Operation")
            .Help("Takes the largest value, which grows bright areas, or the smallest."),
        Parameter("radius", Radius)
            .Pixels()
            .Structure()
            .Range(0.0, kMaxDiscRadius)
            .Label("Radius")
            .Help("Radius of the disc in pixels; 0 leaves the picture as it is."),
        Parameter("taller", Taller)
            .Structure()
            .Range(0, 2)
            .Label("Taller")
            .Help("Rows that are added to every column of the disc, above and below."))

    float larger(float a, float b) const { return What == eDilate ? max(a, b) : min(a, b); }

    static void add(OffsetList& list, int x, int y) {
        if (list.count < kMaxSparseOffsets) list.items[list.count++] = {x, y};
    }

  public:
    explicit DiscExtreme(Operation operation = eDilate, float radius = 8.0f, int taller = 0)
        : What(operation), Radius(radius), Taller(taller) {}

    // The pixel itself is of every disc. A list may not be empty: one that is not used has an
    // offset that is not read.
    void Prepare() {
        OffsetList* const lists[kLengths] = {&Input.Offsets, &Rows2.Offsets,  &Rows4.Offsets,
                                             &Rows8.Offsets, &Rows16.Offsets, &Rows32.Offsets};
        for (OffsetList* list : lists) *list = {};
        add(Input.Offsets, 0, 0);
        const float limit = (Radius + 0.25f) * (Radius + 0.25f);
        for (int x = -kMaxDiscRadius; x <= kMaxDiscRadius; ++x) {
            if (to_float(x * x) >= limit) continue;
            int half = 0;
            while (to_float(x * x + (half + 1) * (half + 1)) < limit) ++half;
            half += Taller;
            int length = 0;
            while (2 << length <= 2 * half + 1) ++length;
            add(*lists[length], x, -half);
            if (half > 0) add(*lists[length], x, half + 1 - (1 << length));
        }
        Uses2 = Rows2.Offsets.count > 0;
        Uses4 = Rows4.Offsets.count > 0;
        Uses8 = Rows8.Offsets.count > 0;
        Uses16 = Rows16.Offsets.count > 0;
        Uses32 = Rows32.Offsets.count > 0;
        for (OffsetList* list : lists)
            if (list->count == 0) add(*list, 0, 0);
    }

    int Copies() const { return Radius == 0.0f && Taller == 0 ? 0 : -1; }

    void Kernel() {
        float extreme = Input(0);
        for (int i = 1; i < Input.Count; ++i) extreme = larger(extreme, Input(i));
        if (Uses2)
            for (int i = 0; i < Rows2.Count; ++i) extreme = larger(extreme, Rows2(i));
        if (Uses4)
            for (int i = 0; i < Rows4.Count; ++i) extreme = larger(extreme, Rows4(i));
        if (Uses8)
            for (int i = 0; i < Rows8.Count; ++i) extreme = larger(extreme, Rows8(i));
        if (Uses16)
            for (int i = 0; i < Rows16.Count; ++i) extreme = larger(extreme, Rows16(i));
        if (Uses32)
            for (int i = 0; i < Rows32.Count; ++i) extreme = larger(extreme, Rows32(i));
        Output() = extreme;
    }
};

}  // namespace weft::functors
