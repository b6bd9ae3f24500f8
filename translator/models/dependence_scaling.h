// Alignment and scaling of dependences, which paper: warp-tiling (section 5) takes from PolyMage:
// maps the stages of a group to one grid on which every read is a constant distance away, and tells
// what a tile of the output then needs of each stage.
#pragma once

#include <span>
#include <vector>

#include "support/result.h"

namespace weft {

/// A read along one axis: element i of `consumer` reads floor((a i + b) / d) + t of `producer`, for
/// every t in [lo, hi]. Stages are numbered with producers before consumers; a, d > 0.
struct AxisRead {
    int consumer = 0, producer = 0;
    int a = 1, b = 0, d = 1;
    int lo = 0, hi = 0;

    friend bool operator==(const AxisRead&, const AxisRead&) = default;
};

/// Elements first ... last of a stage; empty where last < first.
struct StageRange {
    int first = 0, last = -1;

    int count() const { return last < first ? 0 : last - first + 1; }
    friend bool operator==(const StageRange&, const StageRange&) = default;
};

/// The stages of a group on one grid.
struct ScaledGroup {
    /// Grid points between neighbouring elements of each stage: > 0, without a common divisor.
    std::vector<long long> scale;
    /// Of each read, the distances from the consumer's place to the producer's, in grid points;
    /// where d > 1 they differ from element to element by less than the producer's scale.
    struct Distance {
        double lo = 0, hi = 0;
        friend bool operator==(const Distance&, const Distance&) = default;
    };
    std::vector<Distance> distances;  ///< one for each read
};

/// Scales `stages` stages. An error where the group has no constant dependences: it names a read
/// that needs two scales of one stage, or a stage that no read connects with the others.
Result<ScaledGroup> scale_dependences(int stages, std::span<const AxisRead> reads);

/// The elements that each stage must compute, by propagating ranges from consumers to producers
/// (hulls over reads). `demanded` has one range per stage, what is asked of it from outside the
/// group.
std::vector<StageRange> ranges_needed(std::span<const AxisRead> reads,
                                      std::vector<StageRange> demanded);

}  // namespace weft
