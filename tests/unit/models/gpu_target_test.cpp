// The table of GPUs: names, and figures that cannot be.
#include "plan/gpu_target.h"

#include <gtest/gtest.h>

#include <cctype>
#include <set>

namespace weft {
namespace {

TEST(GpuTargets, HaveNamesOfTheirOwn) {
    std::set<std::string> names;
    for (const GpuTarget& t : gpu_targets()) {
        EXPECT_TRUE(names.insert(t.name).second) << t.name;
        EXPECT_FALSE(t.description.empty()) << t.name;
        for (char c : t.name) EXPECT_FALSE(std::isupper(static_cast<unsigned char>(c))) << t.name;
    }
    for (const char* name :
         {"cc-1.0",   "cc-1.3",      "gtx-680", "gtx-745", "k20c",   "gtx-1080-ti", "v100",
          "rtx-2080", "rtx-2080-ti", "xavier",  "a100",    "h100",   "h200",        "sm_75",
          "sm_80",    "sm_86",       "sm_89",   "sm_90",   "sm_100", "sm_120"})
        EXPECT_EQ(names.count(name), 1u) << name;
}

TEST(GpuTargets, AreFoundInAnyCase) {
    ASSERT_NE(find_gpu_target("H100"), nullptr);
    EXPECT_EQ(find_gpu_target("H100")->name, "h100");
    EXPECT_EQ(find_gpu_target("GTX-1080-Ti")->name, "gtx-1080-ti");
    EXPECT_EQ(find_gpu_target("h1000"), nullptr);
    EXPECT_EQ(find_gpu_target(""), nullptr);
}

TEST(GpuTargets, AreOldestFirst) {
    // "sm_NN" beside the cards of the same capability; capabilities never go down.
    const auto& targets = gpu_targets();
    for (std::size_t i = 1; i < targets.size(); ++i)
        EXPECT_GE(targets[i].capability, targets[i - 1].capability) << targets[i].name;
}

TEST(GpuTargets, HaveFiguresThatFitTogether) {
    for (const GpuTarget& t : gpu_targets()) {
        EXPECT_EQ(t.warp_size, 32);
        EXPECT_EQ(t.max_threads % t.warp_size, 0) << t.name;
        EXPECT_GE(t.max_threads, t.max_threads_per_block) << t.name;
        EXPECT_LE(t.max_shared_per_block + t.reserved_shared, t.shared_bytes) << t.name;
        EXPECT_GT(t.dram_bytes_per_second, 1e9) << t.name;
        EXPECT_GT(t.clock_hz, 0.5e9) << t.name;
        EXPECT_GE(t.fp32_lanes, t.special_lanes) << t.name;
        EXPECT_EQ(t.l2_bytes > 0, t.l2_bytes_per_second > 0) << t.name;
        if (t.l2_bytes > 0) {
            EXPECT_GT(t.l2_bytes_per_second, t.dram_bytes_per_second / 2) << t.name;
        }
    }
}

TEST(GpuTargets, KnowWhatTheCompilerDoesNot) {
    for (const char* name : {"cc-1.0", "gtx-680", "gtx-1080-ti", "v100", "xavier"}) {
        EXPECT_TRUE(find_gpu_target(name)->stands_in()) << name;
        EXPECT_EQ(find_gpu_target(name)->compiled_for().number(), 75) << name;
    }
    for (const char* name : {"rtx-2080", "a100", "h100", "sm_120"})
        EXPECT_FALSE(find_gpu_target(name)->stands_in()) << name;
    EXPECT_EQ(find_gpu_target("sm_120")->compiled_for().number(), 120);
}

}  // namespace
}  // namespace weft
