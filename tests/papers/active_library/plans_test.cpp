// Paper: active-library, sections 4 and 5: what its optimisations do to its two effects, on its two
// devices, without either.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "neighbourhood/convolution2d.h"
#include "neighbourhood/dwt1d.h"
#include "neighbourhood/gaussian.h"
#include "neighbourhood/mean.h"
#include "neighbourhood/sparse_convolution.h"
#include "passes/gpu/gpu_passes.h"
#include "passes/gpu/kernel_work.h"
#include "point/soft_threshold.h"
#include "scan/box_blur.h"
#include "unit/passes/gpu_planning.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

const char* const kDevices[] = {"cc-1.0", "cc-1.3"};
constexpr Rect kDegrainPicture{0, 0, 2063, 1545}, kDiffusionPicture{0, 0, 3072, 2304};

GpuPlan degrain_on(const std::string& device, std::vector<std::string> disabled = {}) {
    return gpu_plan_of(
        find_effect("degrain")->build(),
        {.target = device, .domain = kDegrainPicture, .disabled = std::move(disabled)});
}

GpuPlan diffusion_on(const std::string& device, std::vector<std::string> disabled = {},
                     bool fast = false) {
    return gpu_plan_of(find_effect("diffusion")->build(), {.target = device,
                                                           .domain = kDiffusionPicture,
                                                           .disabled = std::move(disabled),
                                                           .fast_math = fast});
}

template <class Functor>
Graph graph_of_one(const Functor& functor) {
    return graph_with([&](GraphBuilder& build, const Image& input) {
        Image output;
        build.name_next("one");
        functor(input, output);
        return output;
    });
}

/// "[The lines are] required by vertical moving average indexed functors and thread block minimised
/// ones ... a vertical line is required by horizontal moving averages" (4.6).
TEST(ActiveLibraryShapes, OfMovingAveragesAreLines) {
    for (const char* device : kDevices) {
        const GpuPlan plan = diffusion_on(device, {"transpose"});
        for (const GpuKernel* scan : kernels_of_kind(plan, GpuKernelKind::kScan)) {
            const Axis axis = plan.stages[scan->stages[0]].scan_axis;
            EXPECT_EQ(axis == eHorizontal ? scan->shape.block_u : scan->shape.block_v, 1);
            EXPECT_GE(scan->shape.threads(), 32);
        }
        // Transposed they are all the same: lines along memory.
        for (const GpuPlan& transposed : {diffusion_on(device)})
            for (const GpuKernel* scan : kernels_of_kind(transposed, GpuKernelKind::kScan))
                EXPECT_EQ(scan->shape.block_v, 1);
    }
}

/// "It is also used to maximise shared information in horizontal one-dimensional filters."
TEST(ActiveLibraryShapes, OfHorizontalFiltersAreLines) {
    for (const char* device : kDevices) {
        const GpuPlan plan = degrain_on(device);
        const GpuKernel& filter = kernel_of(plan, "level4/dwt1d1");
        EXPECT_EQ(filter.inputs.front().access, GpuAccess::kShared);
        EXPECT_EQ(filter.shape.block_v, 1);
        // Tpb + 2 * radius elements, the radius of level 4 being 8.
        EXPECT_EQ(filter.inputs.front().shared_bytes,
                  4u * static_cast<std::size_t>(filter.shape.block_u + 16));
    }
}

/// "A compromise ... used for two-dimensional filters", and rectangles where radii differ.
TEST(ActiveLibraryShapes, OfFiltersInTwoDimensionsAreSquaresOrRectangles) {
    for (const char* device : kDevices) {
        const GpuShape square =
            kernel_of(gpu_plan_of(graph_of_one(functors::Convolution2D(6, 6)), {.target = device}),
                      "one")
                .shape;
        EXPECT_GT(square.block_u, 8);
        EXPECT_GT(square.block_v, 8);
        const GpuShape high =
            kernel_of(gpu_plan_of(graph_of_one(functors::Convolution2D(1, 8)), {.target = device}),
                      "one")
                .shape;
        // Higher than wide, though on 1.0 not narrower than the half-warps that coalesce.
        EXPECT_GE(high.block_v * square.block_u, high.block_u * square.block_v);
        if (std::string(device) == "cc-1.3") {
            EXPECT_GT(high.block_v, high.block_u);
        }
    }
}

