#include "model/tone_curve.h"

#include <algorithm>
#include <cmath>

namespace weft::editor {
namespace {

CurvePoint within(CurvePoint p, const ParameterRef& parameter) {
    return {std::clamp(p.in, parameter.minimum, parameter.maximum),
            std::clamp(p.out, parameter.minimum, parameter.maximum)};
}

/// As near as a list of floats comes, by figures that people can read.
double rounded(double v) { return std::round(v * 1e4) / 1e4; }

}  // namespace

CurvePoints points_of(const ParameterValue& value) {
    const auto* numbers = std::get_if<std::vector<float>>(&value);
    CurvePoints points;
    for (std::size_t i = 0; numbers && i + 1 < numbers->size(); i += 2)
        points.push_back({(*numbers)[i], (*numbers)[i + 1]});
    std::stable_sort(points.begin(), points.end(),
                     [](const CurvePoint& a, const CurvePoint& b) { return a.in < b.in; });
    return points;
}

std::string text_of(const CurvePoints& points) {
    std::vector<float> numbers;
    for (const CurvePoint& p : points) {
        numbers.push_back(static_cast<float>(rounded(p.in)));
        numbers.push_back(static_cast<float>(rounded(p.out)));
    }
    return format_value(ParameterValue(std::move(numbers)));
}

int most_points(const ParameterRef& parameter) { return parameter.capacity / 2; }

CurveEdit add_point(const CurvePoints& points, CurvePoint point, const ParameterRef& parameter) {
    const CurvePoint p = within(point, parameter);
    CurvePoints after = points;
    if (after.empty()) after = {{0.0, 0.0}, {1.0, 1.0}};
    const auto next = std::find_if(after.begin(), after.end(),
                                   [&](const CurvePoint& q) { return q.in >= p.in - kLeastApart; });
    const int at = static_cast<int>(next - after.begin());
    if (next != after.end() && next->in <= p.in + kLeastApart) {
        if (points.empty()) return {after, at};
        return {points, at};
    }
    if (static_cast<int>(after.size()) >= most_points(parameter)) return {points, -1};
    after.insert(next, p);
    return {after, at};
}

CurveEdit move_point(const CurvePoints& points, int which, CurvePoint to,
                     const ParameterRef& parameter) {
    CurvePoints after = points;
    CurvePoint& moved = after.at(static_cast<std::size_t>(which));
    const CurvePoint p = within(to, parameter);
    const double low =
        which > 0 ? after[static_cast<std::size_t>(which) - 1].in + kLeastApart : parameter.minimum;
    const double high = which + 1 < static_cast<int>(after.size())
                            ? after[static_cast<std::size_t>(which) + 1].in - kLeastApart
                            : parameter.maximum;
    // Points that were typed may lie nearer: then there is no way but up and down.
    moved = {low <= high ? std::clamp(p.in, low, high) : moved.in, p.out};
    return {after, which};
}

CurveEdit remove_point(const CurvePoints& points, int which) {
    CurvePoints after = points;
    after.erase(after.begin() + which);
    return {after, std::min(which, static_cast<int>(after.size()) - 1)};
}

CurveWindow window_of(const CurvePoints& points) {
    CurveWindow w;
    for (const CurvePoint& p : points) {
        w.left = std::min(w.left, p.in);
        w.right = std::max(w.right, p.in);
        w.bottom = std::min(w.bottom, p.out);
        w.top = std::max(w.top, p.out);
    }
    return w;
}

}  // namespace weft::editor
