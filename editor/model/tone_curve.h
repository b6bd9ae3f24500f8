// Curves that an artist draws, as parameters hold them: points of input and output in one list.
#pragma once

#include <vector>

#include "core/parameter.h"
#include "graph/parameter_value.h"

namespace weft::editor {

struct CurvePoint {
    double in = 0.0, out = 0.0;
    friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};

/// Points by their input. Without one the curve is the straight line from (0, 0) through (1, 1).
using CurvePoints = std::vector<CurvePoint>;

/// Nearer to each other than this no two points are.
inline constexpr double kLeastApart = 1e-3;

/// Of a parameter that begins a ParameterGroup::eCurve; a number without a partner is left out.
CurvePoints points_of(const ParameterValue& value);
/// As set() takes them; "" for none.
std::string text_of(const CurvePoints& points);

/// How many points such a parameter holds.
int most_points(const ParameterRef& parameter);

/// Where a point is after an edit of a curve, or which is next to one that went; -1: nowhere.
struct CurveEdit {
    CurvePoints points;
    int current = -1;
};

/// With a point there, within the parameter's range. The first point of a curve comes with the ends
/// of the straight line, so that the rest of it stays. Where there is no room, or one at that
/// input, nothing changes, and that one is the current.
CurveEdit add_point(const CurvePoints& points, CurvePoint point, const ParameterRef& parameter);
/// A point stays between its neighbours, and within the parameter's range.
CurveEdit move_point(const CurvePoints& points, int which, CurvePoint to,
                     const ParameterRef& parameter);
CurveEdit remove_point(const CurvePoints& points, int which);

/// What is shown: from 0 to 1 both ways, and whatever lies beyond.
struct CurveWindow {
    double left = 0.0, right = 1.0, bottom = 0.0, top = 1.0;
};
CurveWindow window_of(const CurvePoints& points);

}  // namespace weft::editor
