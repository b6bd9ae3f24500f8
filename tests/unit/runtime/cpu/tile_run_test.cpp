// Line buffers are exactly as deep as they must be: no plan of a random graph runs short of rows,
// and with any line buffer a row shallower some tile says so.
#include "runtime/cpu/tile_run.h"

#include <gtest/gtest.h>

#include "neighbourhood/gaussian.h"
#include "neighbourhood/sparse_convolution.h"
#include "planning.h"
#include "point/soft_threshold.h"
#include "runtime/cpu/plan_memory.h"

namespace weft::test {
namespace {

void compute_nothing(const RowArgs*) {}

/// Runs all tasks of one kernel with real rows and loops that compute nothing; the worst outcome.
/// Of pictures that are not `planar` all is read by way of line buffers, of others only their edges
/// may be.
TileOutcome run_all(const CpuPlan& plan, const Kernel& kernel, bool planar = true) {
    Table<RowFunction, Loop> functions(kernel.loops.size(), compute_nothing);
    std::vector<Picture> pictures;
    pictures.reserve(plan.images.size() * 3);
    KernelRun run{plan, kernel, functions, {}, {}, nullptr};
    run.sources.resize(plan.images.size());
    run.destinations.resize(plan.images.size());
    const auto bound = [&](const Rect& domain, int planes) {
        pictures.emplace_back(domain, planes);
        return BoundPicture{pictures.back().view(), planar};
    };
    for (const Id<PlanImage> i : plan.images.ids()) {
        const PlanImage& image = plan.images[i];
        run.sources[i] = bound(image.shape.domain, image.shape.planes);
        if (kept(plan, i))
            run.destinations[i].push_back(bound(image.shape.domain, image.shape.planes));
        for (const Id<GraphOutput> output : image.graph_outputs)
            run.destinations[i].push_back(bound(plan.output_regions[output], image.shape.planes));
    }
    Workspace workspace;
    workspace.reserve(workspace_bytes(plan, kernel));
    for (const Task& task : tasks(kernel))
        if (const TileOutcome outcome = run_tile(run, task.tile, task.plane, workspace);
            outcome != TileOutcome::kDone)
            return outcome;
    return TileOutcome::kDone;
}

TEST(TileRun, RingsAreDeepEnoughAndNoDeeper) {
    int tight = 0;
    for_random_plans(120, [&](const RandomPlanning& random, const CpuPlan& plan) {
        for (const Kernel& kernel : plan.kernels) {
            for (const bool planar : {true, false})
                ASSERT_EQ(run_all(plan, kernel, planar), TileOutcome::kDone) << random.description;
            for (const Id<LineBuffer> r : kernel.line_buffers.ids()) {
                // A line buffer holds at least the rows that its own loop makes in one call.
                const int batch = kernel.loops[kernel.line_buffers[r].loop].batch_rows;
                if (kernel.line_buffers[r].depth <= batch) continue;
                Kernel shallow = kernel;
                --shallow.line_buffers[r].depth;
                ++tight;
                EXPECT_EQ(run_all(plan, shallow, false), TileOutcome::kLineBufferTooShallow)
                    << "line buffer " << r.number() << " of " << kernel.name
                    << " has a row to spare\n"
                    << random.description;
            }
        }
    });
    EXPECT_GT(tight, 50);
}

/// Blocks whose columns all lie beyond a constant border need rows, to be padded with the constant.
TEST(TileRun, BlocksBesideThePictureHaveRowsToo) {
    for (int reach : {-100, 100})
        for (int top : {-50, 0, 50}) {
            GraphBuilder build("far");
            Image input = build.input("input"), shrunk, output;
            functors::SoftThreshold shrink;
            shrink(input, shrunk);
            build.border({eConstant, 0.5f});
            functors::SparseConvolution far(OffsetList({Offset{reach, 3}}));
            far(shrunk, output);
            build.output("output", output);
            const CpuPlan plan =
                plan_of(build.finish(), {.domain = {0, top, 200, top + 30}, .block_width = 64});
            for (const Kernel& kernel : plan.kernels)
                EXPECT_EQ(run_all(plan, kernel), TileOutcome::kDone) << reach << " " << top;
        }
}

/// Outputs whose regions lie in different blocks: the first block shows no loop's full depth.
TEST(TileRun, EveryBlockHasRowsEnough) {
    GraphBuilder build("apart");
    Image input = build.input("input"), shrunk, soft;
    functors::SoftThreshold shrink;
    shrink(input, shrunk);
    functors::Gaussian blur(eVertical, 1.0f, 3);
    blur(shrunk, soft);
    build.output("shrunk", shrunk);
    build.output("soft", soft);
    const CpuPlan plan =
        plan_of(build.finish(), {.regions = {{0, 0, 20, 40}, {40, 10, 64, 40}}, .block_width = 16});
    EXPECT_EQ(run_all(plan, plan.kernels.front()), TileOutcome::kDone);
}

TEST(TileRun, StopsAtTheNextRowWhenCancelled) {
    const CpuPlan plan = plan_of(find_effect("degrain")->build());
    const Kernel& kernel = plan.kernels.front();
    static int calls;
    static std::atomic<bool> cancel;
    calls = 0;
    cancel = false;
    const Table<RowFunction, Loop> functions(kernel.loops.size(), [](const RowArgs*) {
        if (++calls == 10) cancel = true;
    });
    std::vector<Picture> pictures;
    KernelRun run{plan, kernel, functions, {}, {}, &cancel};
    pictures.reserve(plan.images.size());
    for (const PlanImage& image : plan.images) {
        pictures.emplace_back(image.shape.domain, image.shape.planes);
        run.sources.add({pictures.back().view(), true});
        run.destinations.add({run.sources.back()});
    }
    Workspace workspace;
    workspace.reserve(workspace_bytes(plan, kernel));
    const Task task = tasks(kernel).front();
    EXPECT_EQ(run_tile(run, task.tile, task.plane, workspace), TileOutcome::kCancelled);
    EXPECT_LE(calls, 10 + plan.images.front().shape.planes);
}

}  // namespace
}  // namespace weft::test
