// Barriers that not all threads reach, and kernels that never end.
#include <gtest/gtest.h>

#include "kernel_bench.h"

namespace weft::test {
namespace {

TEST(SimtBarrier, ManyPassTogether) {
    Bench bench({Rect{0, 0, 96, 1}}, 0);
    bench.block = {48, 2, 1};
    bench.shared_bytes = 96 * sizeof(float);
    EXPECT_FALSE(bench.run_all([](const Kernel& k) {
        const unsigned t = k.thread().x + 48 * k.thread().y;
        k.store(k.shared() + t, 1);
        for (unsigned step = 1; step < 96; step *= 2) {
            k.sync(3);
            const float sum =
                k.load(k.shared() + t) + (t >= step ? k.load(k.shared() + t - step) : 0);
            k.sync(4);
            k.store(k.shared() + t, sum);
        }
        k.store(k.pictures[0] + t, k.load(k.shared() + t));
    }));
    for (int x = 0; x < 96; ++x) EXPECT_EQ(bench.sample(x, 0), static_cast<float>(x + 1));
}

TEST(SimtBarrier, InsideABranch) {
    Bench bench({Rect{0, 0, 64, 1}}, 0);
    bench.block = {64, 1, 1};
    const auto found = bench.run_all([](const Kernel& k) {
        if (k.linear() < 40) k.sync(21);
        k.store(k.pictures[0] + k.linear(), 1);
        k.sync(22);
    });
    ASSERT_TRUE(found);
    EXPECT_EQ(found->check, SimtCheck::kBarrier);
    EXPECT_EQ(found->thread->line + found->other->line, 43);
    EXPECT_EQ(found->epoch, 0);
}

TEST(SimtBarrier, EarlyExit) {
    Bench bench({Rect{0, 0, 64, 1}}, 0);
    bench.block = {64, 1, 1};
    const auto found = bench.run_all([](const Kernel& k) {
        k.store(k.pictures[0] + k.linear(), 1);
        k.sync(30);
        if (k.linear() == 63) return;
        k.sync(31);
    });
    ASSERT_TRUE(found);
    EXPECT_EQ(found->check, SimtCheck::kExit);
    EXPECT_EQ(found->thread->line, 31);
    EXPECT_EQ(found->other->thread.x, 63u);
    EXPECT_EQ(found->other->action, "has ended");
    EXPECT_EQ(found->epoch, 1);
}

TEST(SimtBarrier, EndlessLoopOverMemory) {
    Bench bench({Rect{0, 0, 32, 1}, Rect{0, 0, 32, 1}}, 1);
    bench.max_calls = 1000;
    const auto found = bench.run_all([](const Kernel& k) {
        while (k.load(k.pictures[0], 44) >= 0) continue;
    });
    ASSERT_TRUE(found);
    EXPECT_EQ(found->check, SimtCheck::kEndless);
    EXPECT_EQ(found->thread->line, 44);
}

TEST(SimtBarrier, EndlessLoopOverBarriers) {
    Bench bench({Rect{0, 0, 32, 1}}, 0);
    bench.max_calls = 1000;
    const auto found = bench.run_all([](const Kernel& k) {
        for (;;) k.sync(45);
    });
    ASSERT_TRUE(found);
    EXPECT_EQ(found->check, SimtCheck::kEndless);
}

TEST(SimtBarrier, BlocksAfterAFindingMayRunAgain) {
    Bench bench({Rect{0, 0, 64, 1}}, 0);
    bench.block = {64, 1, 1};
    for (int i = 0; i < 20; ++i) {
        EXPECT_TRUE(bench.run([](const Kernel& k) {
            if (k.linear() % 2) k.sync();
        }));
        EXPECT_FALSE(bench.run([](const Kernel& k) {
            k.sync();
            k.store(k.pictures[0] + k.linear(), 2);
        }));
        EXPECT_EQ(bench.sample(5, 0), 2.0f);
    }
}

TEST(SimtBarrier, IndicesAreThoseOfCuda) {
    Bench bench({Rect{0, 0, 48, 1}}, 0);
    bench.grid = {2, 3, 2};
    bench.block = {2, 2, 1};
    EXPECT_FALSE(bench.run_all([](const Kernel& k) {
        const SimtThread& t = *simt_hooks().thread();
        const unsigned block = t.block_index.x + 2 * (t.block_index.y + 3 * t.block_index.z);
        const unsigned thread = t.thread_index.x + 2 * t.thread_index.y;
        k.store(&k.pictures[0][4 * block + thread],
                static_cast<float>(t.grid_size.y * 10 + t.block_size.x));
    }));
    EXPECT_EQ(bench.sample(47, 0), 32.0f);
}

}  // namespace
}  // namespace weft::test
