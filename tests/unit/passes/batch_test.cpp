// Batches: which rows are computed together, and how.
#include <gtest/gtest.h>

#include "neighbourhood/bilateral_filter.h"
#include "neighbourhood/convolution2d.h"
#include "neighbourhood/gaussian.h"
#include "plan/unroll_and_jam.h"
#include "planning.h"

namespace weft::test {
namespace {

/// One node of a functor, read from a graph input.
template <class F>
Graph batched_graph(const F& functor) {
    GraphBuilder build("one");
    Image input = build.input("input"), a;
    build.name_next("node");
    functor(input, a);
    build.output("output", a);
    return build.finish();
}

/// The loop of that node on a machine with vectors of `width` floats.
template <class F>
Loop loop_with(const F& functor, int width, const std::vector<std::string>& disabled = {}) {
    Planning planning{.domain = {0, 0, 4000, 300}, .disabled = disabled};
    planning.target.vector_width = width;
    return loop_of(plan_of(batched_graph(functor), planning), "node");
}

TEST(Batch, RowsGoSideBySideWhereTheirWindowsOverlap) {
    const Loop loop = loop_with(functors::Gaussian(eVertical, 1.0f, 3), 8);
    EXPECT_EQ(loop.batch_rows, 4);
    EXPECT_TRUE(is_unrolled_and_jammed(loop));
}

TEST(Batch, RowsThatShareNothingGoByThemselves) {
    EXPECT_EQ(loop_with(functors::Gaussian(eHorizontal, 1.0f, 3), 8).batch_rows, 1);
}

/// Five by five: four of five rows wait for the next row, and four results to be stored.
TEST(Batch, WhatWaitsMustFitTheRegisters) {
    EXPECT_TRUE(is_unrolled_and_jammed(loop_with(functors::Convolution2D(2, 2), 16)));
    EXPECT_FALSE(is_unrolled_and_jammed(loop_with(functors::Convolution2D(2, 2), 8)));
    EXPECT_FALSE(is_unrolled_and_jammed(loop_with(functors::Convolution2D(3, 3), 16)));
}

TEST(Batch, ElementsOneByOneAreNoVectors) {
    const Loop loop = loop_with(functors::Gaussian(eVertical, 1.0f, 3), 8, {"vectorise"});
    EXPECT_EQ(loop.width, 1);
    EXPECT_FALSE(is_unrolled_and_jammed(loop));
}

/// An exponential for each load takes so long that loads do not count.
TEST(Batch, ArithmeticHidesLoads) {
    EXPECT_FALSE(is_unrolled_and_jammed(loop_with(functors::BilateralFilter(1), 16)));
}

}  // namespace
}  // namespace weft::test