/// "Thread block minimised kernels ... Bpgx = 160, Bpgy = 1" (4.6): in degrain the sums and the
/// functor that stands for the proprietary one.
TEST(ActiveLibraryMinimised, KernelsHave160Blocks) {
    for (const char* device : kDevices) {
        const GpuPlan plan = degrain_on(device);
        int minimised = 0;
        for (const GpuKernel& kernel : plan.kernels) {
            if (!kernel.minimised) continue;
            ++minimised;
            EXPECT_EQ(kernel.shape.grid_u, 160);
            EXPECT_EQ(kernel.shape.grid_v, 1);
            EXPECT_EQ(kernel.shape.block_v, 1);
        }
        EXPECT_EQ(minimised, 4 * (3 + 3)) << "three thresholds and three sums a level";
        for (const GpuKernel& kernel : degrain_on(device, {"minimise_blocks"}).kernels)
            EXPECT_FALSE(kernel.minimised);
    }
}

/// What a thread runs before its loop, and from element to element, is counted: on devices that
/// hide how blocks start minimising loses by it, if not always by enough to show beside memory.
TEST(ActiveLibraryMinimised, PaysForItsPrologue) {
    for (const char* device : {"sm_75", "a100", "sm_90", "h200", "sm_100", "sm_120"}) {
        GpuPlan plan = gpu_plan_of(graph_of_one(functors::SoftThreshold()),
                                   {.target = device, .domain = kDegrainPicture});
        GpuKernel& kernel = plan.kernels.front();
        EXPECT_FALSE(kernel.minimised) << device;
        EXPECT_THAT(decisions_of(plan, "minimise_blocks", "one"),
                    HasSubstr("which run 54 instructions before their loop"));
        constexpr BlockShape kLine{256, 1};
        const double alone = KernelWork(plan, kernel).work(kLine).instructions;
        kernel.minimised = true;
        const double elements = static_cast<double>(kDegrainPicture.area()) * 3;
        EXPECT_DOUBLE_EQ(
            KernelWork(plan, kernel).work(kLine).instructions,
            alone + elements + fixed_blocks(plan, kernel, kLine) * kLine.threads() * kFlatSetUp);
    }
}

/// "There are two cases in which a filter indexer will not be staged" (4.1).
TEST(ActiveLibraryStaging, IsRefusedForMovingAverages) {
    for (const char* device : kDevices) {
        const GpuPlan plan = diffusion_on(device);
        for (const GpuKernel* scan : kernels_of_kind(plan, GpuKernelKind::kScan))
            for (const GpuInput& input : scan->inputs)
                EXPECT_NE(input.access, GpuAccess::kShared) << scan->name;
        EXPECT_THAT(decisions_of(plan, "stage", "boxblur1"), HasSubstr("a moving average"));
        EXPECT_EQ(kernel_of(plan, "discscatter1").inputs.front().access, GpuAccess::kShared);
    }
}

TEST(ActiveLibraryStaging, IsRefusedWhereTilesExceedSharedMemory) {
    // 201 * 201 floats are 161,604 bytes for a single element.
    const functors::SparseConvolution wide(OffsetList({{-100, -100}, {0, 0}, {100, 100}}));
    for (const char* device : kDevices) {
        const GpuPlan plan = gpu_plan_of(graph_of_one(wide), {.target = device});
        EXPECT_NE(kernel_of(plan, "one").inputs.front().access, GpuAccess::kShared);
        EXPECT_THAT(decisions_of(plan, "stage", "one"), HasSubstr("16000 bytes of shared memory"));
    }
}

