// What options of GPU plans change: each, on a program where it must matter, the text of kernels or
// how they are launched.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "emit/cuda/cuda_kernel.h"
#include "gpu_planning.h"

namespace weft::test {
namespace {

/// The kernels of an effect's plan, and their blocks.
std::string text_of(const std::string& effect, const GpuChoices& choices,
                    const std::vector<std::string>& disabled = {}) {
    const GpuPlan plan = gpu_plan_of(find_effect(effect)->build(), {.target = "sm_75",
                                                                    .domain = {0, 0, 640, 480},
                                                                    .planes = 1,
                                                                    .disabled = disabled,
                                                                    .choices = choices});
    std::string text;
    for (const GpuKernel& kernel : plan.kernels)
        text += fmt::format("{}\n{}x{} threads\n", emit_cuda_kernel(plan, kernel, library()).text,
                            kernel.shape.block_u, kernel.shape.block_v);
    return text;
}

/// Expects texts that all differ, by what was chosen.
void expect_different(const std::map<std::string, std::string>& texts) {
    for (const auto& [one, text] : texts)
        for (const auto& [other, its] : texts)
            if (one < other) {
                EXPECT_TRUE(text != its) << one << " and " << other;
            }
}

TEST(GpuOptions, FusionChangesKernels) {
    const auto fused = [](FusionStrategy fusion) { return text_of("harris", {.fusion = fusion}); };
    const std::string apart = fused(FusionStrategy::kNone);
    for (const FusionStrategy fusion :
         {FusionStrategy::kMinCut, FusionStrategy::kBasic, FusionStrategy::kDp,
          FusionStrategy::kGreedy, FusionStrategy::kAuto})
        EXPECT_TRUE(fused(fusion) != apart) << name_of(fusion);
    EXPECT_TRUE(fused(FusionStrategy::kMinCut) != fused(FusionStrategy::kBasic));
    EXPECT_TRUE(fused(FusionStrategy::kMinCut) != fused(FusionStrategy::kDp));
}

TEST(GpuOptions, RulesAndCostsOfCutsChangeKernels) {
    const auto cut = [](const std::string& effect, const CutChoices& cuts) {
        return text_of(effect, {.fusion = FusionStrategy::kMinCut, .cuts = cuts});
    };
    EXPECT_TRUE(cut("harris", {.rules = FusionRules::kPaper}) !=
                cut("harris", {.rules = FusionRules::kExtended}));
    const auto grown = [&](double most) {
        return cut("harris", {.rules = FusionRules::kExtended, .most_shared = most});
    };
    EXPECT_TRUE(grown(1) != grown(1000)) << "shared growth";
    // Of Night's dear stages no edge pays by the paper's costs; one does where computing is cheap,
    // or reading dear.
    const auto night = [&](CutChoices cuts) {
        cuts.rules = FusionRules::kPaper;
        return cut("night-two-levels", cuts);
    };
    const std::string usual = night({});
    EXPECT_TRUE(night({.global = 1e6}) != usual) << "global";
    EXPECT_TRUE(night({.alu = 0, .sfu = 0}) != usual) << "alu and sfu";
    EXPECT_TRUE(night({.other_gains = 1e6}) != usual) << "other gains";
}

TEST(GpuOptions, NestingChangesKernels) {
    const auto nested = [](NestedFusion nesting) {
        return text_of("harris", {.fusion = FusionStrategy::kDp, .nesting = nesting});
    };
    EXPECT_TRUE(nested(NestedFusion::kNever) != nested(NestedFusion::kAlways));
    EXPECT_TRUE(nested(NestedFusion::kAuto) != nested(NestedFusion::kAlways));
    EXPECT_TRUE(nested(NestedFusion::kStages) != nested(NestedFusion::kAlways));
}

TEST(GpuOptions, TilesChangeKernels) {
    std::map<std::string, std::string> texts;
    const auto tiled = [](const TileChoice& tile) {
        return text_of("unsharp-halide", {.fusion = FusionStrategy::kDp, .tile = tile});
    };
    for (const TileKind kind :
         {TileKind::kBlock, TileKind::kWarp, TileKind::kHybrid, TileKind::kStream})
        texts[name_of(kind)] = tiled({kind});
    expect_different(texts);
    expect_different({{"half along x", tiled({TileKind::kHybrid, 5, eHorizontal})},
                      {"all along x", tiled({TileKind::kHybrid, 10, eHorizontal})},
                      {"half along y", tiled({TileKind::kHybrid, 5, eVertical})}});
}

TEST(GpuOptions, PlanesOfThreadsChangeKernels) {
    std::map<std::string, std::string> texts;
    for (const PlanesOfThread planes : {PlanesOfThread::kOne, PlanesOfThread::kAll})
        for (const TileKind kind :
             {TileKind::kBlock, TileKind::kWarp, TileKind::kHybrid, TileKind::kStream}) {
            const GpuPlan plan =
                gpu_plan_of(find_effect("sobel")->build(),
                            {.target = "sm_75",
                             .domain = {0, 0, 640, 480},
                             .choices = {.fusion = FusionStrategy::kAuto,
                                         .tile = {.kind = kind, .planes = planes}}});
            texts[fmt::format("{} of {}", name_of(planes), name_of(kind))] =
                emit_cuda_kernel(plan, plan.kernels.front(), library()).text;
        }
    expect_different(texts);
}

/// Algorithm 2 of paper: warp-tiling, section 6, chooses the size of a group's transactions: lines
/// of the first-level cache, as is usual, or the second level's, past the first. Of interpolate's
/// pyramid narrow tiles take the one and wide ones the other; nobody else's tiles are told.
TEST(GpuOptions, TransactionsOfAlgorithm2ChangeLoads) {
    const auto planned = [](const GpuChoices& choices) {
        return gpu_plan_of(
            find_effect("interpolate")->build(),
            {.target = "sm_75", .domain = {0, 0, 640, 480}, .planes = 1, .choices = choices});
    };
    const std::string past_first = "weft::SecondLevelPicture in";
    const auto holds = [&](const std::string& text) {
        return text.find(past_first) != std::string::npos;
    };
    const GpuPlan plan = planned({.fusion = FusionStrategy::kDp, .tile = {TileKind::kWarp}});
    std::map<int, int> groups;
    for (GpuKernel kernel : plan.kernels) {
        if (kernel.kind != GpuKernelKind::kGroup) continue;
        const int chosen = kernel.group.transaction_bytes;
        ++groups[chosen];
        EXPECT_EQ(holds(emit_cuda_kernel(plan, kernel, library()).text),
                  chosen == kSecondLevelBytes);
        std::map<int, std::string> texts;
        for (const int bytes : {0, kFirstLevelBytes, kSecondLevelBytes}) {
            kernel.group.transaction_bytes = bytes;
            texts[bytes] = emit_cuda_kernel(plan, kernel, library()).text;
        }
        EXPECT_EQ(texts[0], texts[kFirstLevelBytes]);
        EXPECT_TRUE(texts[0] != texts[kSecondLevelBytes]);
        EXPECT_TRUE(holds(texts[kSecondLevelBytes]));
        EXPECT_EQ(texts[kSecondLevelBytes].find("SecondLevelPicture out"), std::string::npos);
    }
    EXPECT_GT(groups[kFirstLevelBytes], 0);
    EXPECT_GT(groups[kSecondLevelBytes], 0);
    for (const GpuKernel& kernel : planned({.tile = {TileKind::kWarp}}).kernels)
        EXPECT_EQ(kernel.group.transaction_bytes, 0) << "of auto";
}

/// Of a kernel of one stage that reads in place, and of a group. (What is copied to shared memory
/// is copied by blocks, whose warps all are in the block's region.)
TEST(GpuOptions, BordersChangeKernels) {
    for (const char* effect : {"gaussian-3x3", "harris"}) {
        std::map<std::string, std::string> texts;
        for (const BorderScheme borders :
             {BorderScheme::kNaive, BorderScheme::kBody, BorderScheme::kNine, BorderScheme::kWarp})
            texts[fmt::format("{} of {}", name_of(borders), effect)] = text_of(
                effect,
                {.fusion = FusionStrategy::kDp, .tile = {TileKind::kBlock}, .borders = borders},
                {"stage"});
        expect_different(texts);
    }
}

/// What decides between them. Nine regions may take registers for which fewer blocks are resident:
/// by the gain G they then lose, and by the model's time the threads that remain are enough.
TEST(GpuOptions, WhoDecidesOnBordersChangesKernels) {
    const auto decided = [](BorderRule rule) {
        const GpuPlan plan =
            gpu_plan_of(find_effect("gaussian-3x3")->build(),
                        {.domain = {0, 0, 64, 64},
                         .choices = {.fusion = FusionStrategy::kNone, .border_rule = rule}});
        return emit_cuda_kernel(plan, plan.kernels.front(), library()).text;
    };
    EXPECT_TRUE(decided(BorderRule::kPaper) != decided(BorderRule::kTime));
}

}  // namespace
}  // namespace weft::test
