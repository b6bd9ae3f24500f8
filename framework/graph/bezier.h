// One number from a keyframe to the next, by the slopes and weights of its tangents.
#pragma once

#include <vector>

namespace weft {

/// The same bits on every machine: no more than sums, products, quotients and square roots.
struct Bezier {
    double from = 0.0, to = 0.0;
    double out = 0.0, in = 0.0;  ///< slopes at either end, over the whole way
    /// A handle reaches a third of this along the way: 0 to 3, so that time never turns back.
    double out_weight = 1.0, in_weight = 1.0;

    /// The number when `x` of the time has passed, 0 to 1. With weights of 1 a plain cubic in x.
    double at(double x) const;
    /// The times within, above 0 and below 1, at which the number may turn: at most two.
    std::vector<double> turns() const;
};

/// A Bezier curve cut in two, each a whole way of its own.
struct CutBezier {
    Bezier before, after;
};

/// Cuts at `x`, above 0 and below 1. The halves draw what the whole did, apart from rounding and
/// from handles that would reach beyond the other end, which are shortened.
CutBezier cut(const Bezier& whole, double x);

}  // namespace weft
