// Which stages share a loop: facts of the built-in effects, and what must never merge.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "neighbourhood/dwt1d.h"
#include "neighbourhood/gaussian.h"
#include "pixel/luminance.h"
#include "planning.h"
#include "point/masked_mix.h"
#include "point/soft_threshold.h"
#include "point/sum.h"
#include "scan/box_blur.h"

namespace weft::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

using Names = std::vector<std::vector<std::string>>;

/// The stages of each computing loop, in order.
Names computing_loops(const CpuPlan& plan) {
    Names names;
    for (const Kernel& kernel : plan.kernels)
        for (const Loop& loop : kernel.loops)
            if (!loop.stages.empty()) names.push_back(stage_names(plan, loop));
    return names;
}

/// One load and, per level, a loop of the horizontal transform and one of everything after it: the
/// thresholds and sums of a level cost no rows of their own.
TEST(Nest, DegrainIsTwoLoopsALevel) {
    const CpuPlan plan = plan_of(find_effect("degrain")->build());
    EXPECT_THAT(computing_loops(plan), SizeIs(2 * 4));
    EXPECT_THAT(loops_of_kind(plan.kernels.front(), LoopKind::kLoad), SizeIs(1));
    const auto in_one_loop = [&](const std::string& one, const std::string& other) {
        return &loop_of(plan, one) == &loop_of(plan, other);
    };
    for (int level = 0; level < 4; ++level) {
        const std::string scope = "level" + std::to_string(level + 1) + "/";
        EXPECT_THAT(stage_names(plan, loop_of(plan, scope + "dwt1d1")), SizeIs(1));
        for (const char* name :
             {"dwt1d3", "softthreshold1", "softthreshold2", "softthreshold3", "sum1", "sum2"})
            EXPECT_TRUE(in_one_loop(scope + "dwt1d2", scope + name)) << scope << name;
        EXPECT_TRUE(in_one_loop("level4/dwt1d2", scope + "sum3"))
            << "the sums that join the levels wait for the last of them";
    }
}

TEST(Nest, UnsharpIsThreeLoops) {
    const CpuPlan plan = plan_of(find_effect("unsharp-halide")->build());
    EXPECT_THAT(computing_loops(plan),
                ElementsAre(ElementsAre("luminance1"), ElementsAre("gaussian1"),
                            ElementsAre("gaussian2", "unsharpmask1")));
}

TEST(Nest, ScansKeepLoopsOfTheirOwn) {
    const CpuPlan plan = plan_of(find_effect("diffusion")->build());
    int scans = 0;
    for (const Loop& loop : plan.kernels.front().loops) {
        if (loop.kind != LoopKind::kHorizontalScan && loop.kind != LoopKind::kVerticalScan)
            continue;
        EXPECT_THAT(loop.stages, SizeIs(1));
        EXPECT_GT(loop.restart_period, 0);
        ++scans;
    }
    EXPECT_EQ(scans, 6);
    EXPECT_THAT(decision(plan, "nest", "highlightmask1.Output -> boxblur1"), HasSubstr("scan"));
}

/// c reads a at its element, and b, which reads a's neighbours: a and c in one loop would wait for
/// themselves.
TEST(Nest, NeverMergesAcrossAnotherLoop) {
    GraphBuilder build("across");
    Image input = build.input("input"), a, b, c;
    build.name_next("a");
    functors::SoftThreshold shrink;
    shrink(input, a);
    build.name_next("b");
    functors::Gaussian blur(eHorizontal, 1.0f, 2);
    blur(a, b);
    build.name_next("c");
    functors::Sum sum;
    sum(a, b, c);
    build.output("output", c);
    const CpuPlan plan = plan_of(build.finish());
    EXPECT_THAT(computing_loops(plan), ElementsAre(ElementsAre("a"), ElementsAre("b", "c")));
    EXPECT_EQ(decision(plan, "nest", "a.Output -> c"), "by rows: another loop lies between them");
    EXPECT_EQ(decision(plan, "nest", "b.Output -> c"), "kept in a register");
    EXPECT_EQ(decision(plan, "nest", "a.Output -> b"), "by rows: it reads neighbours");
}

