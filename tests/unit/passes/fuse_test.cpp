// Which stages share a kernel: all of them, unless rows wrap around.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "neighbourhood/dwt1d.h"
#include "neighbourhood/gaussian.h"
#include "plan/row_walk.h"
#include "planning.h"
#include "point/soft_threshold.h"
#include "point/sum.h"

namespace weft::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// input -> shrink -> blur along `axis` with `border` -> sum with shrink.
Graph blurred(Axis axis, Border border, int radius = 2) {
    GraphBuilder build("blurred");
    Image input = build.input("input"), shrunk, soft, output;
    build.name_next("shrink");
    functors::SoftThreshold shrink;
    shrink(input, shrunk);
    build.border(border);
    build.name_next("blur");
    functors::Gaussian blur(axis, radius == 0 ? 0.0f : 1.0f, radius);
    blur(shrunk, soft);
    build.name_next("sum");
    functors::Sum sum;
    sum(shrunk, soft, output);
    build.output("output", output);
    return build.finish();
}

bool has_levels(const CpuPlan& plan) {
    return std::any_of(plan.stages.begin(), plan.stages.end(), [](const Stage& stage) {
        return std::any_of(stage.inputs.begin(), stage.inputs.end(),
                           [](const StageInput& input) { return input.is_scaled(); });
    });
}

/// Whether some stage waits for whole lines, or for whole pictures.
bool waits(const CpuPlan& plan) {
    return std::any_of(plan.stages.begin(), plan.stages.end(), [](const Stage& stage) {
        return stage.is_recurrence() || stage.phase == Phase::kResult;
    });
}

/// Whether some stage reads anywhere in what another makes.
bool reads_anywhere(const CpuPlan& plan) {
    return std::any_of(plan.stages.begin(), plan.stages.end(), [&](const Stage& stage) {
        return std::any_of(stage.inputs.begin(), stage.inputs.end(), [&](const StageInput& input) {
            return input.freedom == eRandom && plan.images[input.image].producer();
        });
    });
}

TEST(Fuse, EffectsOfOneResolutionAreOneKernel) {
    int others = 0;
    for (const Effect& effect : builtin_effects()) {
        const CpuPlan plan = plan_of(effect.build());
        others += has_levels(plan);
        if (has_levels(plan) || waits(plan) || reads_anywhere(plan)) continue;
        EXPECT_EQ(plan.kernels.size(), 1u) << effect.name;
        EXPECT_THAT(materialised(plan), IsEmpty()) << effect.name;
        EXPECT_THAT(plan.buffers, IsEmpty()) << effect.name;
    }
    EXPECT_EQ(others, 12);
}

/// A kernel's results have one size: what lies between the two axes of a halving, or a doubling,
/// and what a single reader enlarges, are kept in its line buffers.
TEST(Fuse, ResolutionsPartWhereResultsDo) {
    for (const char* name :
         {"interpolate", "pyramid-blend", "local-laplacian-halide", "bilateral-grid-halide"}) {
        const CpuPlan plan = plan_of(find_effect(name)->build(), {.domain = {0, 0, 640, 480}});
        std::map<Id<PlanImage>, int> readers;
        for (const Stage& stage : plan.stages)
            for (const StageInput& input : stage.inputs) ++readers[input.image];
        int together = 0;
        for (const Stage& stage : plan.stages)
            for (const StageInput& input : stage.inputs)
                together += input.is_scaled() && plan.images[input.image].producer() &&
                            !kept(plan, input.image);
        EXPECT_GT(together, 0) << name;
        for (const Kernel& kernel : plan.kernels)
            for (const KernelOutput& output : kernel.outputs)
                EXPECT_EQ(plan.images[output.image].shape.domain,
                          plan.images[kernel.outputs.front().image].shape.domain)
                    << name << " " << kernel.name;
        for (const Id<PlanImage> i : plan.images.ids()) {
            const PlanImage& image = plan.images[i];
            if (image.name.find("halve") != std::string::npos && readers[i] == 1 &&
                image.graph_outputs.empty()) {
                EXPECT_FALSE(kept(plan, i) && name != std::string("local-laplacian-halide"))
                    << name << " " << image.name;
            }
        }
    }
}

/// What a later kernel alone reads is not kept for it: the finest level waits for the coarser ones.
TEST(Fuse, WhatOneKernelReadsIsComputedThere) {
    const CpuPlan plan =
        plan_of(find_effect("local-laplacian-halide")->build(), {.domain = {0, 0, 640, 480}});
    EXPECT_THAT(materialised(plan), Not(Contains("level0/tonechoice1.Output")));
    EXPECT_THAT(decision(plan, "fuse", "level0/tonechoice1"),
                HasSubstr("one kernel that reads it"));
    EXPECT_THAT(plan.kernels.back().stages, Contains(stage_id(plan, "level0/tonechoice1")));
    EXPECT_THAT(materialised(plan), Contains("edited/halve2.Output")) << "several kernels read it";
}

