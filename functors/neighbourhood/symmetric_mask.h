// A mask of three by three that looks the same from all four sides.
#pragma once

#include "bytes.h"
#include "core/functor.h"

namespace weft::functors {

/// Filters with a symmetric mask of three by three: small Gaussians, binomials.
///
/// Three weights fill the mask: one for the corners, one for the edges between them, one for the
/// centre. The sum may be stored as programs on integers store it: as a whole number, its fraction
/// dropped, or as a byte, rounded, of 0 to 255 for 0 to 1.
class SymmetricMask : public Functor<SymmetricMask, eParallel> {
  public:
    enum Storage : int { eSample = 0, eWhole = 1, eByte = 2 };

  private:
    static constexpr const char* kStorageNames[] = {"sample", "whole", "byte"};

    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eOutput, eComponent> Output;
    float Corner;
    float Edge;
    float Centre;
    Baked<int> Stored;
    mFunctorIndexers(Input, Output)
    mFunctorParameters(
        Parameter("corner", Corner)
            .Range(-1024.0, 1024.0)
            .Label("Corner")
            .Help("Weight of the four corners."),
        Parameter("edge", Edge)
            .Range(-1024.0, 1024.0)
            .Label("Edge")
            .Help("Weight of the four pixels beside, above and below."),
        Parameter("centre", Centre)
            .Range(-1024.0, 1024.0)
            .Label("Centre")
            .Help("Weight of the pixel itself."),
        Parameter("storage", Stored.value)
            .Choices(kStorageNames)
            .Structure()
            .Label("Storage")
            .Help("Keeps the sum as it is, drops its fraction, or rounds it to a byte."))

  public:
    explicit SymmetricMask(float corner = 0.0625f, float edge = 0.125f, float centre = 0.25f,
                           Storage storage = eSample)
        : Input(1, 1), Corner(corner), Edge(edge), Centre(centre), Stored(storage) {}

    void Kernel() {
        const float corners = Input(-1, -1) + Input(1, -1) + Input(-1, 1) + Input(1, 1);
        const float edges = Input(0, -1) + Input(-1, 0) + Input(1, 0) + Input(0, 1);
        const float sum = Corner * corners + Edge * edges + Centre * Input(0, 0);
        if (Stored == eSample) {
            Output() = sum;
        } else if (Stored == eWhole) {
            Output() = trunc(sum);
        } else {
            Output() = store_byte(kByteScale * sum + 0.5f);
        }
    }
};

}  // namespace weft::functors
