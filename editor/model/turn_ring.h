// The turn and the scales of a transform, as a ring about its pivot on the picture.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "model/parameter_points.h"

namespace weft::editor {

/// What may be dragged of a ring: a knob on it, which turns; and points that lie as far from the
/// middle as the scales say, to the right, upwards, and between both.
enum class RingPart { kTurn, kScaleX, kScaleY, kScale };
inline constexpr RingPart kRingParts[] = {RingPart::kTurn, RingPart::kScaleX, RingPart::kScaleY,
                                          RingPart::kScale};

struct TurnRing {
    ParameterId angle, scale_x, scale_y;
    double x = 0.0, y = 0.0;  ///< its middle: the pivot, moved; in pixels, as those of handles
    double radius = 0.0;      ///< what a scale of 1 is as far as
    double degrees = 0.0;     ///< counter-clockwise
    double by_x = 1.0, by_y = 1.0, skew = 0.0;
};

/// The ring of a node at `frame`, whose handles those are: of one that has a point "pivot-x", an
/// "angle" in degrees, "scale-x" and "scale-y", which means them as Transform does, and perhaps a
/// shift "move-x" and a "skew". None of others.
std::optional<TurnRing> ring_of(const Document& document, const Library& library, NodeId node,
                                int frame, const std::vector<Handle>& handles);

struct RingPlace {
    double x = 0.0, y = 0.0;
};
RingPlace place_of(const TurnRing& ring, RingPart part);

/// The values that bring a part to a place, in their parameters' ranges not yet: angles to a tenth
/// of a degree, as near to what it is as there are such, scales to a thousandth. None for a place
/// in the middle.
std::vector<std::pair<ParameterId, double>> values_at(const TurnRing& ring, RingPart part,
                                                      RingPlace place);

}  // namespace weft::editor
