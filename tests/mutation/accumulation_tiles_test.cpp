// Tiles of accumulations in shapes that a planner might choose and in those that it would not:
// forced on kernels, compared with the reference under the SIMT checker; and mutants of their
// kernels.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ostream>

#include "differential/strangers/sums_of_terms.h"
#include "differential/strangers_library.h"
#include "effects/builtin.h"
#include "graph/image.h"
#include "matrix/convolution_layer.h"
#include "matrix/matrix_product.h"
#include "mutant.h"
#include "passes/gpu/accumulation_tile.h"
#include "passes/gpu/kernel_resources.h"
#include "plan/verify.h"

namespace weft::test {
namespace {

/// The functor, of one picture for each of its inputs.
template <class F>
Graph squared() {
    GraphBuilder build("squared");
    const Image in = build.input("input");
    Image out;
    F()(in, in, out);
    build.output("output", out);
    return build.finish();
}

Graph layer() {
    GraphBuilder build("layer");
    const Image in = build.input("input");
    Image out;
    functors::ConvolutionLayer(-0.5f)(in, in, in, out);
    build.output("output", out);
    return build.finish();
}

Graph mixed(bool greatest) {
    GraphBuilder build("mixed");
    const Image in = build.input("input");
    Image out, most;
    strangers::PlaneMix()(in, in, out, most);
    build.output("output", greatest ? most : out);
    return build.finish();
}

struct TileOfTerms {
    int block_u, block_v;
    GpuAccumulation each;
};

std::ostream& operator<<(std::ostream& out, const TileOfTerms& t) {
    return out << fmt::format("{}x{} of {}x{}, {}", t.block_u, t.block_v, t.each.elements_u,
                              t.each.elements_v, t.each.turns);
}

Subject in_tiles(Graph (*build)(), const Rect& domain, const TileOfTerms& tile,
                 const Rect& region = {}) {
    Subject s;
    s.build = build;
    s.library = [] { return with_strangers(builtin_library()); };
    s.domain = domain;
    s.region = region;
    s.target = "sm_90";
    s.disabled = {"accumulate", "fuse", "minimise_blocks"};
    s.force = [=](GpuPlan& plan) {
        ASSERT_EQ(plan.kernels.size(), 1u);
        GpuKernel kernel =
            with_accumulation(plan, plan.kernels.front(), tile.block_u, tile.block_v, tile.each);
        kernel.borders = BorderScheme::kNaive;
        kernel = with_occupancy(plan, with_registers(plan, CompiledForms{}, std::move(kernel)));
        ASSERT_GT(kernel.occupancy, 0);
        plan.kernels.front() = kernel;
        ASSERT_EQ(find_flaw(plan), "");
    };
    return s;
}

/// A thread with one element and with many, whole and partial tiles, one turn a copy, some, all.
const TileOfTerms kTilesOfTerms[] = {
    {32, 1, {1, 1, 1}}, {8, 4, {2, 3, 3}}, {16, 8, {4, 1, 2}}, {4, 8, {1, 8, 64}}};

class Accumulations : public testing::TestWithParam<TileOfTerms> {};

TEST_P(Accumulations, AgreeWithTheReferenceInEveryTile) {
    Graph (*const graphs[])() = {squared<functors::MatrixProduct>, layer,
                                 squared<strangers::Correlation>,  squared<strangers::SumAlong>,
                                 [] { return mixed(false); },      [] { return mixed(true); }};
    const Rect domains[] = {{0, 0, 1, 1}, {-2, 3, -1, 22}, {4, -7, 37, -6}, {-3, 5, 38, 28}};
    for (Graph (*build)() : graphs)
        for (const Rect& domain : domains) {
            const Rect whole{}, part{2, 7, 33, 20};
            for (const Rect& region : {whole, domain.width() > 40 ? part : whole}) {
                const auto verdict = run(in_tiles(build, domain, GetParam(), region), "", {});
                ASSERT_TRUE(verdict) << verdict.error().message;
                EXPECT_TRUE(verdict->status) << verdict->status.error().message;
                EXPECT_TRUE(verdict->agrees)
                    << build().name << " over " << domain.x0 << " to " << domain.x1;
            }
        }
}

INSTANTIATE_TEST_SUITE_P(All, Accumulations, testing::ValuesIn(kTilesOfTerms));

Subject product() {
    return in_tiles(squared<functors::MatrixProduct>, {-3, 5, 38, 28}, {8, 4, {2, 3, 2}});
}
Subject planes() {
    return in_tiles([] { return mixed(false); }, {-3, 5, 38, 28}, {8, 4, {2, 3, 2}});
}

const Mutant kAccumulationMutants[] = {
    {"NoBarrierBeforeCopies",
     product,
     "",
     {"__syncthreads();  // all have read the last copies", ""},
     "conflict"},
    {"NoBarrierBehindCopies",
     product,
     "",
     {"        __syncthreads();\n        for (int turn", "        for (int turn"},
     "conflict"},
    {"LastTileReadsBeyondThePicture",
     product,
     "",
     {"weft::min(block.x + 16, args.range.x1) - 1", "block.x + 16 - 1"},
     "out-of-bounds"},
    {"ElementsBeyondTheTileHaveTheirOwnPlace",
     product,
     "",
     {"return {x < last.x ? x : last.x, y < last.y ? y : last.y, tile.plane};",
      "return {x, y, tile.plane};"},
     "unwritten"},
    {"ElementsBeyondTheTileAreStored",
     product,
     "",
     {"        tile.y + static_cast<int>(threadIdx.y) + v * kBlockV <= last.y;",
      "        tile.y + static_cast<int>(threadIdx.y) + v * kBlockV <= last.y + 1;"},
     "conflict"},
    {"BoxOneColumnShort", product, "", {"last.x - first.x + 1,", "last.x - first.x,"}, "unwritten"},
    {"BoxesOneRowShort", product, "", {"last.y - first.y + 1,", "last.y - first.y,"}, "unwritten"},
    {"EveryCopyFromTheFirstTurn",
     product,
     "",
     {"const int here = static_cast<int>(from);", "const int here = static_cast<int>(first_turn);"},
     kDifference},
    {"LastCopyLeftOut",
     product,
     "",
     {"for (long long from = first_turn; from <= last_turn;",
      "for (long long from = first_turn; from + 16 <= last_turn;"},
     kDifference},
    {"CopiesATurnApart",
     product,
     "",
     {"from <= last_turn; from += 16", "from <= last_turn; from += 8"},
     kDifference},
    {"WhatIsNotWrittenStaysSo",
     planes,
     "",
     {"if ((written >> p & 1) == 0)", "if (false)"},
     "missing-output"},
    {"WhatIsWrittenBecomesZero", planes, "", {"written |= 1ull << p;", ""}, kDifference},
};

class AccumulationMutants : public testing::TestWithParam<Mutant> {};

TEST_P(AccumulationMutants, IsCaughtByTheCheckMeantForIt) { expect_caught(GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, AccumulationMutants, testing::ValuesIn(kAccumulationMutants),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(AccumulationMutants, SubjectsAreClean) { expect_clean({product, planes}); }

}  // namespace
}  // namespace weft::test
