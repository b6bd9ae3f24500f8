// Batches: which rows are computed together, and how.
#include <gtest/gtest.h>

#include "matrix/matrix_product.h"
#include "neighbourhood/bilateral_filter.h"
#include "neighbourhood/convolution2d.h"
#include "neighbourhood/gaussian.h"
#include "plan/register_tile.h"
#include "plan/unroll_and_jam.h"
#include "planning.h"
#include "point/gain.h"
#include "statistics/average.h"
#include "statistics/histogram.h"

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

/// A product of two pictures, and what a point operation makes of it.
CpuPlan product_plan(int vector_width) {
    GraphBuilder build("product");
    Image a = build.input("a"), b = build.input("b"), product, output;
    build.name_next("node");
    functors::MatrixProduct()(a, b, product);
    build.name_next("gain");
    functors::Gain{2.0f}(product, output);
    build.output("output", output);
    Planning planning{.domain = {0, 0, 4000, 4000}, .planes = 1};
    planning.target.vector_width = vector_width;
    return plan_of(build.finish(), planning);
}

/// 24 results of 32 registers, or 12 of 16.
TEST(Batch, AccumulationsTakeTilesThatFillRegisters) {
    for (const auto& [width, tile] : {std::pair(16, RegisterTile{6, 4}), {8, RegisterTile{3, 4}}}) {
        const CpuPlan plan = product_plan(width);
        EXPECT_EQ(register_tile(plan, loop_of(plan, "node")), tile) << width;
        EXPECT_FALSE(register_tile(plan, loop_of(plan, "gain"))) << width;
    }
}

/// What terms read in a block's columns fills half of the second-level cache at most.
TEST(Batch, ColumnsOfAccumulationsStayInTheCache) {
    const CpuPlan plan = product_plan(8);
    const Kernel& kernel = plan.kernels.front();
    EXPECT_EQ(kernel.block_width % loop_of(plan, "node").batch_columns, 0);
    EXPECT_LE(2 * sizeof(float) * 4000 * static_cast<std::size_t>(kernel.block_width),
              plan.target.l2_bytes + 2 * sizeof(float) * 4000 * 24);
    EXPECT_LT(kernel.block_width, 4000);
}

TEST(Batch, SumsOfWholeNumbersHaveLargeLeaves) {
    const auto leaf = [](const auto& functor) {
        const CpuPlan plan = plan_of(batched_graph(functor), {.domain = {0, 0, 4000, 300}});
        for (const PlanImage& image : plan.images)
            if (image.is_state()) return image.leaf;
        return Leaf{0, 0};
    };
    EXPECT_EQ(leaf(functors::Histogram(256)), (Leaf{2048, 32}));
    EXPECT_EQ(leaf(functors::Average()), Leaf{});
}

}  // namespace
}  // namespace weft::test
