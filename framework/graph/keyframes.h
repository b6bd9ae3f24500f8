// Parameters that change over time: curves of keyframes, which a graph holds beside plain values.
//
// A curve is evaluated for a frame before anything is prepared: what planners, emitters and
// executors see is a graph without curves.
#pragma once

#include <string>
#include <vector>

#include "core/parameter.h"
#include "graph/parameter_value.h"
#include "support/result.h"

namespace weft {

/// How a value goes from its keyframe to the next. Smooth eases out of the one and into the other.
/// Cubic goes on through a keyframe at the slope that the values before and after it suggest, and
/// comes to rest where they turn, at the first keyframe and at the last; it never leaves the range
/// between two neighbours. What has no values between (axes, switches, lists of unequal length)
/// holds whatever is said.
enum class Interpolation { kHold, kLinear, kSmooth, kCubic };

inline constexpr Interpolation kInterpolations[] = {Interpolation::kHold, Interpolation::kLinear,
                                                    Interpolation::kSmooth, Interpolation::kCubic};

/// "hold", "linear", "smooth", "cubic".
const char* interpolation_name(Interpolation interpolation);

struct Keyframe {
    int frame = 0;
    ParameterValue value;
    Interpolation interpolation = Interpolation::kLinear;
    friend bool operator==(const Keyframe&, const Keyframe&) = default;
};

/// One parameter over time. Keyframes ascend; there is at least one.
struct Curve {
    std::string parameter;
    std::vector<Keyframe> keys;
    friend bool operator==(const Curve&, const Curve&) = default;
};

/// The value at `frame`; the first keyframe's before it, the last one's after it. Whole numbers are
/// rounded to the nearest, halves away from zero. The same bits on every machine.
ParameterValue value_at(const Curve& curve, int frame);

/// The numbers of a value that has values between: of a number itself, of a list its own. Empty for
/// others.
std::vector<double> numbers_of(const ParameterValue& value);
/// The numbers of a curve at `frame`, which may lie between frames, not rounded.
std::vector<double> numbers_at(const Curve& curve, double frame);

/// Whether `text` sets keyframes of such a parameter, and not a plain value.
bool is_curve(const ParameterRef& parameter, const std::string& text);

/// Reads "1:2,100:20", "1:2:hold,100:20:cubic": FRAME:VALUE or FRAME:VALUE:INTERPOLATION, in any
/// order of frames. Between keyframes stand commas, or semicolons where values hold commas. Lists
/// of offsets have no such form. Messages have no subject, as those of check_value().
Result<Curve> parse_curve(const ParameterRef& parameter, const std::string& text);

/// Whether frames ascend and values suit the parameter. Messages as those of check_value().
Status check_curve(const ParameterRef& parameter, const Curve& curve);

}  // namespace weft
