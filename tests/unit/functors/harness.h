// What the tests of functors and effects share: pictures, independent border handling, running.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "effects/builtin.h"
#include "graph/image.h"
#include "runtime/executor.h"

namespace weft::test {

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// Of odd size, not at the origin.
inline constexpr Rect kOddDomain{-3, 2, 20, 13};

/// Values in [-0.2, 1.2) from a fixed seed.
Picture random_picture(Rect domain, int planes, unsigned seed = 1);

/// The same value everywhere.
Picture flat_picture(Rect domain, int planes, float value);

/// What a read at (x, y) sees, by this file's own reading of the border modes, step by step.
double sample(const Picture& picture, int x, int y, int plane, Border border = {});

/// Runs a graph on the reference over whole domains, but of results of more than 2^18 pixels the
/// last 64x64 alone. A failure is reported to the running test and gives no pictures.
std::vector<Picture> run(const Graph& graph, const std::vector<const Picture*>& inputs);

/// The same of pictures whose frames and windows `shapes` tells.
std::vector<Picture> run(const Graph& graph, const std::vector<ImageShape>& shapes,
                         const std::vector<const Picture*>& inputs);

/// The effect `name` with controls set.
Graph effect(const std::string& name,
             const std::vector<std::pair<std::string, std::string>>& controls = {});

/// 2 radius + 1 samples of a Gaussian's density; divided by their sum where `normalise`.
std::vector<double> gaussian_weights(double sigma, int radius, bool normalise = false);

/// The graph of one call of `functor`, every input with `border`.
Graph graph_of_one(const FunctorType& type, FunctorBase& functor, Border border);

/// One functor on the reference.
template <class F>
std::vector<Picture> run(const F& functor, const std::vector<const Picture*>& inputs,
                         Border border = {}) {
    F copy = functor;
    copy.prepare();
    return run(graph_of_one(functor_type<F>(), copy, border), inputs);
}

/// Expects `actual` to hold formula(x, y, plane) within tolerance (1 + |value|), at every element.
void expect_picture(const Picture& actual, const std::function<double(int, int, int)>& formula,
                    double tolerance = 1e-6);

/// The elements in which two pictures of one shape differ.
int count_differences(const Picture& a, const Picture& b);

/// Domains that tests go through: one pixel, single rows and columns, odd sizes, not at the origin.
const std::vector<Rect>& domains();

/// All border modes, a constant with a value of its own.
const std::vector<Border>& borders();

}  // namespace weft::test
