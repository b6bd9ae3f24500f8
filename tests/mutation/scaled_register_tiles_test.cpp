// Hybrid tiles of groups of several resolutions: forced shapes, whatever a planner would choose,
// compared with the reference under the SIMT checker.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ostream>

#include "differential/strangers/resampled.h"
#include "differential/strangers_library.h"
#include "effects/builtin.h"
#include "graph/image.h"
#include "neighbourhood/mean.h"
#include "neighbourhood/sparse_convolution.h"
#include "passes/gpu/fusion/group_copies.h"
#include "passes/gpu/fusion/group_layout.h"
#include "passes/gpu/fusion/group_shape.h"
#include "plan/hybrid_tile.h"
#include "point/difference.h"
#include "pyramid/double.h"
#include "pyramid/halve.h"
#include "subject.h"

namespace weft::test {
namespace {

using strangers::Resampled;

Graph with_output(GraphBuilder& build, const Image& result) {
    build.output("output", result);
    return build.finish();
}

/// The results are the coarsest: a lane has four of what they are made of.
Graph quarter() {
    GraphBuilder build("quarter");
    build.border({eMirror, 0});
    Image in = build.input("input"), smooth, a, b, c;
    functors::Mean(1)(in, smooth);
    functors::Halve{eHorizontal}(smooth, a);
    functors::Halve(eVertical, functors::Halve::eBinomial4)(a, b);
    functors::Mean(1, 2)(b, c);
    return with_output(build, c);
}

/// The results are the finest: a lane has four of them.
Graph doubled() {
    GraphBuilder build("doubled");
    Image in = build.input("input"), a, b, small, c, d, filtered;
    functors::Halve{eHorizontal}(in, a);
    functors::Halve{eVertical}(a, b);
    functors::Mean(1)(b, small);
    functors::Double(eVertical, functors::Double::eLinear)(small, a, c);
    functors::Double{eHorizontal}(c, in, d);
    functors::Mean(1)(d, filtered);
    return with_output(build, filtered);
}

/// A picture is read at the element, around it, and at half of its place.
Graph detail() {
    GraphBuilder build("detail");
    build.border({eMirror, 0});
    Image in = build.input("input"), smooth, half, again, lost;
    functors::Mean(1)(in, smooth);
    functors::Halve{eHorizontal}(smooth, half);
    functors::Double{eHorizontal}(half, smooth, again);
    functors::Difference()(smooth, again, lost);
    return with_output(build, lost);
}

/// No level's step is a multiple of another's, and none of the scales begins at 0.
Graph by_ratios() {
    GraphBuilder build("ratios");
    Image in = build.input("input"), first, second, third, last;
    functors::Mean(1)(in, first);
    Resampled(3, -2, 2)(first, second);
    Resampled(2, 5, 3, 1)(second, third);
    functors::SparseConvolution(OffsetList({{0, 0}, {2, -1}}), {2, {1.0f, 0.5f}})(third, last);
    return with_output(build, last);
}

struct Program {
    const char* name;
    Graph (*build)();
    Rect domain;
};

/// Lanes along u, a lane's steps, and the parallelograms of them that are in shared memory.
struct Lanes {
    int warp_u, times_u, times_v;
    bool along_u;
    int shared;
};

constexpr Lanes kLanes[] = {{32, 2, 3, true, 0}, {32, 2, 2, true, 1}, {16, 3, 2, true, 1},
                            {4, 4, 1, true, 2},  {8, 2, 3, false, 1}, {16, 1, 4, false, 0},
                            {32, 1, 5, false, 2}};

Subject forced_steps(const Program& program, const Lanes& lanes, bool copies) {
    Subject s;
    s.build = program.build;
    s.library = [] { return with_strangers(builtin_library()); };
    s.domain = program.domain;
    s.target = "sm_90";
    s.disabled = {"shape"};
    const Ids<Stage> all(64);
    s.choices.groups = {{all.begin(), all.end()}};
    s.force = [=](GpuPlan& plan) {
        ASSERT_EQ(plan.kernels.size(), 1u);
        GpuKernel kernel = plan.kernels.front();
        ASSERT_GT(kernel.group.levels.size(), 1u);
        kernel.borders = copies ? BorderScheme::kNine : BorderScheme::kBody;
        if (copies) kernel = with_copied_inputs(plan, std::move(kernel));
        ASSERT_EQ(why_not_in_registers(plan, kernel, TileKind::kHybrid), "");
        const LevelScaling steps = scaling_of(kernel)[kResultsLevel];
        const int warp_v = 32 / lanes.warp_u;
        GroupShape shape{TileKind::kHybrid, lanes.warp_u, 2 * warp_v,
                         lanes.warp_u * lanes.times_u * steps.u.step,
                         warp_v * lanes.times_v * steps.v.step};
        shape.split = {lanes.along_u, lanes.along_u ? lanes.times_u : lanes.times_v, lanes.shared};
        kernel = with_body_shape(plan, {}, kernel, shape);
        ASSERT_GT(kernel.group.tile_u, 0);
        // There are whole tiles that no border is near.
        EXPECT_GT(kernel.region.width(), 2 * kernel.group.tile_u);
        plan.kernels.front() = std::move(kernel);
    };
    return s;
}

class ScaledRegisterTiles : public testing::TestWithParam<Program> {};

/// Of every other shape the inputs are tiles too, and pieces check the sides of their region alone.
TEST_P(ScaledRegisterTiles, AgreeWithTheReference) {
    bool copies = false;
    for (const Lanes& lanes : kLanes) {
        SCOPED_TRACE(fmt::format("{} lanes, {} by {}, {} of them shared, along {}", lanes.warp_u,
                                 lanes.times_u, lanes.times_v, lanes.shared,
                                 lanes.along_u ? "rows" : "columns"));
        const Subject subject = forced_steps(GetParam(), lanes, copies);
        const GpuPlan plan = plan_of(subject);
        ASSERT_EQ(plan.kernels.size(), 1u);
        const auto verdict = run(subject, plan.kernels.front().name, {});
        ASSERT_TRUE(verdict) << verdict.error().message;
        EXPECT_TRUE(verdict->status) << verdict->status.error().message;
        EXPECT_TRUE(verdict->agrees);
        copies = !copies;
    }
}

const Program kScaledPrograms[] = {{"Quarter", quarter, {-3, 5, 510, 84}},
                                   {"Doubled", doubled, {-3, 5, 320, 56}},
                                   {"Detail", detail, {-3, 5, 320, 40}},
                                   {"Ratios", by_ratios, {7, -5, 440, 40}}};

std::ostream& operator<<(std::ostream& out, const Program& p) { return out << p.name; }

INSTANTIATE_TEST_SUITE_P(All, ScaledRegisterTiles, testing::ValuesIn(kScaledPrograms),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace weft::test
