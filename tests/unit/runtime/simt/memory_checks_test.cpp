// Accesses that may not happen, each found by the check that is meant for it; and those that may.
#include <gtest/gtest.h>

#include <array>

#include "kernel_bench.h"
#include "runtime/simt/memory_check.h"

namespace weft::test {
namespace {

constexpr Rect kLine{0, 0, 64, 1};

void expect(const std::optional<SimtFinding>& found, SimtCheck check, const std::string& address) {
    ASSERT_TRUE(found);
    EXPECT_STREQ(check_name(found->check), check_name(check)) << to_error(*found).message;
    EXPECT_EQ(found->address, address) << to_error(*found).message;
}

TEST(SimtMemory, FindsNothingInACopy) {
    Bench bench({kLine, kLine}, 1);
    bench.grid = {2, 1, 1};
    EXPECT_FALSE(bench.run_all([](const Kernel& k) {
        k.store(k.pictures[1] + k.linear(), k.load(k.pictures[0] + k.linear()));
    }));
    EXPECT_EQ(bench.sample(63, 0), 63.0f);
}

TEST(SimtMemory, ReadBehindAPicture) {
    Bench bench({kLine, kLine}, 1);
    bench.block = {64, 1, 1};
    const auto found = bench.run([](const Kernel& k) {
        k.store(k.pictures[1] + k.linear(), k.load(k.pictures[0] + k.linear() + 1, 17));
    });
    expect(found, SimtCheck::kBounds, "picture0[0][1][0]");
    ASSERT_TRUE(found->thread);
    EXPECT_EQ(found->thread->thread.x, 63u);
    EXPECT_EQ(found->thread->line, 17);
}

TEST(SimtMemory, ReadBeforeAPicture) {
    Bench bench({Rect{-4, 7, 28, 8}, Rect{0, 0, 32, 1}}, 1);
    expect(bench.run([](const Kernel& k) {
        k.store(k.pictures[1] + k.linear(), k.load(k.pictures[0] + k.linear() - 1));
    }),
           SimtCheck::kBounds, "picture0[0][6][27]");
}

TEST(SimtMemory, ReadOfPadding) {
    Bench bench({Rect{0, 0, 30, 2}, Rect{0, 0, 32, 1}}, 1);
    expect(bench.run([](const Kernel& k) {
        k.store(k.pictures[1] + k.linear(), k.load(k.pictures[0] + k.linear()));
    }),
           SimtCheck::kBounds, "picture0[0][0][30]");
}

TEST(SimtMemory, WriteOutOfBounds) {
    Bench bench({Rect{0, 0, 31, 1}}, 0);
    expect(bench.run([](const Kernel& k) { k.store(k.pictures[0] + k.linear(), 0); }),
           SimtCheck::kBounds, "picture0[0][0][31]");
}

/// Two rows of three u16 samples, of which a pixel has one more, and a byte between the rows.
TEST(SimtMemory, BytesOfPicturesThatAreNotWefts) {
    PictureView shape;
    shape.format = SampleFormat::kU16;
    shape.domain = {0, 0, 3, 2};
    shape.planes = 1;
    shape.x_stride = 4;
    shape.y_stride = -13;
    std::array<std::byte, 32> theirs{};
    shape.base = theirs.data() + 13;
    Table<DeviceArray, PlanImage> memory;
    const Id<PlanImage> written = memory.add(DeviceArray("theirs", shape));
    MemoryCheck check(memory, {}, {written}, 0);
    const PictureView& view = memory[written].view();
    const WarpClock clock{};
    const auto write = [&](const std::byte* at, unsigned bytes, std::uint32_t thread) {
        return check.access(at, bytes, true, {0, thread, 0, 0, &clock}, {"here", 1});
    };
    EXPECT_FALSE(write(view.at(0, 1, 0), 2, 0));
    EXPECT_FALSE(write(view.at(1, 1, 0), 2, 1)) << "beside it";
    EXPECT_FALSE(write(view.at(0, 0, 0), 1, 0)) << "half of one, at an odd address";
    const auto other = write(view.at(0, 1, 0) + 2, 2, 2);
    ASSERT_TRUE(other) << "the sample that is not the picture's";
    EXPECT_EQ(other->check, SimtCheck::kBounds);
    EXPECT_EQ(other->address, "theirs[2]");
    const auto twice = write(view.at(1, 1, 0) + 1, 1, 33);
    ASSERT_TRUE(twice);
    EXPECT_EQ(twice->check, SimtCheck::kConflict);
    const auto odd = write(view.at(1, 0, 0), 2, 3);
    ASSERT_TRUE(odd);
    EXPECT_EQ(odd->check, SimtCheck::kMisaligned);
    const auto missing = check.missing_output();
    ASSERT_TRUE(missing);
    EXPECT_EQ(missing->address, "theirs[8]");
}

TEST(SimtMemory, WildAddress) {
    Bench bench({kLine}, 0);
    const auto found = bench.run([](const Kernel&) {
        simt_hooks().read(reinterpret_cast<float*>(64), 4, {"kernel.cu", 1});
    });
    expect(found, SimtCheck::kBounds, "0x40");
}

TEST(SimtMemory, PictureThatWasNotGiven) {
    Bench bench({kLine, kLine, kLine}, 1);
    expect(bench.run([](const Kernel& k) { k.load(k.pictures[1] + 5); }), SimtCheck::kUnbound,
           "picture1[0][0][5]");
}

TEST(SimtMemory, WriteToAnInput) {
    Bench bench({kLine, kLine}, 1);
    expect(bench.run([](const Kernel& k) { k.store(k.pictures[0] + 7, 1); }), SimtCheck::kReadOnly,
           "picture0[0][0][7]");
}

TEST(SimtMemory, Misaligned) {
    Bench bench({kLine, kLine}, 1);
    expect(bench.run([](const Kernel& k) {
        simt_hooks().read(reinterpret_cast<const char*>(k.pictures[0]) + 2, 4, {"k", 1});
    }),
           SimtCheck::kMisaligned, "picture0[0][0][0]");
    expect(bench.run([](const Kernel& k) { simt_hooks().read(k.pictures[0] + 1, 16, {"k", 1}); }),
           SimtCheck::kMisaligned, "picture0[0][0][1]");
    expect(bench.run([](const Kernel& k) { simt_hooks().read(k.pictures[0], 3, {"k", 1}); }),
           SimtCheck::kMisaligned, "picture0[0][0][0]");
}

TEST(SimtMemory, WideAccessesAreCheckedToTheirEnd) {
    Bench bench({Rect{0, 0, 30, 1}, Rect{0, 0, 32, 1}}, 1);
    expect(bench.run([](const Kernel& k) { simt_hooks().read(k.pictures[0] + 28, 16, {"k", 1}); }),
           SimtCheck::kBounds, "picture0[0][0][30]");
    bench.block = {8, 1, 1};
    EXPECT_FALSE(bench.run_all([](const Kernel& k) {
        float* const to = k.pictures[1] + std::size_t{4} * k.linear();
        simt_hooks().write(to, 16, {"k", 1});
        for (int i = 0; i < 4; ++i) to[i] = 1;
    }));
}

TEST(SimtMemory, SharedMemoryOutOfBounds) {
    Bench bench({Rect{0, 0, 32, 1}}, 0);
    bench.shared_bytes = 32 * sizeof(float);
    expect(bench.run([](const Kernel& k) { k.store(k.shared() + k.linear() + 1, 0); }),
           SimtCheck::kBounds, "shared[32]");
    expect(bench.run([](const Kernel& k) { k.load(k.shared() - 1); }), SimtCheck::kBounds,
           "shared[-1]");
    bench.shared_bytes = 0;
    expect(bench.run([](const Kernel& k) { k.load(k.shared()); }), SimtCheck::kBounds, "shared[0]");
}

TEST(SimtMemory, UnwrittenSharedElement) {
    Bench bench({Rect{0, 0, 32, 1}}, 0);
    bench.shared_bytes = 33 * sizeof(float);
    const auto found = bench.run_all([](const Kernel& k) {
        k.store(k.shared() + k.linear(), 1);
        k.sync();
        k.store(k.pictures[0] + k.linear(), k.load(k.shared() + k.linear() + 1));
    });
    expect(found, SimtCheck::kUnwritten, "shared[32]");
    EXPECT_EQ(found->epoch, 1);
    EXPECT_EQ(found->thread->thread.x, 31u);
}

TEST(SimtMemory, SharedMemoryIsNewForEachBlock) {
    Bench bench({kLine}, 0);
    bench.grid = {2, 1, 1};
    bench.shared_bytes = 32 * sizeof(float);
    const auto found = bench.run_all([](const Kernel& k) {
        if (k.block().x == 0) k.store(k.shared() + k.thread().x, 1);
        k.store(k.pictures[0] + k.linear(), k.load(k.shared() + k.thread().x));
    });
    expect(found, SimtCheck::kUnwritten, "shared[0]");
    EXPECT_EQ(found->thread->block.x, 1u);
}

TEST(SimtMemory, UnwrittenOutput) {
    Bench bench({Rect{0, 0, 32, 1}}, 0);
    expect(bench.run([](const Kernel& k) {
        k.store(k.pictures[0] + k.linear(), k.load(k.pictures[0] + k.linear()));
    }),
           SimtCheck::kUnwritten, "picture0[0][0][0]");
}

TEST(SimtMemory, SkippedElementOfAnOutput) {
    Bench bench({Rect{0, 0, 31, 2}}, 0);
    expect(bench.run_all([](const Kernel& k) {
        if (k.linear() < 31) k.store(k.pictures[0] + k.linear(), 1);
        if (k.linear() < 30) k.store(k.pictures[0] + 32 + k.linear(), 1);
    }),
           SimtCheck::kMissing, "picture0[0][1][30]");
}

TEST(SimtMemory, MissingBarrierBetweenWriteAndRead) {
    Bench bench({Rect{0, 0, 64, 1}}, 0);
    bench.block = {64, 1, 1};
    bench.shared_bytes = 64 * sizeof(float);
    for (const SimtSchedule& schedule : simt_schedules(4, 1)) {
        const auto found = bench.run(
            [](const Kernel& k) {
                k.store(k.shared() + k.linear(), 1, 11);
                k.store(k.pictures[0] + k.linear(), k.load(k.shared() + 63 - k.linear(), 12));
            },
            schedule);
        ASSERT_TRUE(found) << schedule.name();
        EXPECT_EQ(found->check, SimtCheck::kConflict) << to_error(*found).message;
        ASSERT_TRUE(found->thread && found->other);
        EXPECT_EQ(found->thread->thread.x + found->other->thread.x, 63u);
        EXPECT_EQ(found->thread->line + found->other->line, 23);
        EXPECT_EQ(found->epoch, 0);
    }
    EXPECT_FALSE(bench.run_all([](const Kernel& k) {
        k.store(k.shared() + k.linear(), 1);
        k.sync();
        k.store(k.pictures[0] + k.linear(), k.load(k.shared() + 63 - k.linear()));
    }));
}

TEST(SimtMemory, MissingBarrierBetweenReadAndNextWrite) {
    Bench bench({Rect{0, 0, 64, 1}}, 0);
    bench.block = {64, 1, 1};
    bench.shared_bytes = 64 * sizeof(float);
    const auto found = bench.run_all([](const Kernel& k) {
        k.store(k.shared() + k.linear(), 1);
        k.sync();
        const float left = k.load(k.shared() + (k.linear() + 1) % 64);
        k.store(k.shared() + k.linear(), left);
        k.store(k.pictures[0] + k.linear(), left);
    });
    ASSERT_TRUE(found);
    EXPECT_EQ(found->check, SimtCheck::kConflict);
    EXPECT_EQ(found->epoch, 1);
}

TEST(SimtMemory, TwoThreadsWriteOneElement) {
    Bench bench({Rect{0, 0, 32, 1}}, 0);
    const auto found = bench.run_all([](const Kernel& k) {
        k.store(k.pictures[0] + k.linear() / 2, 1);
        k.store(k.pictures[0] + 16 + k.linear() / 2, 1);
    });
    expect(found, SimtCheck::kConflict, "picture0[0][0][0]");
}

TEST(SimtMemory, ABarrierOrdersWritesToAPicture) {
    Bench bench({Rect{0, 0, 32, 1}}, 0);
    EXPECT_FALSE(bench.run_all([](const Kernel& k) {
        k.store(k.pictures[0] + k.linear(), 1);
        k.sync();
        k.store(k.pictures[0] + 31 - k.linear(), 2);
    }));
}

TEST(SimtMemory, BlocksConflictAcrossBarriers) {
    Bench bench({Rect{0, 0, 33, 1}}, 0);
    bench.grid = {2, 1, 1};
    bench.block = {17, 1, 1};
    const auto found = bench.run_all([](const Kernel& k) {
        k.sync();
        k.store(&k.pictures[0][k.block().x * 16 + k.thread().x], 1);
        k.sync();
    });
    expect(found, SimtCheck::kBlockConflict, "picture0[0][0][16]");
    EXPECT_NE(found->thread->block.x, found->other->block.x);
}

TEST(SimtMemory, ABlockReadsWhatAnotherWrites) {
    Bench bench({Rect{0, 0, 2, 1}}, 0);
    bench.grid = {2, 1, 1};
    bench.block = {1, 1, 1};
    const auto found = bench.run([](const Kernel& k) {
        k.store(k.pictures[0] + k.block().x, 1);
        k.load(k.pictures[0]);
    });
    expect(found, SimtCheck::kBlockConflict, "picture0[0][0][0]");
}

TEST(SimtMemory, ReadersDoNotConflict) {
    Bench bench({Rect{0, 0, 32, 1}, Rect{0, 0, 32, 1}}, 1);
    bench.shared_bytes = sizeof(float);
    EXPECT_FALSE(bench.run_all([](const Kernel& k) {
        if (k.linear() == 0) k.store(k.shared(), 3);
        k.sync();
        k.store(k.pictures[1] + k.linear(), k.load(k.shared()) + k.load(k.pictures[0]));
    }));
}

TEST(SimtMemory, EveryReaderIsRemembered) {
    // Whichever of three readers writes in the end, it meets one of the others.
    for (unsigned writer : {0u, 1u, 2u}) {
        Bench bench({Rect{0, 0, 3, 1}}, 0);
        bench.block = {3, 1, 1};
        bench.shared_bytes = 2 * sizeof(float);
        const auto found = bench.run_all([writer](const Kernel& k) {
            if (k.linear() == 0) k.store(k.shared(), 3);
            k.sync();
            const float value = k.load(k.shared());
            k.sync_warp(1u << k.linear());
            if (k.linear() == writer) k.store(k.shared(), 4);
            k.store(k.pictures[0] + k.linear(), value);
        });
        ASSERT_TRUE(found) << writer;
        EXPECT_EQ(found->check, SimtCheck::kConflict);
    }
}

TEST(SimtMemory, ReportsNameWhatMatters) {
    Bench bench({kLine}, 0);
    bench.block = {64, 1, 1};
    bench.shared_bytes = 64 * sizeof(float);
    const auto found = bench.run([](const Kernel& k) {
        k.sync(5);
        k.store(k.shared() + k.linear() / 64, 1, 11);
    });
    ASSERT_TRUE(found);
    const Error error = to_error(*found);
    EXPECT_EQ(error.kind, ErrorKind::kFault);
    EXPECT_EQ(error.message,
              "kernel \"test\": conflict: a thread writes what another wrote, with no barrier "
              "between, shared[0] at kernel.cu:11\n"
              "  functor   Test (kernel.cu:1)\n"
              "  thread    thread (1,0,0) of block (0,0,0) writes at kernel.cu:11\n"
              "  other     thread (0,0,0) of block (0,0,0) wrote at kernel.cu:11\n"
              "  address   shared[0]\n"
              "  epoch     1 barriers passed by the block\n"
              "  schedule  forwards");
}

}  // namespace
}  // namespace weft::test
