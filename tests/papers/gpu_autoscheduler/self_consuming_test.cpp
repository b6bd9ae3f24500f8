// Paper: gpu-autoscheduler, stages that consume themselves: matmul and convlayer as plans.
#include <gtest/gtest.h>

#include "effects/builtin.h"
#include "gpu_planning.h"
#include "passes/gpu/fusion/auto_stages.h"

namespace weft::test {
namespace {

GpuPlan plan_of(const char* effect, const Rect& domain, std::vector<std::string> disabled = {}) {
    return gpu_plan_of(
        find_effect(effect)->build(),
        {.target = "rtx-2080-ti", .domain = domain, .disabled = std::move(disabled)});
}

TEST(AutoschedulerSelfConsuming, StagesHaveTilesWhereTheyPay) {
    for (const char* effect : {"matrix-product", "conv-layer"}) {
        const GpuPlan plan = plan_of(effect, {0, 0, 1536, 1536});
        ASSERT_EQ(plan.kernels.size(), 1u);
        const GpuKernel& kernel = plan.kernels.front();
        EXPECT_EQ(kernel.kind, GpuKernelKind::kAccumulate) << effect;
        EXPECT_GT(kernel.accumulation.elements_u * kernel.accumulation.elements_v, 1) << effect;
        EXPECT_GT(kernel.shared_bytes, 0u) << effect;
        EXPECT_NE(decisions_of(plan, "accumulate", "").find("instead of"), std::string::npos);
        // Of one pixel there is nothing to share.
        EXPECT_EQ(plan_of(effect, {0, 0, 1, 1}).kernels.front().kind, GpuKernelKind::kParallel);
        EXPECT_EQ(plan_of(effect, {0, 0, 1536, 1536}, {"accumulate"}).kernels.front().kind,
                  GpuKernelKind::kParallel);
    }
}

/// A product of matrices reads a row and a column, not an element of each.
TEST(AutoschedulerSelfConsuming, LoadsAreThoseOfAllTerms) {
    const AutoPipeline product = auto_pipeline(plan_of("matrix-product", {0, 0, 128, 128}));
    ASSERT_EQ(product.front().reads.size(), 2u);
    EXPECT_EQ(product.front().reads[0].loads, 128);
    EXPECT_EQ(product.front().reads[1].loads, 128);
    EXPECT_GE(product.front().operations, 2 * 128);
    const AutoPipeline layer = auto_pipeline(plan_of("conv-layer", {0, 0, 128, 128}));
    EXPECT_EQ(layer.front().reads[0].loads, 9 * 3);
    EXPECT_EQ(layer.front().reads[1].loads, 4 * 9 * 3);
}

}  // namespace
}  // namespace weft::test
