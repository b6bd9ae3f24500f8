// Shuffles and syncs of a warp: what they give, what they order, and lanes that are missing.
#include <gtest/gtest.h>

#include "kernel_bench.h"

namespace weft::test {
namespace {

constexpr unsigned kAll = 0xffffffffu;

TEST(SimtLanes, ShufflesExchangeValues) {
    Bench bench({Rect{0, 0, 64, 1}}, 0);
    bench.block = {64, 1, 1};
    EXPECT_FALSE(bench.run_all([](const Kernel& k) {
        unsigned sum = k.linear();
        for (unsigned step = 1; step < 32; step *= 2)
            sum += k.shuffle(kAll, sum, static_cast<int>((k.linear() ^ step) % 32));
        k.store(k.pictures[0] + k.linear(), static_cast<float>(sum));
    }));
    EXPECT_EQ(bench.sample(3, 0), 31.0f * 16);
    EXPECT_EQ(bench.sample(40, 0), 31.0f * 16 + 32 * 32);
}

TEST(SimtLanes, HalvesOfAWarpMayGoApart) {
    Bench bench({Rect{0, 0, 32, 1}}, 0);
    EXPECT_FALSE(bench.run_all([](const Kernel& k) {
        const bool low = k.linear() < 16;
        const unsigned value = low ? k.shuffle(0x0000ffffu, k.linear(), 3, 6)
                                   : k.shuffle(0xffff0000u, k.linear(), 20, 7);
        k.store(k.pictures[0] + k.linear(), static_cast<float>(value));
    }));
    EXPECT_EQ(bench.sample(0, 0), 3.0f);
    EXPECT_EQ(bench.sample(31, 0), 20.0f);
}

TEST(SimtLanes, AShortWarpTakesTheFullMask) {
    Bench bench({Rect{0, 0, 40, 1}}, 0);
    bench.block = {40, 1, 1};
    EXPECT_FALSE(bench.run_all([](const Kernel& k) {
        k.store(k.pictures[0] + k.linear(), static_cast<float>(k.shuffle(kAll, k.linear(), 7)));
    }));
    EXPECT_EQ(bench.sample(35, 0), 39.0f);
}

void expect_lane(const std::optional<SimtFinding>& found, const std::string& part) {
    ASSERT_TRUE(found);
    EXPECT_EQ(found->check, SimtCheck::kLane) << to_error(*found).message;
    EXPECT_NE(found->what.find(part), std::string::npos) << found->what;
}

TEST(SimtLanes, OwnLaneMissingFromTheMask) {
    Bench bench({Rect{0, 0, 32, 1}}, 0);
    expect_lane(bench.run_all([](const Kernel& k) { k.shuffle(0x7fffffffu, 0, 0); }),
                "lane 31 is not in the mask");
    expect_lane(bench.run_all([](const Kernel& k) { k.sync_warp(kAll << 1); }),
                "lane 0 is not in the mask");
}

TEST(SimtLanes, SourceThatTakesNoPart) {
    Bench bench({Rect{0, 0, 40, 1}}, 0);
    bench.block = {40, 1, 1};
    expect_lane(bench.run([](const Kernel& k) {
        if (k.linear() < 8) k.shuffle(0xffu, 0, 9);
    }),
                "lane 9, which takes no part");
    expect_lane(bench.run([](const Kernel& k) {
        if (k.linear() >= 32) k.shuffle(kAll, 0, 8);
    }),
                "lane 8, which takes no part");
    expect_lane(bench.run([](const Kernel& k) { k.shuffle(kAll, 0, 32); }), "lane 32");
    expect_lane(bench.run([](const Kernel& k) { k.shuffle(kAll, 0, -1); }), "lane -1");
}

TEST(SimtLanes, LaneThatHasEnded) {
    Bench bench({Rect{0, 0, 32, 1}}, 0);
    const auto found = bench.run_all([](const Kernel& k) {
        if (k.linear() == 5) return;
        k.shuffle(kAll, 0, 0);
    });
    expect_lane(found, "lane 5 (mask 0xffffffff), which has ended");
    EXPECT_EQ(found->other->thread.x, 5u);
}

TEST(SimtLanes, LaneThatWaitsElsewhere) {
    Bench bench({Rect{0, 0, 32, 1}}, 0);
    expect_lane(bench.run_all([](const Kernel& k) {
        if (k.linear() == 5)
            k.sync();
        else
            k.sync_warp(kAll);
    }),
                "waits at a barrier of the block");
    expect_lane(
        bench.run_all([](const Kernel& k) { k.sync_warp(k.linear() == 5 ? 0x20u | 0x40u : kAll); }),
        "waits with another mask");
    expect_lane(bench.run_all([](const Kernel& k) { k.sync_warp(kAll, k.linear() == 5 ? 8 : 9); }),
                "waits elsewhere");
}

/// Each lane writes, then reads its neighbour's.
void exchange_through_shared(const Kernel& k, bool sync) {
    k.store(k.shared() + k.linear(), 1);
    if (sync) k.sync_warp(kAll);
    const unsigned warp = k.linear() / 32 * 32;
    k.store(k.pictures[0] + k.linear(), k.load(k.shared() + warp + (k.linear() + 1) % 32));
}

TEST(SimtLanes, SyncOrdersTheWarp) {
    Bench bench({Rect{0, 0, 64, 1}}, 0);
    bench.block = {64, 1, 1};
    bench.shared_bytes = 64 * sizeof(float);
    EXPECT_FALSE(bench.run_all([](const Kernel& k) { exchange_through_shared(k, true); }));
    const auto found = bench.run_all([](const Kernel& k) { exchange_through_shared(k, false); });
    ASSERT_TRUE(found);
    EXPECT_EQ(found->check, SimtCheck::kConflict);
}

TEST(SimtLanes, SyncOrdersNobodyElse) {
    Bench bench({Rect{0, 0, 64, 1}}, 0);
    bench.block = {64, 1, 1};
    bench.shared_bytes = 64 * sizeof(float);
    const auto other_warp = bench.run_all([](const Kernel& k) {
        k.store(k.shared() + k.linear(), 1);
        k.sync_warp(kAll);
        k.store(k.pictures[0] + k.linear(), k.load(k.shared() + (k.linear() + 32) % 64));
    });
    ASSERT_TRUE(other_warp);
    EXPECT_EQ(other_warp->check, SimtCheck::kConflict);
    const auto other_half = bench.run_all([](const Kernel& k) {
        k.store(k.shared() + k.linear(), 1);
        k.sync_warp(k.linear() % 32 < 16 ? 0x0000ffffu : 0xffff0000u);
        k.store(k.pictures[0] + k.linear(), k.load(k.shared() + (k.linear() ^ 16u)));
    });
    ASSERT_TRUE(other_half);
    EXPECT_EQ(other_half->check, SimtCheck::kConflict);
}

}  // namespace
}  // namespace weft::test
