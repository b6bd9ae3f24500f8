// Planes: tasks of their own, and kernels that run for one plane after another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>

#include "neighbourhood/gaussian.h"
#include "plan/intermediate_bytes.h"
#include "planning.h"
#include "point/soft_threshold.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

CpuPlan blend(Rect domain, std::vector<std::string> disabled = {}) {
    return plan_of(find_effect("pyramid-blend")->build(),
                   {.domain = domain, .planes = 4, .disabled = std::move(disabled)});
}

TEST(Planes, LargeBuffersHoldOnePlaneAtATime) {
    const Rect large{0, 0, 1920, 1080};
    const CpuPlan together = blend(large, {"planes"}), in_turn = blend(large);
    EXPECT_LT(intermediate_bytes(in_turn) * 3, intermediate_bytes(together));
    for (const Kernel& kernel : in_turn.kernels) {
        EXPECT_EQ(kernel.plane_loop, Id<Kernel>(0)) << kernel.name;
        EXPECT_TRUE(kernel.planes_outer);
        EXPECT_EQ(kernel.planes, 4);
    }
    for (const Id<PlanImage> i : in_turn.images.ids())
        if (const KeptInBuffer* place = kept(in_turn, i)) {
            EXPECT_TRUE(place->one_plane) << in_turn.images[i].name;
        }
    EXPECT_THAT(decision(in_turn, "planes", "pyramid-blend"), HasSubstr("plane by plane"));
}

TEST(Planes, SmallBuffersAreNoReason) {
    const CpuPlan small = blend({0, 0, 192, 108});
    for (const Kernel& kernel : small.kernels) EXPECT_FALSE(kernel.plane_loop) << kernel.name;
    EXPECT_EQ(decision(small, "planes", "pyramid-blend"), "");
}

/// A plane loop's kernels share planes evenly: each plane alone keeps all threads busy.
TEST(Planes, EachPlaneOfARoundIsCutIntoStrips) {
    for (const Kernel& kernel : blend({0, 0, 1920, 1080}).kernels) {
        if (kernel.region.height() < 64) continue;
        int of_first = 0;
        for (const Task& task : tasks(kernel)) of_first += task.plane == 0;
        EXPECT_GE(of_first, test_target().cores) << kernel.name;
    }
}

/// Interleaved planes come and go in one way through memory.
TEST(Planes, PixelsAreMovedWhole) {
    GraphBuilder build("columns");
    Image input = build.input("input"), output;
    functors::Gaussian blur(eVertical, 1.0f, 2);
    blur(input, output);
    build.output("output", output);
    const Graph graph = build.finish();
    const auto apart = [&](bool in, bool out) {
        return plan_of(graph, {.planar_inputs = {in}, .planar_outputs = {out}})
            .kernels.front()
            .planes_outer;
    };
    EXPECT_TRUE(apart(true, true));
    EXPECT_FALSE(apart(false, true));
    EXPECT_FALSE(apart(true, false));
}

TEST(Planes, OnePlaneIsEnoughWithinARound) {
    int single = 0;
    for_random_plans(150, [&](const RandomPlanning& random, const CpuPlan& plan) {
        Table<std::set<std::optional<Id<Kernel>>>, PlanImage> plane_loops(plan.images.size());
        for (const Id<Kernel> k : plan.kernels.ids()) {
            const Kernel& kernel = plan.kernels[k];
            for (const KernelOutput& output : kernel.outputs)
                plane_loops[output.image].insert(kernel.plane_loop);
            for (const Loop& loop : kernel.loops)
                for (const Read& read : loop.reads)
                    plane_loops[read.image].insert(kernel.plane_loop);
            if (!kernel.plane_loop) continue;
            EXPECT_TRUE(kernel.planes_outer) << random.description;
            EXPECT_EQ(kernel.planes, plan.kernels[*kernel.plane_loop].planes) << random.description;
            const Id<Kernel> before(std::max(k.number() - 1, 0));
            EXPECT_TRUE(plan.kernels[before].plane_loop || kernel.plane_loop == k)
                << random.description;
        }
        for (const Id<PlanImage> i : plan.images.ids()) {
            const KeptInBuffer* const place = kept(plan, i);
            if (!place || !place->one_plane) continue;
            ++single;
            EXPECT_EQ(plane_loops[i].size(), 1u) << random.description;
            EXPECT_TRUE(*plane_loops[i].begin()) << random.description;
        }
    });
    EXPECT_GT(single, 0) << "the graphs never go plane by plane";
}

}  // namespace
}  // namespace weft::test
