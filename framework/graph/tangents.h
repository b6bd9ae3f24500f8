// The tangents of curves: those that a stretch has whatever draws it, and what keyframes that come
// and go leave of them.
#pragma once

#include "graph/bezier.h"
#include "graph/keyframes.h"

namespace weft {

/// What number `part` does from keyframe `key` to the one after it, going on by kCubic or kBezier.
/// Requires that there is one, and that both have as many numbers.
Bezier bezier_after(const Curve& curve, std::size_t key, std::size_t part);

/// The tangents at both ends of a stretch, one for each number.
struct Ends {
    std::vector<Tangent> out, in;
};

/// The tangents by which kBezier draws what lies between keyframe `key` and the one after it: the
/// same, but for values that are held, which have none alike and are eased. None where there is
/// nothing between.
Ends ends_after(const Curve& curve, std::size_t key);

/// The keyframes with one at `frame`, which goes on as the one before it does. Where that is by
/// kBezier and `value` lies on the curve, the curve stays as it is.
std::vector<Keyframe> with_key(const ParameterRef& parameter, std::vector<Keyframe> keys, int frame,
                               const ParameterValue& value);

/// Takes out tangents that check_curve() would not have: those that nothing goes by, and those that
/// are more or fewer than the numbers of their keyframe.
void drop_idle_tangents(const ParameterRef& parameter, std::vector<Keyframe>& keys);

/// The frames between which a curve never goes further than at them: keyframes, and those around
/// the places where tangents let it turn.
std::vector<int> telling_frames(const Curve& curve);

}  // namespace weft
