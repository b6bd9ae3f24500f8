// The table of ways of fusing, as people read it.
#include "cli/comparison_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft {
namespace {

using testing::HasSubstr;
using testing::Not;

Comparison comparison() {
    Comparison all;
    all.name = "effect";
    all.target = *find_gpu_target("sm_90");
    all.stages = 9;
    PlanSummary none;
    none.asked = {FusionStrategy::kNone, {}};
    none.kernels = 9;
    none.bytes_moved = 2897.0 * (1 << 20);
    none.occupancy = 1;
    none.registers = 28;
    none.compiled = true;
    none.shared_bytes = 2640;
    none.seconds = 900e-6;
    PlanSummary block = none;
    block.asked = {FusionStrategy::kMinCut, TileKind::kBlock};
    block.kernels = block.fused = 1;
    block.bytes_moved = 275.875 * (1 << 20);
    block.redundancy = 1.125;
    block.occupancy = 0.625;
    block.registers = 128;
    block.seconds = 225e-6;
    PlanSummary automatic = block;
    automatic.asked = {};
    automatic.same_as = 1;
    all.plans = {none, block, automatic};
    return all;
}

TEST(ComparisonText, Aligns) {
    const std::string text = to_text(comparison(), "64x48, 3 channels");
    EXPECT_THAT(text, testing::StartsWith(R"(effect: 9 stages, 64x48, 3 channels, for sm_90 ()" +
                                          comparison().target.description + R"(), strict

  fusion  tile   kernels  fused  MB moved  redundancy  occupancy  registers  shared     us  speed
  none    -            9      0    2897.0        1.00      100 %         28    2640  900.0   1.00
* mincut  block        1      1     275.9        1.12       62 %        128    2640  225.0   4.00
  auto    auto         1      1     275.9        1.12       62 %        128    2640  225.0   4.00  = mincut/block

* the least time by the model: mincut/block, 4.00 times as fast as none
  what is planned without --fusion and --tile: auto/auto, 225.0 us

)"));
    EXPECT_THAT(text, Not(HasSubstr("~")));
    EXPECT_THAT(text, Not(HasSubstr("does not fit")));
}

TEST(ComparisonText, SaysWhereRegistersAreEstimates) {
    Comparison all = comparison();
    for (PlanSummary& plan : all.plans) plan.compiled = false;
    EXPECT_THAT(to_text(all, ""), HasSubstr("had not settled"));
    all.why_estimated = "the compiler is on holiday";
    const std::string text = to_text(all, "");
    EXPECT_THAT(text, HasSubstr(" ~128 "));
    EXPECT_THAT(text,
                HasSubstr("~ estimates, for nothing was compiled: the compiler is on holiday"));
    EXPECT_THAT(text, Not(HasSubstr("had not settled")));
}

TEST(ComparisonText, SaysWhatDoesNotFitOnce) {
    Comparison all = comparison();
    all.plans[1].asked = {FusionStrategy::kDp, TileKind::kWarp};
    all.plans[0].why_not = all.plans[1].why_not = "too many registers";
    all.plans[2].same_as = -1;
    const std::string text = to_text(all, "");
    EXPECT_THAT(text, HasSubstr("none    -           -      -         -"));
    EXPECT_THAT(text, HasSubstr("does not fit [1]\n  dp "));
    EXPECT_THAT(text, HasSubstr("\n[1] too many registers\n"));
    EXPECT_THAT(text, Not(HasSubstr("[2]")));
    EXPECT_THAT(text, HasSubstr("auto/auto, 1.00 times as fast as auto/auto"));
}

TEST(ComparisonText, SaysWhereFiguresStandIn) {
    Comparison all = comparison();
    EXPECT_THAT(to_text(all, ""), Not(HasSubstr("stand in")));
    all.target = *find_gpu_target("gtx-680");
    EXPECT_THAT(to_text(all, ""), HasSubstr("registers and times of 7.5 stand in"));
}

}  // namespace
}  // namespace weft
