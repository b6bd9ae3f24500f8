// Blocks, grids and their limits on devices of every kind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gpu_planning.h"
#include "neighbourhood/gaussian.h"
#include "passes/gpu/block_choice.h"
#include "passes/gpu/fusion/group_work.h"
#include "passes/gpu/kernel_regions.h"
#include "point/soft_threshold.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

template <class Functor>
Graph graph_of_one(const Functor& functor) {
    return graph_with([&](GraphBuilder& build, const Image& input) {
        Image output;
        build.name_next("one");
        functor(input, output);
        return output;
    });
}

/// The modern devices' warps lie along memory whole, where a row is that long; but for scans along
/// it, whose threads have rows of their own. Tiles of accumulations are nearer to squares, with
/// rows of whole transactions.
TEST(Shapes, AreWholeWarpsAlongMemory) {
    for (const Effect& effect : builtin_effects())
        for (const char* target : {"gtx-680", "v100", "h100", "sm_120"}) {
            const GpuPlan plan =
                gpu_plan_of(effect.build(), {.target = target, .domain = {0, 0, 500, 300}});
            for (const GpuKernel& kernel : plan.kernels) {
                const bool scan = kernel.kind == GpuKernelKind::kScan;
                if (scan && kernel.is_scan_along_u(plan.stages[kernel.stages[0]].scan_axis))
                    continue;
                const bool rows = kernel.layout == Layout::kRows;
                const int row = rows ? kernel.region.width() : kernel.region.height();
                if (row < 32) continue;  // the small levels of a pyramid
                const int whole = kernel.kind == GpuKernelKind::kAccumulate ? 8 : 32;
                EXPECT_EQ(kernel.shape.block_u % whole, 0) << kernel.name << " on " << target;
            }
        }
}

TEST(Shapes, OfNarrowPicturesAreNarrow) {
    const GpuShape shape =
        kernel_of(gpu_plan_of(graph_of_one(functors::SoftThreshold()), {.domain = {0, 0, 3, 5000}}),
                  "one")
            .shape;
    EXPECT_EQ(shape.block_u, 4);
    EXPECT_GE(shape.block_v, 8);
}

/// Eight registers leave room for 768 threads: three blocks of 256 hold more than one of 512.
TEST(Shapes, UndercutTheLimitsForMoreBlocks) {
    const Graph graph = graph_of_one(functors::SoftThreshold());
    const GpuPlanning p{.target = "cc-1.0", .disabled = {"minimise_blocks"}};
    const std::string name = kernel_of(gpu_plan_of(graph, p), "one").name;
    GpuPlanning known = p;
    known.compiled = {{name, {8}}};
    const GpuPlan plan = gpu_plan_of(graph, known);
    EXPECT_TRUE(kernel_of(plan, "one").compiled);
    EXPECT_EQ(kernel_of(plan, "one").registers, 8);
    EXPECT_DOUBLE_EQ(kernel_of(plan, "one").occupancy, 1.0);
    EXPECT_LT(kernel_of(plan, "one").shape.threads(), 512);
    EXPECT_THAT(decisions_of(plan, "shape", "one"), HasSubstr("8 registers (compiled)"));
    // 60 registers allow 8192 / (16 * 60) = 8.5, by fours 8, half-warps.
    known.compiled = {{name, {60}}};
    EXPECT_LE(kernel_of(gpu_plan_of(graph, known), "one").shape.threads(), 128);
    EXPECT_FALSE(kernel_of(gpu_plan_of(graph, p), "one").compiled);
}

/// A kernel that has become longer than its text lets expect takes longer, one that has not no
/// less.
TEST(Shapes, OfLongerCodeTakeLonger) {
    const Graph graph = graph_of_one(functors::SoftThreshold());
    const GpuPlanning p{.target = "h100"};
    const std::string name = kernel_of(gpu_plan_of(graph, p), "one").name;
    const auto time_with = [&](double instructions) {
        GpuPlanning known = p;
        known.compiled = {{name, {16, instructions}}};
        const GpuPlan plan = gpu_plan_of(graph, known);
        return best_block(plan, kernel_of(plan, "one"));
    };
    EXPECT_STREQ(time_with(1).bound, "memory");
    EXPECT_EQ(time_with(0.1).seconds, time_with(1).seconds);
    EXPECT_EQ(time_with(0).seconds, time_with(1).seconds);
    EXPECT_GT(time_with(100).seconds, 2 * time_with(1).seconds);
    EXPECT_STREQ(time_with(100).bound, "arithmetic");
}

TEST(Shapes, OfKernelsWithTooManyRegistersAreRefused) {
    const Graph graph = graph_of_one(functors::SoftThreshold());
    const std::string name = kernel_of(gpu_plan_of(graph, {.target = "cc-1.0"}), "one").name;
    for (const std::vector<std::string>& disabled : {std::vector<std::string>{}, {"all"}})
        EXPECT_THAT(
            gpu_refusal(graph,
                        {.target = "cc-1.0", .disabled = disabled, .compiled = {{name, {129}}}}),
            AllOf(HasSubstr(name), HasSubstr("cc-1.0"), HasSubstr("129 registers a thread"),
                  HasSubstr("of 8192 registers")));
}

