// Point operations computed wherever they are read: which, where, and at what price.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "neighbourhood/gaussian.h"
#include "plan/verify.h"
#include "planning.h"
#include "point/soft_threshold.h"
#include "point/sum.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

std::vector<const Stage*> stages_of(const CpuPlan& plan, const std::string& name) {
    std::vector<const Stage*> found;
    for (const Stage& stage : plan.stages)
        if (stage.name == name) found.push_back(&stage);
    return found;
}

bool is_materialised(const CpuPlan& plan, const std::string& name) {
    const std::vector<std::string> names = materialised(plan);
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// input -> shrink -> blur, down columns by `border` -> sum with shrink. Where the border repeats,
/// the blur needs all of shrink at once.
Graph shrunk_and_blurred(BorderMode border, bool shown = false) {
    GraphBuilder build("shrunk");
    Image input = build.input("input"), shrunk, other, soft, output;
    build.name_next("shrink");
    functors::SoftThreshold shrink;
    shrink(input, shrunk);
    build.name_next("other");
    functors::Gaussian before(eVertical, 1.0f, 1);
    before(input, other);
    build.border({border, 0});
    build.name_next("blur");
    functors::Gaussian blur(eVertical, 1.0f, 2);
    blur(other, soft);
    build.name_next("sum");
    functors::Sum sum;
    sum(shrunk, soft, output);
    build.output("output", output);
    if (shown) build.output("shrunk", shrunk);
    return build.finish();
}

TEST(Recompute, PyramidsKeepNoPointOperationOfTheirInput) {
    const Planning p{.domain = {0, 0, 640, 480}, .planes = 4};
    const CpuPlan fill = plan_of(find_effect("interpolate")->build(), p);
    EXPECT_FALSE(is_materialised(fill, "premultiply1.Output"));
    EXPECT_EQ(stages_of(fill, "premultiply1").size(), 2u) << "of the way down and of the last up";
    EXPECT_THAT(decision(fill, "recompute", "premultiply1"),
                HasSubstr("computed in 2 kernels, not kept"));

    const CpuPlan tones = plan_of(find_effect("local-laplacian-halide")->build(), p);
    EXPECT_FALSE(is_materialised(tones, "tones.Output"));
    EXPECT_FALSE(is_materialised(tones, "luminance1.Output")) << "what tones are made of";

    Planning off = p;
    off.disabled = {"recompute"};
    EXPECT_TRUE(
        is_materialised(plan_of(find_effect("interpolate")->build(), off), "premultiply1.Output"));
    EXPECT_TRUE(is_materialised(plan_of(find_effect("local-laplacian-halide")->build(), off),
                                "tones.Output"));
}

TEST(Recompute, WhatAnOutputShowsIsKept) {
    for (const bool shown : {false, true}) {
        const CpuPlan plan = plan_of(shrunk_and_blurred(eRepeat, shown), {.disabled = {"fuse"}});
        EXPECT_EQ(is_materialised(plan, "shrink.Output"), shown);
        EXPECT_EQ(stages_of(plan, "shrink").size(), 1u);
    }
}

TEST(Recompute, WhatReadsNeighboursIsKept) {
    const CpuPlan plan = plan_of(shrunk_and_blurred(eClamp), {.disabled = {"fuse"}});
    EXPECT_TRUE(is_materialised(plan, "other.Output"));
    EXPECT_TRUE(is_materialised(plan, "blur.Output"));
}

TEST(Recompute, WhatIsNeededWholeIsKept) {
    GraphBuilder build("wrapped");
    Image input = build.input("input"), shrunk, output;
    functors::SoftThreshold shrink;
    build.name_next("shrink");
    shrink(input, shrunk);
    build.border({eRepeat, 0});
    functors::Gaussian blur(eVertical, 1.0f, 2);
    blur(shrunk, output);
    build.output("output", output);
    EXPECT_TRUE(is_materialised(plan_of(build.finish()), "shrink.Output"));
}

/// Copies come before their readers, and each is read in its own kernel alone.
TEST(Recompute, CopiesAreStagesLikeOthers) {
    for_random_plans(100, [](const RandomPlanning& random, const CpuPlan& plan) {
        EXPECT_EQ(find_flaw(plan), "") << random.description;
        for (const Id<Stage> s : plan.stages.ids())
            for (const StageInput& input : plan.stages[s].inputs)
                EXPECT_LT(plan.images[input.image].producer(), s) << random.description;
        for (const Id<PlanImage> i : plan.images.ids())
            if (const std::optional<Id<Stage>> producer = plan.images[i].producer()) {
                const std::vector<Id<PlanImage>>& made = plan.stages[*producer].outputs;
                EXPECT_TRUE(std::count(made.begin(), made.end(), i)) << random.description;
            }
    });
}

}  // namespace
}  // namespace weft::test
