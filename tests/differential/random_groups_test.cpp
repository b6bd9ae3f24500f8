// Random graphs under the SIMT checker, their stages grouped at random whatever any model would
// say: fused kernels against the reference, bit for bit, and no finding.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "differential/compiler_fixture.h"
#include "differential/plan_of_case.h"
#include "differential/random_graph.h"
#include "effects/builtin.h"
#include "engine/differential.h"
#include "random_run.h"

namespace weft::test {
namespace {

constexpr int kGroupedGraphs = 160, kMaxStages = 8;

template <class T, std::size_t N>
T one_of(std::mt19937_64& random, const T (&values)[N]) {
    return values[random() % N];
}

/// Every stage into one of so many groups; what cannot be one kernel is split by the planner.
StageGroups random_groups(std::mt19937_64& random) {
    StageGroups groups(1 + random() % 3);
    for (const Id<Stage> s : Ids<Stage>(kMaxStages)) groups[random() % groups.size()].push_back(s);
    return groups;
}

DifferentialCase random_grouped_case(std::mt19937_64& random) {
    const auto pick = [&](int first, int last) {
        return first + static_cast<int>(random() % static_cast<std::uint64_t>(last - first + 1));
    };
    DifferentialCase c;
    c.device = "simt";
    const int x = pick(-20, 20), y = pick(-20, 20);
    const bool tiny = random() % 3 == 0;
    c.domain = {x, y, x + pick(1, tiny ? 5 : 70), y + pick(1, tiny ? 5 : 40)};
    c.planes = pick(1, 4);
    c.keep_borders = true;
    c.target = one_of<const char*>(random, {"sm_75", "sm_90", "sm_90", "cc-1.3"});
    if (random() % 4 != 0)
        c.gpu.groups = random_groups(random);
    else
        c.gpu.fusion = one_of(random, {FusionStrategy::kAuto, FusionStrategy::kMinCut,
                                       FusionStrategy::kDp, FusionStrategy::kGreedy});
    if (random() % 3 != 0)
        c.gpu.tile.kind = one_of(random, {TileKind::kBlock, TileKind::kWarp, TileKind::kHybrid,
                                          TileKind::kHybrid, TileKind::kStream, TileKind::kStream});
    if (random() % 3 != 0) c.gpu.tile.tenths = pick(0, 10);
    if (random() % 3 != 0) c.gpu.tile.split = one_of(random, {eHorizontal, eVertical});
    if (random() % 3 != 0)
        c.gpu.tile.planes = one_of(random, {PlanesOfThread::kOne, PlanesOfThread::kAll});
    if (random() % 3 != 0)
        c.gpu.borders = one_of(random, {BorderScheme::kNaive, BorderScheme::kBody,
                                        BorderScheme::kNine, BorderScheme::kWarp});
    if (random() % 3 != 0)
        c.gpu.nesting = one_of(random, {NestedFusion::kNever, NestedFusion::kAlways,
                                        NestedFusion::kAuto, NestedFusion::kStages});
    if (random() % 4 == 0) {
        const int w = pick(1, c.domain.width()), h = pick(1, c.domain.height());
        const int left = x + pick(0, c.domain.width() - w);
        const int top = y + pick(0, c.domain.height() - h);
        c.region = {left, top, left + w, top + h};
    }
    if (random() % 4 == 0)
        c.disabled = {one_of<const char*>(random, {"shape", "transpose", "advance", "order"})};
    c.seed = random();
    return c;
}

bool reads_far(const GpuPlan& plan, const GpuKernel& kernel) {
    return std::any_of(kernel.inputs.begin(), kernel.inputs.end(), [&](const GpuInput& input) {
        return input_of(plan, input.by).freedom == eRandom;
    });
}

TEST(RandomGroups, AgreeWithTheReference) {
    const std::uint64_t seed = run_seed();
    const Library library = builtin_library();
    const int count = graphs_of_run(kGroupedGraphs);
    std::mt19937_64 random(seed);
    int kernels = 0, fused = 0, tiles = 0, exchanged = 0, inside = 0, far = 0;
    for (int i = 0; i < count; ++i) {
        const Graph graph = random_graph(library, random);
        const DifferentialCase c = random_grouped_case(random);
        const auto outcome = compare_devices(graph, library, c, {}, shared_compiler());
        ASSERT_TRUE(outcome) << "graph " << i << " of seed " << seed << "\n"
                             << to_string(c) << "\n"
                             << outcome.error().message << "\n"
                             << to_string(graph);
        ASSERT_TRUE(outcome->agrees) << "graph " << i << " of seed " << seed << "\n"
                                     << to_string(c) << "\n"
                                     << outcome->difference << "\n"
                                     << to_string(graph);
        const GpuPlan plan = plan_of(graph, library, c);
        kernels += static_cast<int>(plan.kernels.size());
        for (const GpuKernel& kernel : plan.kernels) {
            if (kernel.kind != GpuKernelKind::kGroup) continue;
            ++fused;
            inside += kernel.group.planes_inside;
            far += reads_far(plan, kernel);
            tiles += static_cast<int>(kernel.group.tiles.size());
            for (const GroupLoop& loop : kernel.group.loops)
                exchanged += !loop.halo.is_point() && !loop.copies;
        }
    }
    std::printf(
        "of %d kernels %d were fused, with %d tiles, %d loops that exchange indices, %d with "
        "all planes in a thread, %d that read anywhere\n",
        kernels, fused, tiles, exchanged, inside, far);
    if (count < kGroupedGraphs) return;
    // Well below the 65, 70 and 15 of usual seeds, for no seed may fail by bad luck.
    EXPECT_GT(fused, kGroupedGraphs / 5);
    EXPECT_GT(tiles, kGroupedGraphs / 6);
    EXPECT_GT(exchanged, kGroupedGraphs / 40);
    EXPECT_GT(inside, kGroupedGraphs / 30);
    // Rarer: of these some seeds have three.
    EXPECT_GT(far, 0);
}

}  // namespace
}  // namespace weft::test
