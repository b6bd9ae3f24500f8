// Kernels parted where the model of time says that two are faster.
#include <gmock/gmock.h>

#include "neighbourhood/mean.h"
#include "passes/cpu/cpu_work.h"
#include "planning.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

/// Blurs of three by three, one after the other.
Graph blurs(int count) {
    GraphBuilder build("blurs");
    Image picture = build.input("input");
    for (int i = 0; i < count; ++i) {
        Image blurred;
        build.name_next("blur" + std::to_string(i));
        functors::Mean(1, 1)(picture, blurred);
        picture = blurred;
    }
    build.output("output", picture);
    return build.finish();
}

const Planning kPhotograph{.domain = {0, 0, 1920, 1080}};

Planning unparted(Planning p) {
    p.disabled = {"part"};
    return p;
}

TEST(Part, PartsChainsWhoseLineBuffersLeaveTheirCache) {
    const CpuPlan one = plan_of(blurs(64), unparted(kPhotograph));
    ASSERT_EQ(one.kernels.size(), 1u);
    ASSERT_GT(one.kernels.front().task_bytes, one.target.l2_bytes) << "nothing to part";
    const CpuPlan parted = plan_of(blurs(64), kPhotograph);
    EXPECT_GT(parted.kernels.size(), 1u);
    EXPECT_LT(run_seconds(parted), 0.6 * run_seconds(one));
    // What is said of each picture that lies between names both times.
    const Stage& begun = parted.stages[parted.kernels.back().stages.front()];
    const std::string& read = parted.images[begun.inputs.begin()->image].name;
    EXPECT_THAT(decision(parted, "part", read + " -> " + begun.name), HasSubstr("kernels take"));
    for (const Kernel& kernel : parted.kernels)
        EXPECT_LT(kernel.task_bytes, one.kernels.front().task_bytes);
}

TEST(Part, LeavesShortChainsTogether) {
    const CpuPlan plan = plan_of(blurs(3), kPhotograph);
    EXPECT_EQ(plan.kernels.size(), 1u);
    for (const Decision& d : plan.decisions) EXPECT_NE(d.pass, "part");
}

/// More kernels may not come out slower by the model than fewer.
TEST(Part, NeverCostsTimeByTheModel) {
    for (const Effect& effect : builtin_effects()) {
        const Graph graph = effect.build();
        const CpuPlan one = plan_of(graph, unparted(kPhotograph));
        const CpuPlan parted = plan_of(graph, kPhotograph);
        EXPECT_LE(run_seconds(parted), 1.001 * run_seconds(one)) << effect.name;
    }
}

/// The same stages in the same order, each in one kernel.
TEST(Part, LosesNoStage) {
    const CpuPlan one = plan_of(blurs(64), unparted(kPhotograph));
    const CpuPlan parted = plan_of(blurs(64), kPhotograph);
    std::vector<std::string> names, expected;
    for (const Kernel& kernel : parted.kernels)
        for (const Id<Stage> s : kernel.stages) names.push_back(parted.stages[s].name);
    for (const Stage& stage : one.stages) expected.push_back(stage.name);
    EXPECT_EQ(names, expected);
}

}  // namespace
}  // namespace weft::test
