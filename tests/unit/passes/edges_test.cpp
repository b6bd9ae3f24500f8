// Pictures read in place but for their edges: which, and which rows are brought near.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "neighbourhood/gaussian.h"
#include "planning.h"
#include "point/sum.h"
#include "pyramid/halve.h"

namespace weft::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// By kernel, by line buffer: whether it holds edges alone.
std::vector<bool> line_buffers_of_edges(const CpuPlan& plan) {
    std::vector<bool> edges;
    for (const Kernel& kernel : plan.kernels)
        for (const LineBuffer& line_buffer : kernel.line_buffers)
            edges.push_back(line_buffer.edges);
    return edges;
}

int reads_ahead(const CpuPlan& plan) {
    int count = 0;
    for (const Kernel& kernel : plan.kernels)
        for (const Loop& loop : kernel.loops)
            for (const Read& read : loop.reads) count += read.prefetch;
    return count;
}

/// Pictures that loops of tiles read anywhere, then those that they write, and bring near
/// meanwhile.
std::vector<std::string> brought_near_for_tiles(const CpuPlan& plan) {
    std::vector<std::string> names;
    for (const Kernel& kernel : plan.kernels)
        for (const Loop& loop : kernel.loops) {
            for (const PictureRead& read : loop.pictures)
                if (read.prefetch) names.push_back("read " + plan.images[read.image].name);
            for (const Write& write : loop.writes)
                if (write.prefetch) names.push_back("written " + plan.images[write.image].name);
        }
    return names;
}

template <class Functor>
Graph one(const Functor& functor) {
    GraphBuilder build("one");
    Image input = build.input("input"), output;
    functor(input, output);
    build.output("output", output);
    return build.finish();
}

Graph one_blur() { return one(functors::Gaussian(eHorizontal, 2.0f)); }

TEST(Edges, AnInputOfOurRowsIsReadInPlace) {
    const CpuPlan plan = plan_of(one_blur());
    EXPECT_THAT(line_buffers_of_edges(plan), ElementsAre(true));
    EXPECT_EQ(reads_ahead(plan), 1);
    EXPECT_THAT(decision(plan, "edges", "one.kernel0, input"), HasSubstr("read in place"));
}

TEST(Edges, OtherLayoutsAreLoadedWhole) {
    const CpuPlan plan = plan_of(one_blur(), {.planar_inputs = {false}});
    EXPECT_THAT(line_buffers_of_edges(plan), ElementsAre(false));
    EXPECT_EQ(reads_ahead(plan), 0);
}

TEST(Edges, MayBeTurnedOff) {
    const CpuPlan plan = plan_of(one_blur(), {.disabled = {"edges"}});
    EXPECT_THAT(line_buffers_of_edges(plan), ElementsAre(false));
    EXPECT_EQ(reads_ahead(plan), 0);
}

TEST(Edges, OtherResolutionsAreLoadedWhole) {
    EXPECT_THAT(line_buffers_of_edges(plan_of(one(functors::Halve()))), ElementsAre(false));
}

TEST(Edges, WhatIsReadTwiceIsBroughtNearOnce) {
    GraphBuilder build("two");
    Image input = build.input("input"), across, down, output;
    functors::Gaussian(eHorizontal, 2.0f)(input, across);
    functors::Gaussian(eVertical, 2.0f)(input, down);
    functors::Sum()(across, down, output);
    build.output("output", output);
    EXPECT_EQ(reads_ahead(plan_of(build.finish())), 1);
}

/// Their rows make room for the output while they are read.
TEST(Edges, PicturesInAnOutputsMemoryAreLoadedWhole) {
    GraphBuilder build("two");
    Image input = build.input("input"), first, output;
    functors::Gaussian(eHorizontal, 2.0f)(input, first);
    functors::Gaussian(eHorizontal, 2.0f)(first, output);
    build.output("output", output);
    const CpuPlan plan = plan_of(build.finish(), {.disabled = {"fuse"}});
    ASSERT_EQ(output_lent(plan, "gaussian1.Output"), Id<GraphOutput>(0));
    EXPECT_THAT(line_buffers_of_edges(plan), ElementsAre(true, false));
}

/// A picture made larger by three: memory is waited for, but not for the tables of weights. The
/// last picture goes around the caches.
TEST(Edges, TilesBringPicturesNearWhereTheyWaitForMemory) {
    Graph resize = find_effect("resize")->build();
    ASSERT_TRUE(set_parameter(resize, library(), "scale", "3"));
    ASSERT_TRUE(set_parameter(resize, library(), "filter", "triangle"));
    Planning large = {.domain = {0, 0, 1200, 1000}, .planes = 1};
    large.target.llc_bytes = std::size_t{64} << 20;
    EXPECT_THAT(
        brought_near_for_tiles(plan_of(resize, large)),
        ElementsAre("read input", "written weigh-across.Output", "read weigh-across.Output"));
    EXPECT_THAT(brought_near_for_tiles(plan_of(resize, {.domain = {0, 0, 60, 50}, .planes = 1})),
                ElementsAre());
    Planning near = large;
    near.target.l2_bytes = near.target.llc_bytes = std::size_t{1} << 30;
    EXPECT_THAT(brought_near_for_tiles(plan_of(resize, near)), ElementsAre());
}

/// A product's terms take longer than to bring its pictures.
TEST(Edges, TilesBringNothingNearWhereArithmeticTakesLonger) {
    const Graph product = find_effect("matrix-product")->build();
    const Planning large = {.domain = {0, 0, 1024, 1024}, .planes = 1};
    EXPECT_THAT(brought_near_for_tiles(plan_of(product, large)), ElementsAre());
}

}  // namespace
}  // namespace weft::test