/// Two pairs that may each merge, but not both: x+y would wait for u+v, and they for x+y.
TEST(Nest, NeverMergesPairsThatWaitForEachOther) {
    GraphBuilder build("crossed");
    Image input = build.input("input"), x, u, x_blur, u_blur, y, v;
    functors::SoftThreshold shrink;
    functors::Gaussian blur(eHorizontal, 1.0f, 1);
    functors::Sum sum;
    build.name_next("x");
    shrink(input, x);
    build.name_next("u");
    shrink(input, u);
    build.name_next("x-blur");
    blur(x, x_blur);
    build.name_next("u-blur");
    blur(u, u_blur);
    build.name_next("y");
    sum(x, u_blur, y);
    build.name_next("v");
    sum(u, x_blur, v);
    build.output("y", y);
    build.output("v", v);
    const CpuPlan plan = plan_of(build.finish());
    const bool xy = &loop_of(plan, "x") == &loop_of(plan, "y");
    const bool uv = &loop_of(plan, "u") == &loop_of(plan, "v");
    EXPECT_FALSE(xy && uv);
    std::set<Id<Stage>> done;  // producers first
    for (const Loop& loop : plan.kernels.front().loops) {
        for (const Id<Stage> s : loop.stages)
            for (const StageInput& in : plan.stages[s].inputs) {
                const std::optional<Id<Stage>> producer = plan.images[in.image].producer();
                if (!producer) continue;
                const bool here = std::find(loop.stages.begin(), loop.stages.end(), *producer) !=
                                  loop.stages.end();
                EXPECT_TRUE(here || done.count(*producer)) << plan.stages[s].name;
            }
        done.insert(loop.stages.begin(), loop.stages.end());
    }
    EXPECT_EQ(done.size(), plan.stages.size());
}

TEST(Nest, NeverMergesOtherDomainsOrIterations) {
    GraphBuilder build("unlike");
    Image small = build.input("small"), large = build.input("large");
    Image a, wide, grey, soft;
    functors::SoftThreshold shrink;
    functors::Sum sum;
    build.name_next("a");
    shrink(small, a);
    build.name_next("wide");
    sum(a, large, wide);
    build.name_next("grey");
    functors::Luminance luminance;
    luminance(wide, grey);
    build.name_next("soft");
    shrink(grey, soft);
    build.output("soft", soft);
    const Planning p{.inputs = {{{0, 0, 30, 20}, 3}, {{0, 0, 40, 20}, 3}}};
    const CpuPlan plan = plan_of(build.finish(), p);
    EXPECT_EQ(decision(plan, "nest", "a.Output -> wide"), "by rows: their domains differ");
    EXPECT_EQ(decision(plan, "nest", "wide.Output -> grey"),
              "by rows: one runs per plane, the other per pixel");
    EXPECT_EQ(decision(plan, "nest", "grey.Output -> soft"), "kept in a register");
}

TEST(Nest, LongChainsAreCutBeforeRegistersRunOut) {
    GraphBuilder build("chain");
    Image last = build.input("input");
    functors::SoftThreshold shrink;
    for (int i = 0; i < 60; ++i) {
        Image next;
        shrink(last, next);
        last = next;
    }
    build.output("output", last);
    const CpuPlan plan = plan_of(build.finish());
    std::size_t stages = 0;
    for (const Loop& loop : plan.kernels.front().loops) {
        EXPECT_LE(loop.stages.size(), 24u);
        stages += loop.stages.size();
    }
    EXPECT_EQ(stages, 60u);
    EXPECT_LE(plan.kernels.front().loops.size(), 4u);
}

TEST(Nest, TurnedOffEveryStageIsALoop) {
    const Graph graph = find_effect("degrain")->build();
    const CpuPlan plan = plan_of(graph, {.disabled = {"nest"}});
    EXPECT_EQ(plan.kernels.size(), 1u);
    EXPECT_EQ(computing_loops(plan).size(), graph.nodes.size());
}

/// Of random graphs: every stage in one loop, after those it reads from other loops; stages of one
/// loop are alike and read each other at the element alone, each after what it reads.
TEST(Nest, RandomGraphsMergeSoundly) {
    for_random_plans(200, [](const RandomPlanning& random, const CpuPlan& plan) {
        std::set<Id<Stage>> done;
        for (const Kernel& kernel : plan.kernels)
            for (const Loop& loop : kernel.loops) {
                std::set<Id<Stage>> here;
                for (const Id<Stage> s : loop.stages) {
                    const Stage& stage = plan.stages[s];
                    ASSERT_FALSE(done.count(s) || here.count(s)) << random.description;
                    EXPECT_EQ(stage.domain, loop.domain) << random.description;
                    EXPECT_EQ(stage.planes, loop.planes) << random.description;
                    EXPECT_TRUE(!stage.is_scan() || loop.stages.size() == 1) << random.description;
                    for (const StageInput& input : stage.inputs) {
                        const std::optional<Id<Stage>> producer =
                            plan.images[input.image].producer();
                        if (!producer || done.count(*producer)) continue;
                        EXPECT_TRUE(here.count(*producer)) << stage.name << " runs too early\n"
                                                           << random.description;
                        EXPECT_TRUE(input.at_element_only())
                            << stage.name << " reads neighbours in its loop\n"
                            << random.description;
                    }
                    here.insert(s);
                }
                done.insert(here.begin(), here.end());
            }
        EXPECT_EQ(done.size(), plan.stages.size()) << random.description;
    });
}

}  // namespace
}  // namespace weft::test
