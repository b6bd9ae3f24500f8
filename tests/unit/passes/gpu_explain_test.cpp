// A GPU plan in words: every kernel, its launch, its numbers, and every decision.
#include "engine/explain_gpu.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gpu_planning.h"

namespace weft::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ExplainGpu, NamesEveryKernelAndEveryDecision) {
    for (const Effect& effect : builtin_effects())
        for (const char* target : {"cc-1.0", "gtx-1080-ti", "sm_90"}) {
            const GpuPlan plan = gpu_plan_of(effect.build(), {.target = target});
            const std::string text = explain_gpu_plan(plan);
            for (const GpuKernel& kernel : plan.kernels)
                EXPECT_THAT(text, HasSubstr("kernel " + kernel.name + ":"));
            for (const Decision& d : plan.decisions) EXPECT_THAT(text, HasSubstr(d.text));
        }
}

/// 3072 x 2304 x 3 floats are 81 MB; blocks, registers and shared memory are those of the kernel.
TEST(ExplainGpu, TellsTheNumbersOfAKernel) {
    GpuPlan plan =
        gpu_plan_of(find_effect("diffusion")->build(), {.target = "sm_90", .disabled = {"fuse"}});
    for (GpuKernel& kernel : plan.kernels) {
        if (kernel.name.find("discscatter1") == std::string::npos) continue;
        kernel.registers = 41;
        kernel.compiled = true;
    }
    const std::string text = explain_gpu_plan(plan);
    const std::size_t at = text.find("kernel diffusion.07 discscatter1");
    ASSERT_NE(at, std::string::npos);
    const std::string kernel = text.substr(at, text.find("\n\n", at) - at);
    const GpuShape& shape = kernel_of(plan, "discscatter1").shape;
    EXPECT_THAT(kernel, HasSubstr("3072x2304x3"));
    EXPECT_THAT(kernel, HasSubstr(std::to_string(shape.block_u) + "x" +
                                  std::to_string(shape.block_v) + " threads"));
    EXPECT_THAT(kernel, HasSubstr("41 registers (compiled)"));
    EXPECT_THAT(kernel, HasSubstr("% occupancy"));
    EXPECT_THAT(kernel, HasSubstr("81.0 MB read, 81.0 MB written"));
    EXPECT_THAT(kernel, HasSubstr("input  (shared, "));
    EXPECT_THAT(text, HasSubstr("transposition"));
    EXPECT_THAT(text, HasSubstr("MB alive at once"));
    EXPECT_THAT(text, Not(HasSubstr("stand in")));
}

/// Paper: border-partitioning, figure 3: blocks of 16 by 16 in each region, five by five taps.
TEST(ExplainGpu, CountsTheBlocksOfEachRegion) {
    const auto explained = [](BorderScheme scheme) {
        return explain_gpu_plan(
            gpu_plan_of(find_effect("laplace-5x5")->build(),
                        {.domain = {0, 0, 1024, 768},
                         .disabled = {"shape", "stage"},
                         .choices = {.fusion = FusionStrategy::kNone, .borders = scheme}}));
    };
    EXPECT_THAT(explained(BorderScheme::kNine),
                HasSubstr("borders   nine: each of nine regions of blocks checks its own sides; "
                          "1 62 1 / 46 2852 46 / 1 62 1"));
    EXPECT_THAT(explained(BorderScheme::kBody),
                HasSubstr("all others do; 2852 inside, 220 at borders"));
    EXPECT_THAT(explained(BorderScheme::kNaive),
                HasSubstr("borders   naive: every element checks\n"));
    // Rows of 16 threads are no whole warps.
    EXPECT_EQ(explained(BorderScheme::kWarp), explained(BorderScheme::kNine));
}

TEST(ExplainGpu, SaysWhereFiguresStandIn) {
    const GpuPlan plan = gpu_plan_of(find_effect("unsharp-halide")->build(), {.target = "gtx-680"});
    EXPECT_THAT(explain_gpu_plan(plan), HasSubstr("registers and times of 7.5 stand in"));
}

}  // namespace
}  // namespace weft::test
