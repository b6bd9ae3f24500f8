// Pictures that share bytes of the arena, and may or may not.
#include "runtime/simt/arena_check.h"

#include <gtest/gtest.h>

namespace weft {
namespace {

/// input 0 → kernel 0 → 1 → kernel 1 → 2 → kernel 2 → 3, each 4096 bytes.
GpuPlan chain() {
    GpuPlan plan;
    plan.images.resize(4);
    plan.storage.resize(4);
    for (const Id<PlanImage> i : plan.images.ids()) {
        PlanImage& image = plan.images[i];
        image.name = "picture" + std::to_string(i.number());
        image.region = image.shape.domain = {0, 0, 32, 32};
        plan.storage[i].arena_offset = 4096u * i.index();
    }
    plan.images.front().source = FromInput{Id<GraphInput>(0)};
    for (int k = 0; k < 3; ++k) {
        GpuKernel kernel;
        GpuInput input;
        input.image = Id<PlanImage>(k);
        kernel.inputs.add(input);
        kernel.outputs = {Id<PlanImage>(k + 1)};
        plan.kernels.add(kernel);
    }
    plan.outputs = {Id<PlanImage>(3)};
    plan.arena_bytes = 4 * 4096;
    return plan;
}

TEST(ArenaCheck, AcceptsPlacesOfTheirOwnAndThoseOfTheDead) {
    GpuPlan plan = chain();
    EXPECT_TRUE(check_arena(plan));
    plan.storage[Id<PlanImage>(2)].arena_offset = 0;  // the input was last read before
    plan.storage[Id<PlanImage>(3)].arena_offset = 4096;
    plan.arena_bytes = 2 * 4096;
    EXPECT_TRUE(check_arena(plan));
}

TEST(ArenaCheck, RefusesAnOutputOverAnInputOfOneKernel) {
    GpuPlan plan = chain();
    plan.storage[Id<PlanImage>(2)].arena_offset = 4096 + 4092;
    const Status status = check_arena(plan);
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, ErrorKind::kFault);
    EXPECT_EQ(status.error().message,
              "pictures \"picture1\" and \"picture2\" share bytes 8188 to 8192 of the arena while "
              "both are alive, in launch 1");
}

TEST(ArenaCheck, RefusesWhatOverwritesAnOutput) {
    GpuPlan plan = chain();
    plan.outputs = {Id<PlanImage>(1), Id<PlanImage>(3)};
    plan.storage[Id<PlanImage>(3)].arena_offset = 4096;
    EXPECT_FALSE(check_arena(plan));
}

TEST(ArenaCheck, RefusesWhatDoesNotFit) {
    GpuPlan plan = chain();
    plan.arena_bytes -= 1;
    const Status status = check_arena(plan);
    ASSERT_FALSE(status);
    EXPECT_NE(status.error().message.find("ends at byte 16384 of an arena of 16383"),
              std::string::npos);
}

}  // namespace
}  // namespace weft
