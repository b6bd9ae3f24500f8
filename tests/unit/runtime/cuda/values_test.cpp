// Values of the CUDA executor that need no device: lists of launches, bands, targets, chunks.
#include <gmock/gmock.h>

#include <bit>
#include <cstring>
#include <mutex>
#include <set>

#include "fake_device.h"
#include "runtime/cuda/banding.h"
#include "runtime/cuda/cuda_devices.h"
#include "runtime/cuda/driver_api.h"
#include "runtime/cuda/exchange.h"
#include "runtime/gpu/pack_args.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

LaunchList some_list() {
    static const LaunchList list =
        list_launches(fake_program(find_effect("degrain")->build(), {.domain = {0, 0, 64, 48}}));
    return list;
}

TEST(LaunchList, IsValidAndHoldsWhatThePlanDecided) {
    const GpuProgram program = fake_program(find_effect("degrain")->build(), {});
    const LaunchList list = list_launches(program);
    EXPECT_TRUE(validate(list));
    ASSERT_EQ(list.launches.size(), program.plan.kernels.size());
    EXPECT_EQ(list.capability, 90);
    ASSERT_EQ(list.inputs.size(), 1u);
    ASSERT_EQ(list.outputs.size(), 1u);
    for (std::size_t k = 0; k < list.launches.size(); ++k) {
        EXPECT_EQ(list.launches[k].kernel, program.plan.kernels[Id<GpuKernel>(k)].name);
        EXPECT_GT(list.launches[k].bytes_moved, 0u);
    }
}

TEST(LaunchList, BindsTheAddressesThatPackingWouldHavePutThere) {
    const GpuProgram program = fake_program(find_effect("diffusion")->build(), {});
    const GpuPlan& plan = program.plan;
    const LaunchList list = list_launches(program);
    const std::uint64_t arena = 0x7f1200000000;
    std::vector<std::uint64_t> exchanged;
    for (const ExchangedPicture& p : list.pictures) exchanged.push_back(arena + p.arena_offset);
    Table<float*, PlanImage> addresses;
    for (const GpuStorage& storage : plan.storage)
        addresses.add(std::bit_cast<float*>(arena + storage.arena_offset));
    for (std::size_t k = 0; k < list.launches.size(); ++k)
        EXPECT_EQ(bind_addresses(list.launches[k], arena, exchanged),
                  pack_args(plan, plan.kernels[Id<GpuKernel>(k)], addresses).bytes)
            << list.launches[k].kernel;
}

TEST(LaunchList, DamageIsFound) {
    ASSERT_TRUE(validate(some_list()));
    const auto broken = [](auto change) {
        LaunchList list = some_list();
        change(list);
        return !validate(list);
    };
    EXPECT_TRUE(broken([](LaunchList& l) { l.launches[1].code = 1000; }));
    EXPECT_TRUE(broken([](LaunchList& l) { l.launches[1].code = -1; }));
    EXPECT_TRUE(broken([](LaunchList& l) { l.launches[0].grid[1] = 0; }));
    EXPECT_TRUE(broken([](LaunchList& l) { l.launches[0].args.resize(8); }));
    EXPECT_TRUE(broken([](LaunchList& l) { l.launches[0].slots[0].picture = 99; }));
    EXPECT_TRUE(broken([](LaunchList& l) { l.arena_bytes = 1000; }));
    EXPECT_TRUE(broken([](LaunchList& l) { l.exchange_bytes = 1000; }));
    EXPECT_TRUE(broken([](LaunchList& l) { l.outputs[0].picture = -1; }));
    EXPECT_TRUE(broken([](LaunchList& l) { l.outputs[0].shape.domain.x1 += 1; }));
    EXPECT_TRUE(broken([](LaunchList& l) { l.inputs[0].shape.planes = 2; }));
    EXPECT_TRUE(broken([](LaunchList& l) { l.pictures[0].stored.x1 = 1 << 30; }));
    EXPECT_TRUE(broken([](LaunchList& l) { l.pictures[0].arena_offset = ~std::size_t{0}; }));
}

TEST(LaunchesDominate, WhereThereIsLittleToMove) {
    LaunchList list;
    list.dram_bytes_per_second = 1e12;
    list.launches.resize(4);
    for (Launch& launch : list.launches) launch.bytes_moved = 1'000'000;  // 1 µs each
    EXPECT_TRUE(launches_dominate(list));
    for (Launch& launch : list.launches) launch.bytes_moved = 100'000'000;
    EXPECT_FALSE(launches_dominate(list));
    list.launches.resize(1);
    list.launches[0].bytes_moved = 1;
    EXPECT_FALSE(launches_dominate(list)) << "one launch needs no graph";
}