/// "Sequences of horizontal moving averages ... may be optimised by noting the redundant double
/// transposition at the boundaries between them" (4.2): of three, one in and one out, not six.
TEST(ActiveLibraryTransposition, OfThreeHorizontalBlursIsOneInAndOneOut) {
    for (const char* device : {"cc-1.0", "cc-1.3", "gtx-680", "h100"}) {
        const GpuPlan plan = diffusion_on(device);
        const auto copies = kernels_of_kind(plan, GpuKernelKind::kTranspose);
        ASSERT_EQ(copies.size(), 2u) << device;
        EXPECT_EQ(copies[0]->layout, Layout::kColumns);
        EXPECT_EQ(copies[1]->layout, Layout::kRows);
        for (const char* blur : {"boxblur1", "boxblur2", "boxblur3"})
            EXPECT_EQ(kernel_of(plan, blur).layout, Layout::kColumns);
        for (const char* blur : {"boxblur4", "boxblur5", "boxblur6"})
            EXPECT_EQ(kernel_of(plan, blur).layout, Layout::kRows);
        EXPECT_EQ(
            kernels_of_kind(diffusion_on(device, {"cancel"}), GpuKernelKind::kTranspose).size(),
            6u);
        EXPECT_EQ(
            kernels_of_kind(diffusion_on(device, {"transpose"}), GpuKernelKind::kTranspose).size(),
            0u);
    }
}

/// 4.6 expects column filters to be transposed, section 5 says that this "does not apply" to
/// degrain: the pay-off rule of 4.2 decides, and of degrain's filters none pays.
TEST(ActiveLibraryTransposition, OfColumnFiltersPaysForLongOnesAndNotInDegrain) {
    for (const char* device : kDevices) {
        EXPECT_TRUE(kernels_of_kind(degrain_on(device), GpuKernelKind::kTranspose).empty());
        const GpuPlan plan = gpu_plan_of(graph_of_one(functors::Gaussian(eVertical, 3.0f)),
                                         {.target = device, .domain = kDiffusionPicture});
        EXPECT_EQ(kernel_of(plan, "one").layout, Layout::kColumns)
            << decisions_of(plan, "transpose", "one");
        EXPECT_EQ(kernel_of(plan, "one").inputs.front().access, GpuAccess::kShared)
            << "transposing enables both coalescing and staging";
        EXPECT_EQ(kernels_of_kind(plan, GpuKernelKind::kTranspose).size(), 2u);
    }
}

/// The unoptimised form: "one thread per pixel, each initialising its state by reading the whole
/// filter region" (4.2). It rounds otherwise, so strict arithmetic has it not.
TEST(ActiveLibraryAdvancing, IsAnOptimisationInFastArithmeticAlone) {
    const GpuPlan fast = diffusion_on("cc-1.0", {"all"}, true);
    for (const GpuKernel* scan : kernels_of_kind(fast, GpuKernelKind::kScan)) {
        EXPECT_TRUE(scan->rebuilds);
        EXPECT_GT(scan->shape.block_u, 1);
        EXPECT_GT(scan->shape.block_v, 1);
    }
    const GpuPlan strict = diffusion_on("cc-1.0", {"all"});
    for (const GpuKernel* scan : kernels_of_kind(strict, GpuKernelKind::kScan)) {
        EXPECT_FALSE(scan->rebuilds);
        EXPECT_EQ(scan->periods_per_thread, 0);
    }
    EXPECT_THAT(decisions_of(strict, "advance", "boxblur1"), HasSubstr("keeps bits"));
}