/// 65,535 blocks along y, and one along z on the first devices: kernels go over the rest in steps.
TEST(Grids, AreCutToTheirLimits) {
    const Graph graph = graph_of_one(functors::Gaussian(eVertical, 1.0f));
    const GpuPlan tall = gpu_plan_of(graph, {.domain = {0, 0, 2, 40000000}, .planes = 1});
    EXPECT_TRUE(kernel_of(tall, "one").shape.strided);
    EXPECT_LE(kernel_of(tall, "one").shape.grid_v, 65535);
    EXPECT_EQ(find_flaw(tall), "");
    const GpuPlan planes = gpu_plan_of(graph, {.target = "cc-1.3", .domain = {0, 0, 256, 256}});
    EXPECT_EQ(kernel_of(planes, "one").shape.grid_planes, 1);
    EXPECT_TRUE(kernel_of(planes, "one").shape.strided);
    EXPECT_FALSE(kernel_of(gpu_plan_of(graph, {.domain = {0, 0, 256, 256}}), "one").shape.strided);
}

/// A flat index is divided in 32 bits: more elements than that are not minimised.
TEST(Minimised, OnlyWhatAFlatIndexReaches) {
    const Graph graph = graph_of_one(functors::SoftThreshold());
    const GpuPlan small = gpu_plan_of(graph, {.target = "cc-1.0", .domain = {0, 0, 3000, 2000}});
    EXPECT_TRUE(kernel_of(small, "one").minimised);
    const GpuPlan large =
        gpu_plan_of(graph, {.target = "cc-1.0", .domain = {0, 0, 40000, 30000}, .planes = 2});
    EXPECT_FALSE(kernel_of(large, "one").minimised);
    EXPECT_THAT(decisions_of(large, "minimise_blocks", "one"), HasSubstr("flat index"));
    // No more blocks than there is work for.
    const GpuPlan tiny =
        gpu_plan_of(graph, {.target = "cc-1.0", .domain = {0, 0, 7, 5}, .planes = 1});
    if (kernel_of(tiny, "one").minimised) {
        EXPECT_EQ(kernel_of(tiny, "one").shape.grid_u, 1);
    }
    // Nothing is gained where starting blocks costs nothing.
    const GpuPlan modern = gpu_plan_of(graph, {.target = "h100"});
    EXPECT_FALSE(kernel_of(modern, "one").minimised);
    EXPECT_THAT(decisions_of(modern, "minimise_blocks", "one"), HasSubstr("cost 0 clocks"));
}

/// Equation 10 of paper: border-partitioning, for a fused kernel: n_check and n_kernel are those of
/// the model of time. With a body most elements of a large picture check nothing.
TEST(GpuShapes, CountTheChecksOfGroupsAsTheModelOfTimeDoes) {
    const GpuPlan plan =
        gpu_plan_of(find_effect("harris")->build(), {.choices = {.tile = {TileKind::kBlock}}});
    ASSERT_EQ(plan.kernels.size(), 1u);
    const GpuKernel& kernel = plan.kernels.front();
    const double elements = static_cast<double>(kernel.region.area()) * kernel.planes;
    const auto issued = [&](BorderScheme borders) {
        GpuKernel form = kernel;
        form.borders = borders;
        return issued_instructions(plan.target, group_work(plan, form)) / elements;
    };
    const BorderInstructions each = group_border_instructions(plan, kernel);
    EXPECT_GT(each.checks, 0);
    EXPECT_GE(each.accesses, 2) << "both loops with a halo find an element's place";
    EXPECT_NEAR(each.all, issued(BorderScheme::kNaive), 1e-6 * each.all);
    EXPECT_NEAR(issued(BorderScheme::kBody), each.all - each.checks, 0.1 * each.checks);
}

/// What regions save by the model of time is the checks of the sides that they have not; a kernel
/// of one stage pays for the switch (n_switch of paper: border-partitioning), a group's teams for
/// none.
TEST(GpuShapes, OfRegionsSaveTheChecksOfOtherSides) {
    const auto issued_under = [](const GpuPlan& plan, BorderScheme scheme) {
        GpuKernel form = plan.kernels.front();
        form.borders = scheme;
        const bool grouped = form.kind == GpuKernelKind::kGroup;
        const GpuWork work =
            grouped ? group_work(plan, form) : KernelWork(plan, form).work(unit_of(form));
        const BorderInstructions each =
            grouped ? group_border_instructions(plan, form)
                    : KernelWork(plan, form).border_instructions(unit_of(form));
        const BorderPartition partition = partition_of(plan, form, unit_of(form));
        const double elements = static_cast<double>(form.region.area()) * form.planes;
        const double switching = grouped ? 0 : switch_of_thread(partition, scheme);
        EXPECT_NEAR(issued_instructions(plan.target, work) / elements,
                    each.all - each.checks * (1 - share_of_checks(partition)) + switching,
                    1e-6 * each.all)
            << name_of(scheme) << (grouped ? " of a group" : " of a kernel");
        return switching;
    };
    const GpuPlan alone =
        gpu_plan_of(find_effect("gaussian-3x3")->build(), {.disabled = {"stage"}});
    EXPECT_DOUBLE_EQ(issued_under(alone, BorderScheme::kBody), 4 + 3 + 1);
    EXPECT_GT(issued_under(alone, BorderScheme::kNine), 8);
    const GpuPlan group =
        gpu_plan_of(find_effect("harris")->build(), {.choices = {.tile = {TileKind::kBlock}}});
    issued_under(group, BorderScheme::kNine);
    issued_under(group, BorderScheme::kWarp);
}

}  // namespace
}  // namespace weft::test
