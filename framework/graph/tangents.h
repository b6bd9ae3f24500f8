// The tangents of curves: those of any segment, whatever its interpolation, and how they change
// when keyframes are added or removed.
#pragma once

#include "graph/bezier.h"
#include "graph/keyframes.h"

namespace weft {

/// Number `part` of the value between keyframe `key`, kCubic or kBezier, and the next. Requires
/// that there is a next, and that both have as many numbers.
Bezier bezier_after(const Curve& curve, std::size_t key, std::size_t part);

/// The tangents at both ends of a segment, one for each number.
struct Ends {
    std::vector<Tangent> out, in;
};

/// The tangents with which kBezier gives the segment from keyframe `key` to the next the shape that
/// it has now; a held segment, which no tangents give, is eased instead. None where values cannot
/// be interpolated, or there is no next.
Ends ends_after(const Curve& curve, std::size_t key);

/// `keys` with a keyframe at `frame`, interpolated as the one before it. Where that is kBezier and
/// `value` lies on the curve, the curve's shape does not change.
std::vector<Keyframe> with_key(const ParameterRef& parameter, std::vector<Keyframe> keys, int frame,
                               const ParameterValue& value);

/// Removes tangents that check_curve() refuses: beside segments that are not kBezier, and where
/// there are not as many as numbers.
void drop_idle_tangents(const ParameterRef& parameter, std::vector<Keyframe>& keys);

/// Frames such that between two of them no number exceeds its values there: the keyframes, and the
/// whole frames around each extremum that tangents cause.
std::vector<int> telling_frames(const Curve& curve);

}  // namespace weft
