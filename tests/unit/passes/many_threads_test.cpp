// What more threads cost: little work that is done twice, and hardly more memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>

#include "passes/cpu/far_reads.h"
#include "passes/cpu/measure.h"
#include "passes/pipeline.h"
#include "planning.h"
#include "runtime/cpu/plan_memory.h"

namespace weft::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct LargeReach {
    const char* effect;
    const char* control;
    const char* value;
};

constexpr LargeReach kLargeReaches[] = {
    {"box-blur", "radius", "64"},           {"box-blur", "radius", "1024"},
    {"gaussian-boxes", "sigma", "30"},      {"gaussian-boxes", "sigma", "300"},
    {"gaussian-blur", "sigma", "60"},       {"iir-blur", nullptr, nullptr},
    {"recursive-gaussian", "sigma", "300"}, {"max-filter", nullptr, nullptr},
    {"degrain", nullptr, nullptr},          {"night", nullptr, nullptr},
};

Graph graph_of(const LargeReach& large) {
    Graph graph = find_effect(large.effect)->build();
    if (large.control != nullptr) {
        const Status set = set_parameter(graph, library(), large.control, large.value);
        EXPECT_TRUE(set) << set.error().message;
    }
    return graph;
}

CpuPlan plan_for(const LargeReach& large, const Rect& domain, int threads) {
    Planning p{.domain = domain};
    p.target.cores = threads;
    return plan_of(graph_of(large), p);
}

/// A picture of the size that the report was about, a usual one and a small one.
constexpr Rect kDomains[] = {{0, 0, 1024, 683}, {0, 0, 1920, 1080}, {0, 0, 300, 200}};

/// Line buffers, which each thread has, are near its caches; what is too large for those is kept
/// once, whole, for all threads.
TEST(ManyThreads, TakeHardlyMoreMemory) {
    for (const LargeReach& large : kLargeReaches)
        for (const Rect& domain : kDomains)
            for (const int threads : {1, 2, 7, 64}) {
                const CpuPlan plan = plan_for(large, domain, threads);
                const std::size_t picture = sizeof(float) * 3 * domain.area();
                const std::size_t most =
                    4 * picture + static_cast<std::size_t>(threads) * 2 * row_budget(plan.target);
                EXPECT_LT(scratch_bytes(plan, threads), most)
                    << fmt::format("{} {}, {}x{}, {} threads", large.effect,
                                   large.value == nullptr ? "" : large.value, domain.width(),
                                   domain.height(), threads);
            }
}

/// By elements; those of cheap loops weigh less when strips are chosen.
TEST(ManyThreads, ComputeLittleTwice) {
    for (const LargeReach& large : kLargeReaches)
        for (const Rect& domain : kDomains)
            for (const int threads : {1, 2, 7, 64}) {
                const CpuPlan plan = plan_for(large, domain, threads);
                for (const Kernel& kernel : plan.kernels)
                    EXPECT_LT(redundancy(plan, kernel), 4.5)
                        << fmt::format("{} of {} {}, {}x{}, {} threads", kernel.name, large.effect,
                                       large.value == nullptr ? "" : large.value, domain.width(),
                                       domain.height(), threads);
            }
}

TEST(ManyThreads, FindTasksThoughWindowsAreLarge) {
    for (const LargeReach& large : {kLargeReaches[0], kLargeReaches[1], kLargeReaches[4]}) {
        const CpuPlan plan = plan_for(large, {0, 0, 1920, 1080}, 8);
        for (const Kernel& kernel : plan.kernels)
            EXPECT_GE(tasks_at_once(kernel), 8u) << large.effect << " " << kernel.name;
    }
}

/// Rows and columns are read far apart: the picture between is kept.
TEST(FarReads, PartKernels) {
    const CpuPlan plan = plan_for({"box-blur", "radius", "1024"}, {0, 0, 1024, 683}, 8);
    EXPECT_THAT(materialised(plan), ElementsAre("horizontal.Output"));
    EXPECT_THAT(decision(plan, "fuse", "horizontal.Output -> vertical"),
                HasSubstr("rows and columns are read far apart, so that strips and blocks for 8 "
                          "threads would compute most of it again"));
    for (const Kernel& kernel : plan.kernels)
        EXPECT_EQ(redundancy(plan, kernel), 1.0) << kernel.name;
    const CpuPlan along = plan_for({"gaussian-boxes", "sigma", "300"}, {0, 0, 1920, 1080}, 8);
    EXPECT_EQ(along.kernels.size(), 2u) << "those along one axis stay together";
}

/// What lies in the caches costs less to compute again than to keep.
TEST(FarReads, OfOrdinaryWindowsStayTogether) {
    for (const char* effect : {"box-blur", "gaussian-blur", "degrain", "night"})
        for (const int threads : {1, 2, 7, 64})
            EXPECT_THAT(
                materialised(plan_for({effect, nullptr, nullptr}, {0, 0, 1920, 1080}, threads)),
                IsEmpty())
                << effect << " for " << threads;
}

/// What serves pictures of any size cannot know which windows are large.
TEST(FarReads, AreNoMatterToKernelsForAnySize) {
    const Graph graph = graph_of({"box-blur", "radius", "1024"});
    CpuContext context = context_of(graph, {.domain = {0, 0, 1024, 683}});
    context.any_size = true;
    const Result<CpuPlan> plan = make_plan(context, {});
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_THAT(materialised(*plan), IsEmpty());
}

/// The transposed tiles of a scan are as long as the rows, not as its period, and there is one set.
TEST(ManyThreads, ScansHaveTilesOfTheirRows) {
    const CpuPlan plan = plan_for({"gaussian-boxes", "sigma", "300"}, {0, 0, 300, 200}, 2);
    int scans = 0;
    for (const Kernel& kernel : plan.kernels) {
        std::size_t sum = 0;
        for (const Loop& loop : kernel.loops) {
            if (loop.kind != LoopKind::kHorizontalScan) continue;
            ++scans;
            EXPECT_EQ(loop.restart_period, 512) << "a power of two that holds 300 columns";
            sum += static_cast<std::size_t>(loop.scratch_floats) * sizeof(float);
        }
        if (sum > 0) {
            EXPECT_EQ(scan_scratch_floats(kernel), kernel.loops[Id<Loop>(1)].scratch_floats);
        }
    }
    EXPECT_EQ(scans, 3);
}

}  // namespace
}  // namespace weft::test
