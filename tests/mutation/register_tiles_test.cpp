// Tiles in registers in shapes that a planner might choose and in those that it would not: forced
// on groups, compared with the reference under the SIMT checker.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ostream>

#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/mean.h"
#include "neighbourhood/sparse_convolution.h"
#include "passes/gpu/fusion/group_copies.h"
#include "passes/gpu/fusion/group_shape.h"
#include "point/mix.h"
#include "subject.h"

namespace weft::test {
namespace {

/// Windows that differ by axis and reach to one side alone, around pictures with two borders.
Graph chain(Border inner, Border outer) {
    GraphBuilder b("chain");
    Image in = b.input("input"), first, second, third, fourth;
    b.border(inner);
    functors::Mean(1)(in, first);
    b.border(outer);
    functors::Mean(2, 1)(first, second);
    functors::SparseConvolution(OffsetList({{-3, 0}, {0, 2}, {1, -1}}))(first, third);
    functors::Mix(0.3f)(second, third, fourth);
    b.output("output", fourth);
    return b.finish();
}

/// Every stage in one group, with that shape; inputs copied to tiles as asked.
Subject forced(std::function<Graph()> build, Rect domain, GroupShape shape, bool copies) {
    Subject s;
    s.build = std::move(build);
    s.domain = domain;
    s.target = "sm_90";
    s.disabled = {"shape"};
    const Ids<Stage> all(64);
    s.choices.groups = {{all.begin(), all.end()}};
    s.force = [=](GpuPlan& plan) {
        ASSERT_EQ(plan.kernels.size(), 1u);
        GpuKernel kernel = plan.kernels.front();
        ASSERT_EQ(kernel.kind, GpuKernelKind::kGroup);
        kernel.borders = BorderScheme::kBody;
        if (copies) kernel = with_copied_inputs(plan, std::move(kernel));
        plan.kernels.front() = with_body_shape(plan, {}, kernel, shape);
        ASSERT_GT(plan.kernels.front().occupancy, 0);
    };
    return s;
}

GroupShape hybrid(int warp_u, int times_u, int times_v, bool along_u, int shared_parallelograms) {
    const int warp_v = 32 / warp_u;
    GroupShape shape{TileKind::kHybrid, warp_u, 2 * warp_v, warp_u * times_u, warp_v * times_v};
    shape.split = {along_u, along_u ? times_u : times_v, shared_parallelograms};
    return shape;
}

GroupShape strip(int columns, int rows) {
    GroupShape shape{TileKind::kStream, 64, 1, 32 * columns, rows};
    shape.columns = columns;
    return shape;
}

struct Case {
    const char* name;
    GroupShape shape;
    Rect domain;
    bool copies;
    friend std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.name; }
};

constexpr Rect kOdd{-3, 5, 74, 58}, kWide{-3, 5, 270, 44}, kTall{0, 0, 39, 90};

const Case kCases[] = {
    {"AllInRegisters", hybrid(32, 2, 4, true, 0), kOdd, true},
    {"HalfInRegisters", hybrid(32, 2, 4, true, 1), kOdd, true},
    {"NoneInRegisters", hybrid(32, 2, 4, true, 2), kOdd, true},
    {"OneTurnOfOne", hybrid(32, 1, 4, true, 0), kOdd, true},
    {"InputsInMemory", hybrid(32, 2, 4, true, 1), kOdd, false},
    {"FourTurnsOneShared", hybrid(16, 4, 3, true, 1), kOdd, true},
    {"FourTurnsThreeShared", hybrid(16, 4, 3, true, 3), kOdd, false},
    {"SquareWarpsAlongX", hybrid(8, 3, 3, true, 1), kOdd, true},
    {"TallWarpsAlongX", hybrid(4, 5, 2, true, 2), kOdd, true},
    {"OneColumnWarpsAlongX", hybrid(1, 9, 1, true, 4), kTall, true},
    {"AcrossAllInRegisters", hybrid(32, 1, 8, false, 0), kOdd, true},
    {"AcrossHalf", hybrid(32, 1, 8, false, 4), kOdd, true},
    {"AcrossSquareWarps", hybrid(8, 3, 3, false, 1), kOdd, true},
    {"AcrossNone", hybrid(16, 2, 3, false, 3), kOdd, false},
    {"AcrossWarpsOfTwoRows", hybrid(16, 2, 5, false, 0), kOdd, false},
    {"StripOfOneColumn", strip(1, 16), kOdd, true},
    {"StripOfTwoColumns", strip(2, 7), kWide, true},
    {"StripOfFourColumns", strip(4, 32), kWide, true},
    {"StripThatReadsMemory", strip(2, 12), kWide, false},
    {"StripOfOneRow", strip(1, 1), kOdd, true},
};

class RegisterTiles : public testing::TestWithParam<Case> {};

void expect_right(const Subject& subject) {
    const GpuPlan plan = plan_of(subject);
    ASSERT_EQ(plan.kernels.size(), 1u);
    const auto verdict = run(subject, plan.kernels.front().name, {});
    ASSERT_TRUE(verdict) << verdict.error().message;
    EXPECT_TRUE(verdict->status) << verdict->status.error().message;
    EXPECT_TRUE(verdict->agrees);
}

TEST_P(RegisterTiles, AgreeWithTheReference) {
    const Border clamp{eClamp, 0}, mirror{eMirror, 0}, repeat{eRepeat, 0}, constant{eConstant, 2};
    for (const auto& [inner, outer] :
         {std::pair{mirror, clamp}, {clamp, constant}, {constant, mirror}, {repeat, repeat}}) {
        SCOPED_TRACE(fmt::format("borders {} and {}", static_cast<int>(inner.mode),
                                 static_cast<int>(outer.mode)));
        expect_right(forced([=] { return chain(inner, outer); }, GetParam().domain,
                            GetParam().shape, GetParam().copies));
    }
}

INSTANTIATE_TEST_SUITE_P(All, RegisterTiles, testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

/// All planes in a thread, outputs that are tiles, stages that are read twice.
TEST(RegisterTilesOfEffects, AgreeWithTheReference) {
    for (const char* effect : {"harris", "unsharp-halide", "unsharp-hipacc", "sobel", "enhance"})
        for (const GroupShape& shape :
             {hybrid(32, 2, 3, true, 1), hybrid(16, 2, 3, false, 1), strip(2, 20)}) {
            SCOPED_TRACE(fmt::format("{}, {}", effect, name_of(shape.kind)));
            expect_right(
                forced([=] { return find_effect(effect)->build(); }, {0, 0, 140, 37}, shape, true));
        }
}

/// A border that mirrors takes a loop to elements as far inside as its halo is outside: a piece of
/// one row must hold what is around those, though no window reaches there.
TEST(MirroredTiles, HoldWhatIsAroundTheOtherSide) {
    const auto build = [] {
        GraphBuilder b("mirrored");
        Image in = b.input("input"), first, second, third;
        b.border({eMirror, 0});
        functors::SparseConvolution(OffsetList({{0, 0}, {0, -3}}))(in, first);
        functors::SparseConvolution(OffsetList({{0, 0}, {0, -4}}))(first, second);
        functors::SparseConvolution(OffsetList({{0, 0}, {-2, -1}}))(second, third);
        b.output("output", third);
        return b.finish();
    };
    for (const bool copies : {false, true}) {
        Subject s = forced(build, {0, 0, 40, 21}, {}, copies);
        const auto force = s.force;
        s.force = [force, copies](GpuPlan& plan) {
            GpuKernel kernel = plan.kernels.front();
            if (copies) kernel = with_copied_inputs(plan, std::move(kernel));
            plan.kernels.front() = with_shape(plan, kernel, {TileKind::kWarp, 32, 2, 32, 1});
        };
        expect_right(s);
    }
}

}  // namespace
}  // namespace weft::test
