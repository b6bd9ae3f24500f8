// One number of a parameter between two keyframes, as a cubic Bezier curve of time and value.
#pragma once

#include <vector>

namespace weft {

/// Evaluates to the same bits on every machine: by + - * / and square roots alone. Time x runs from
/// 0 at the first keyframe to 1 at the second.
struct Bezier {
    double from = 0.0, to = 0.0;
    double out = 0.0, in = 0.0;  ///< slopes at both ends, in value per unit of x
    /// Lengths of the handles in thirds of the segment's time: 0 to 3, so that x is monotonic.
    double out_weight = 1.0, in_weight = 1.0;

    /// The value at x, 0 to 1. With both weights 1 it is a cubic in x.
    double at(double x) const;
    /// The x above 0 and below 1 at which the slope is 0, extrema among them: at most two.
    std::vector<double> turns() const;
};

/// A Bezier curve cut in two, each with an x of its own from 0 to 1.
struct CutBezier {
    Bezier before, after;
};

/// Cuts at `x`, above 0 and below 1, by de Casteljau's construction. The halves follow the whole
/// but for rounding, and for handles that would reach beyond the other end, which are shortened.
CutBezier cut(const Bezier& whole, double x);

}  // namespace weft