/// "A modern GPU with 28 multiprocessors and 1024 threads ... would need 28K pixels along the
/// parallel axis" (4.3).
TEST(ActiveLibrarySplitting, GivesAsManyThreadsAsTheDeviceHolds) {
    for (const char* device : kDevices) {
        const GpuTarget& target = *find_gpu_target(device);
        const GpuPlan plan = diffusion_on(device);
        for (const GpuKernel* scan : kernels_of_kind(plan, GpuKernelKind::kScan)) {
            const Stage& stage = plan.stages[scan->stages[0]];
            const bool across = stage.scan_axis == eHorizontal;
            const int along = across ? 3072 : 2304, lines = across ? 2304 : 3072;
            const int periods = (along + stage.restart_period - 1) / stage.restart_period;
            ASSERT_GT(scan->periods_per_thread, 0);
            const int segments =
                (periods + scan->periods_per_thread - 1) / scan->periods_per_thread;
            EXPECT_GE(segments * lines * 3, target.multiprocessors * target.max_threads);
        }
        const GpuPlan unsplit = diffusion_on(device, {"split_scans"});
        for (const GpuKernel* scan : kernels_of_kind(unsplit, GpuKernelKind::kScan))
            EXPECT_EQ(scan->periods_per_thread, 0);
    }
    // 28 * 1024 pixels along the parallel axis are enough.
    const GpuPlan wide =
        gpu_plan_of(graph_of_one(functors::BoxBlur(eVertical, 8)),
                    {.target = "cc-1.3", .domain = {0, 0, 28672, 640}, .planes = 1});
    EXPECT_EQ(kernel_of(wide, "one").periods_per_thread, 0);
}

/// Two functors read one image, with regions of interest of their own: "the base addresses of an
/// indexed functor's regions of interest do not necessarily coincide with the base address of the
/// associated images" (4.4).
TEST(ActiveLibraryRealignment, IsForTwoRegionsOfInterestOnOneImage) {
    GraphBuilder build("regions");
    const Image input = build.input("input");
    Image whole, high, low;
    build.name_next("whole");
    functors::SoftThreshold()(input, whole);
    build.name_next("part");
    functors::DWT1D(eHorizontal, 1)(input, high, low);
    build.output("whole", whole);
    build.output("part", high);
    const Graph graph = build.finish();
    const auto part = [&](const char* device, int x0, std::vector<std::string> disabled = {}) {
        const GpuPlan plan = gpu_plan_of(graph, {.target = device,
                                                 .domain = {0, 0, 1024, 512},
                                                 .regions = {{}, {x0, 16, 1024 - 16, 500}},
                                                 .disabled = std::move(disabled)});
        EXPECT_EQ(find_flaw(plan), "");
        EXPECT_FALSE(kernel_of(plan, "whole").inputs.front().realigned);
        return kernel_of(plan, "part").inputs.front();
    };
    // The first read is at x0 - 1; boundaries are every 16 floats.
    EXPECT_TRUE(part("cc-1.0", 8).realigned);
    EXPECT_TRUE(part("cc-1.0", 16).realigned);
    EXPECT_FALSE(part("cc-1.0", 17).realigned) << "x0 - 1 is a boundary";
    EXPECT_FALSE(part("cc-1.0", 8, {"realign"}).realigned);
    // "Alignment as a requirement for coalescing was dropped" (5).
    EXPECT_FALSE(part("cc-1.3", 8).realigned);
    EXPECT_FALSE(part("h100", 8).realigned);
}