TEST(Banding, BandsCoverEachRegion) {
    const std::vector<Rect> regions = {{0, -7, 10, 30}, {3, 20, 5, 25}};
    for (int count : {1, 2, 3, 8, 37}) {
        const auto bands = band_regions(regions, count);
        ASSERT_EQ(bands.size(), static_cast<std::size_t>(count));
        for (std::size_t o = 0; o < regions.size(); ++o)
            for (int y = regions[o].y0; y < regions[o].y1; ++y) {
                int covered = 0;
                for (const auto& band : bands) {
                    EXPECT_FALSE(band[o].empty());
                    EXPECT_TRUE(regions[o].contains(band[o]));
                    EXPECT_EQ(band[o].width(), regions[o].width());
                    covered += y >= band[o].y0 && y < band[o].y1;
                }
                EXPECT_GE(covered, 1) << "row " << y << " of output " << o;
            }
    }
    EXPECT_EQ(most_bands(regions), 37);
}

TEST(Chunks, CoverAPictureOnce) {
    for (const Layout layout : {Layout::kRows, Layout::kColumns}) {
        const ExchangedPicture picture{{-5, 3, 3995, 2203}, layout, 3, 0, 0};
        const auto chunks = cuda::chunks_of(picture, 7);
        EXPECT_GT(chunks.size(), 3u);
        long long area = 0;
        for (const cuda::Chunk& chunk : chunks) {
            EXPECT_EQ(chunk.picture, 7);
            EXPECT_TRUE(picture.stored.contains(chunk.part));
            area += chunk.part.area();
        }
        EXPECT_EQ(area, picture.stored.area());
    }
    EXPECT_TRUE(cuda::chunks_of({{}, Layout::kRows, 3, 0, 0}, 0).empty());
    EXPECT_EQ(cuda::chunks_of({{0, 0, 1, 1}, Layout::kRows, 1, 0, 0}, 0).size(), 1u);
}

TEST(Slices, CoverAPartOnceOnAnyNumberOfThreads) {
    for (const Rect part :
         {Rect{-3, 5, 2000, 700}, Rect{0, 0, 400000, 1}, Rect{0, 0, 1, 1}, Rect{}})
        for (int threads : {1, 2, 7, 5000}) {
            std::mutex mutex;
            std::vector<Rect> slices;
            cuda::convert_in_slices(part, 3, threads, [&](const Rect& slice) {
                const std::lock_guard lock(mutex);
                slices.push_back(slice);
            });
            long long area = 0;
            std::set<int> rows;
            for (const Rect& slice : slices) {
                area += slice.area();
                rows.insert(slice.y0);
                EXPECT_TRUE(part.contains(slice));
            }
            EXPECT_EQ(area, part.area());
            EXPECT_EQ(rows.size(), slices.size());
            if (part.height() == 695 && threads > 1) {
                EXPECT_GT(slices.size(), 1u);
            }
        }
}

TEST(DeviceTarget, ComesFromAttributes) {
    const auto attribute = [](int which) {
        switch (which) {
            case cuda::kCapabilityMajor: return 8;
            case cuda::kCapabilityMinor: return 6;
            case cuda::kMultiprocessorCount: return 84;
            case cuda::kMaxThreadsPerMultiprocessor: return 1536;
            case cuda::kSharedPerBlockOptIn: return 101376;
            case cuda::kMemoryClockRate: return 9751000;
            case cuda::kMemoryBusWidth: return 384;
            default: return 0;
        }
    };
    const GpuTarget target = target_of_attributes("cuda:0", "A card", attribute);
    EXPECT_EQ(target.name, "cuda:0");
    EXPECT_EQ(target.description, "A card");
    EXPECT_EQ(target.capability.number(), 86);
    EXPECT_EQ(target.multiprocessors, 84);
    EXPECT_EQ(target.max_threads, 1536);
    EXPECT_EQ(target.max_shared_per_block, 101376u);
    EXPECT_NEAR(target.dram_bytes_per_second, 936e9, 1e9);
    // Where the driver says nothing, the table does.
    const GpuTarget silent = target_of_attributes(
        "x", "y", [](int which) { return which == cuda::kCapabilityMajor ? 9 : 0; });
    EXPECT_EQ(silent.multiprocessors, find_gpu_target("sm_90")->multiprocessors);
    EXPECT_EQ(silent.dram_bytes_per_second, find_gpu_target("sm_90")->dram_bytes_per_second);
}

}  // namespace
}  // namespace weft::test
