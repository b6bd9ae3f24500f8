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

/// How a value is interpolated from its keyframe to the next. Smooth eases out of the one and into
/// the other, with slope 0 at both. Cubic is a Hermite spline that stays between neighbouring
/// values: its slope at a keyframe follows from the values before and after, and is 0 at extrema,
/// at the first keyframe and at the last. Bezier follows tangents drawn by hand, beyond that range
/// too. Values that cannot be blended (axes, switches, lists of unequal length) hold in any case.
enum class Interpolation { kHold, kLinear, kSmooth, kCubic, kBezier };

inline constexpr Interpolation kInterpolations[] = {Interpolation::kHold, Interpolation::kLinear,
                                                    Interpolation::kSmooth, Interpolation::kCubic,
                                                    Interpolation::kBezier};

/// "hold", "linear", "smooth", "cubic", "bezier".
const char* interpolation_name(Interpolation interpolation);

/// The handle of one number at a keyframe, on the side of the next or the previous one: as long as
/// a third of `weight` of the time to that neighbour, so that time is monotonic.
struct Tangent {
    float slope = 0.0f;   ///< per frame, finite
    float weight = 1.0f;  ///< 0 to kMaxWeight; with 1 at both ends a cubic of those slopes
    friend bool operator==(const Tangent&, const Tangent&) = default;
};

inline constexpr float kMaxWeight = 3.0f;

struct Keyframe {
    int frame = 0;
    ParameterValue value;
    Interpolation interpolation = Interpolation::kLinear;
    /// Tangents, one for each number: `in` where the previous keyframe is kBezier, `out` where this
    /// one is. None: those that kCubic would have.
    std::vector<Tangent> in = {}, out = {};
    friend bool operator==(const Keyframe&, const Keyframe&) = default;
};

/// One parameter over time. Keyframes ascend; there is at least one.
struct Curve {
    std::string parameter;
    std::vector<Keyframe> keys;
    friend bool operator==(const Curve&, const Curve&) = default;
};

/// The numbers of a value that can be blended: a number itself, the entries of a list. Empty for
/// others.
std::vector<double> numbers_of(const ParameterValue& value);
/// The numbers of a curve at `frame`, which need not be whole; before the first keyframe and after
/// the last, theirs. Not rounded, and beyond a parameter's range where tangents lead there
/// (graph/value_at.h). The same bits on every machine.
std::vector<double> numbers_at(const Curve& curve, double frame);

/// Whether `text` has the form of keyframes for `parameter`, and not of a plain value.
bool is_curve(const ParameterRef& parameter, const std::string& text);

/// Reads "1:2,100:20", "1:2:hold,100:20:cubic": FRAME:VALUE or FRAME:VALUE:INTERPOLATION, in any
/// order of frames; behind that tangents, "1:2:bezier:out=0.5@2,100:20:linear:in=0": SLOPE or
/// SLOPE@WEIGHT for each number. Between keyframes stand commas, or semicolons where values hold
/// commas. Lists of offsets have no such form. Messages have no subject, as those of check_value().
Result<Curve> parse_curve(const ParameterRef& parameter, const std::string& text);

/// A keyframe as parse_curve() reads it back; choices as numbers.
std::string format_key(const Keyframe& key);

/// Success where frames ascend, values are valid for the parameter, and tangents are where they may
/// be, one for each number. Messages as those of check_value().
Status check_curve(const ParameterRef& parameter, const Curve& curve);

}  // namespace weft