TEST(Fuse, OnlyRowsThatWrapAroundCut) {
    for (Axis axis : {eHorizontal, eVertical})
        for (BorderMode mode : {eClamp, eMirror, eRepeat, eConstant}) {
            const bool cut = axis == eVertical && mode == eRepeat;
            const CpuPlan plan = plan_of(blurred(axis, {mode, 0}));
            EXPECT_EQ(plan.kernels.size(), cut ? 2u : 1u) << axis << " " << mode;
            if (cut)
                EXPECT_THAT(materialised(plan), ElementsAre("shrink.Output"));
            else
                EXPECT_THAT(materialised(plan), IsEmpty());
            EXPECT_EQ(decision(plan, "fuse", "shrink.Output -> blur"),
                      cut ? "materialised: its border repeats rows from the far end" : "");
        }
}

TEST(Fuse, AWrapThatIsNeverReachedCutsNothing) {
    EXPECT_EQ(plan_of(blurred(eVertical, {eRepeat, 0}, 0)).kernels.size(), 1u)
        << "it reads its own rows alone";
    GraphBuilder build("from input");
    Image input = build.input("input"), output;
    build.border({eRepeat, 0});
    functors::Gaussian blur(eVertical, 1.0f, 3);
    blur(input, output);
    build.output("output", output);
    EXPECT_EQ(plan_of(build.finish()).kernels.size(), 1u) << "a graph input is whole anyway";
}

/// A reader that reaches far beyond a smaller picture would need mirrored rows in any order.
TEST(Fuse, FarMirrorsCut) {
    GraphBuilder build("two sizes");
    Image small = build.input("small"), large = build.input("large"), shrunk, output;
    build.name_next("shrink");
    functors::SoftThreshold shrink;
    shrink(small, shrunk);
    build.border({eMirror, 0});
    build.name_next("sum");
    functors::Sum sum;
    sum(shrunk, large, output);
    build.output("output", output);
    const Graph graph = build.finish();
    const CpuPlan beyond = plan_of(graph, {.inputs = {{{0, 0, 40, 10}, 3}, {{0, 0, 40, 50}, 3}}});
    EXPECT_EQ(beyond.kernels.size(), 2u);
    EXPECT_THAT(decision(beyond, "fuse", "shrink.Output -> sum"), HasSubstr("mirrors rows"));
    const CpuPlan equal = plan_of(graph, {.inputs = {{{0, 0, 40, 50}, 3}, {{0, 0, 40, 50}, 3}}});
    EXPECT_EQ(equal.kernels.size(), 1u);
}

TEST(Fuse, TurnedOffEveryStageIsAKernel) {
    const Graph graph = find_effect("degrain")->build();
    const CpuPlan plan = plan_of(graph, {.disabled = {"fuse", "recompute"}});
    ASSERT_EQ(plan.kernels.size(), graph.nodes.size());
    for (const Id<Kernel> k : plan.kernels.ids())
        EXPECT_THAT(plan.kernels[k].stages, ElementsAre(Id<Stage>(k.number())));
    for (const Id<PlanImage> i : plan.images.ids()) {
        const PlanImage& image = plan.images[i];
        EXPECT_EQ(kept(plan, i) != nullptr, !image.graph_input() && image.graph_outputs.empty())
            << image.name;
    }
}

TEST(Fuse, KernelsHaveNamesOfTheirOwn) {
    const CpuPlan plan = plan_of(blurred(eVertical, {eRepeat, 0}));
    ASSERT_EQ(plan.kernels.size(), 2u);
    EXPECT_EQ(plan.kernels.front().name, "blurred.kernel0");
    EXPECT_EQ(plan.kernels[Id<Kernel>(1)].name, "blurred.kernel1");
}

/// Of random graphs: each stage in one kernel, after those it reads; pictures that cross are kept;
/// no reader shares a kernel with a producer whose rows it would need in another order.
TEST(Fuse, RandomGraphsAreCutSoundly) {
    for_random_plans(150, [](const RandomPlanning& random, const CpuPlan& plan) {
        Table<std::optional<Id<Kernel>>, Stage> kernel_of(plan.stages.size());
        for (const Id<Kernel> k : plan.kernels.ids())
            for (const Id<Stage> s : plan.kernels[k].stages) {
                ASSERT_FALSE(kernel_of[s]) << random.description;
                kernel_of[s] = k;
            }
        for (const Id<Stage> s : plan.stages.ids()) {
            ASSERT_TRUE(kernel_of[s]) << random.description;
            for (const StageInput& input : plan.stages[s].inputs) {
                const PlanImage& image = plan.images[input.image];
                const std::optional<Id<Stage>> producer = image.producer();
                if (!producer) continue;
                const std::optional<Id<Kernel>> from = kernel_of[*producer];
                ASSERT_LE(from, kernel_of[s]) << random.description;
                if (from < kernel_of[s]) {
                    EXPECT_TRUE(kept(plan, input.image)) << image.name << "\n"
                                                         << random.description;
                    continue;
                }
                const Rect& d = image.shape.domain;
                const Rect& reader = plan.stages[s].domain;
                const bool leaves = reader.y0 + input.taps.front().y < d.y0 ||
                                    reader.y1 + input.taps.back().y > d.y1;
                EXPECT_FALSE(input.border.mode == eRepeat && leaves)
                    << image.name << " -> " << plan.stages[s].name << "\n"
                    << random.description;
            }
        }
    });
}

}  // namespace
}  // namespace weft::test