/// Where reads are cached a warp that begins off a boundary touches two lines instead of one. That
/// costs where loads and stores take longest, and nothing where memory or arithmetic does: on the
/// cards of today arithmetic does, and both times are told; where computing and memory are four
/// times as fast the same copy is realigned.
TEST(ActiveLibraryRealignment, IsDecidedByTimeWhereReadsAreCached) {
    const Graph mean = graph_of_one(functors::Mean(2, 2));
    for (const char* device : {"sm_75", "a100", "sm_90", "h200", "sm_100", "sm_120"}) {
        const GpuPlan plan = gpu_plan_of(mean, {.target = device, .domain = kDegrainPicture});
        const GpuInput& input = kernel_of(plan, "one").inputs.front();
        ASSERT_EQ(input.access, GpuAccess::kShared) << device;
        EXPECT_FALSE(input.realigned) << device;
        EXPECT_THAT(decisions_of(plan, "realign", "one"),
                    HasSubstr("not realigned copy: its first read of 'input' is off a boundary"));
        GpuPlan fast = plan;
        fast.target.fp32_lanes *= 4;
        fast.target.dram_bytes_per_second *= 4;
        fast.target.l2_bytes_per_second *= 4;
        const GpuContext context{{mean, library(), {}, {}, {}, {}}, fast.target};
        std::vector<Decision> made;
        Decisions decisions(made, "realign");
        fast = realign(std::move(fast), context, decisions);
        EXPECT_TRUE(kernel_of(fast, "one").inputs.front().realigned) << device;
        ASSERT_EQ(made.size(), 1u);
        EXPECT_THAT(made.front().text, HasSubstr("bound by loads and stores"));
    }
}

/// Renumbered, all warps of a block's row but the last begin on a boundary: "it is most effective
/// when the thread block is one-dimensional and large".
TEST(ActiveLibraryRealignment, IsOfAllGroupsOfARowButTheLast) {
    for (const auto& [device, group] : {std::pair{"h100", 32}, {"cc-1.0", 16}}) {
        GpuPlan plan = gpu_plan_of(graph_of_one(functors::Mean(2, 2)), {.target = device});
        GpuKernel& kernel = plan.kernels.front();
        kernel.inputs.front().access = GpuAccess::kShared;
        const auto off_boundary = [&](bool realigned, BlockShape block) {
            kernel.inputs.front().realigned = realigned;
            const GpuWork work = KernelWork(plan, kernel).staged(Id<GpuInput>(0), block);
            return work.second_lines > 0 ? work.second_lines : work.dram_bytes;
        };
        EXPECT_DOUBLE_EQ(off_boundary(true, {group, 4}), off_boundary(false, {group, 4})) << device;
        EXPECT_LT(off_boundary(true, {8 * group, 1}), off_boundary(false, {8 * group, 1}) / 3);
    }
}

/// A point functor that reads a part of a larger image is staged for the realignment's sake.
TEST(ActiveLibraryRealignment, StagesWhatIsReadInPlace) {
    GraphBuilder build("regions");
    const Image input = build.input("input");
    Image whole, part;
    functors::SoftThreshold()(input, whole);
    build.name_next("part");
    functors::SoftThreshold()(input, part);
    build.output("whole", whole);
    build.output("part", part);
    const Graph graph = build.finish();
    for (int x0 : {24, 32}) {
        const GpuPlan plan = gpu_plan_of(
            graph,
            {.target = "cc-1.0", .domain = {0, 0, 1024, 512}, .regions = {{}, {x0, 0, 1024, 512}}});
        EXPECT_EQ(kernel_of(plan, "part").inputs.front().realigned, x0 == 24);
        EXPECT_EQ(find_flaw(plan), "");
    }
}

/// "The uppermost line ... represents a syntax-directed translation."
TEST(ActiveLibraryUnoptimised, IsAKernelForEachFunctorInPlace) {
    const GpuPlan plan = degrain_on("cc-1.0", {"all"});
    EXPECT_EQ(plan.kernels.size(), plan.stages.size());
    for (const GpuKernel& kernel : plan.kernels) {
        EXPECT_FALSE(kernel.minimised);
        EXPECT_EQ(kernel.shared_bytes, 0u);
        for (const GpuInput& input : kernel.inputs) EXPECT_NE(input.access, GpuAccess::kShared);
    }
    std::size_t all = 0;
    for (const Id<PlanImage> i : plan.images.ids())
        all += (stored_bytes(plan, i) + 255) / 256 * 256;
    EXPECT_EQ(plan.arena_bytes, all) << "a place for each";
}

}  // namespace
}  // namespace weft::test
