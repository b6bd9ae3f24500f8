// Transposition and cancelling: which copies are made, who reads them, and which are left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gpu_planning.h"
#include "passes/gpu/gpu_passes.h"
#include "point/sum.h"
#include "scan/box_blur.h"

namespace weft::test {
namespace {

using functors::BoxBlur;
using testing::HasSubstr;

std::size_t copies_of(const GpuPlan& plan) {
    return kernels_of_kind(plan, GpuKernelKind::kTranspose).size();
}

Image blurred_along(GraphBuilder& build, const std::string& name, const Image& input, Axis axis) {
    Image output;
    build.name_next(name);
    BoxBlur(axis, 6)(input, output);
    return output;
}

/// Two horizontal blurs of one picture share its copy; each result is copied back.
TEST(Cancel, MakesNoCopyTwice) {
    const Graph graph = graph_with([](GraphBuilder& build, const Image& input) {
        Image a = blurred_along(build, "a", input, eHorizontal);
        Image b = blurred_along(build, "b", input, eHorizontal), sum;
        functors::Sum()(a, b, sum);
        return sum;
    });
    const GpuPlan plan = gpu_plan_of(graph);
    EXPECT_EQ(find_flaw(plan), "");
    EXPECT_EQ(copies_of(plan), 3u);
    EXPECT_EQ(kernel_of(plan, "a").inputs.front().image, kernel_of(plan, "b").inputs.front().image);
    EXPECT_EQ(copies_of(gpu_plan_of(graph, {.disabled = {"cancel"}})), 4u);
    EXPECT_THAT(decisions_of(plan, "cancel", "test"), HasSubstr("1 of 4"));
}

/// A result in the middle of a chain that others need by rows: the graph, and a vertical blur.
TEST(Cancel, KeepsCopiesThatOthersRead) {
    GraphBuilder build("test");
    const Image input = build.input("input");
    const Image a = blurred_along(build, "a", input, eHorizontal);
    const Image b = blurred_along(build, "b", a, eHorizontal);
    build.output("middle", a);
    build.output("end", blurred_along(build, "c", b, eVertical));
    const GpuPlan plan = gpu_plan_of(build.finish());
    EXPECT_EQ(find_flaw(plan), "");
    // One in; a's result back for the graph; b's back for c. b reads a's as a wrote it.
    EXPECT_EQ(copies_of(plan), 3u);
    EXPECT_EQ(kernel_of(plan, "b").inputs.front().image, kernel_of(plan, "a").outputs[0]);
    const Id<PlanImage> middle = plan.outputs.front();
    EXPECT_EQ(storage_of(plan, middle).layout, Layout::kRows);
    EXPECT_EQ(plan.images[middle].original(), kernel_of(plan, "a").outputs[0]);
    EXPECT_EQ(kernel_of(plan, "c").layout, Layout::kRows);
}

TEST(Cancel, LeavesNothingToCancel) {
    for (const Effect& effect : builtin_effects()) {
        const Graph graph = effect.build();
        const GpuPlanning p{.target = "cc-1.0", .disabled = {"order", "allocate"}};
        const GpuPlan plan = gpu_plan_of(graph, p);
        const GpuContext context{{graph, library(), {}, {}, {}, {}}, plan.target};
        std::vector<Decision> made;
        Decisions decisions(made, "cancel");
        EXPECT_EQ(cancel(plan, context, decisions), plan) << effect.name;
    }
}

/// Two more launches are not worth it for a small picture.
TEST(Transpose, WeighsTheCopies) {
    const Graph graph = graph_with([](GraphBuilder& build, const Image& input) {
        return blurred_along(build, "a", input, eHorizontal);
    });
    EXPECT_EQ(copies_of(gpu_plan_of(graph)), 2u);
    const GpuPlan small = gpu_plan_of(graph, {.domain = {0, 0, 64, 48}});
    EXPECT_EQ(copies_of(small), 0u);
    EXPECT_THAT(decisions_of(small, "transpose", "a"), HasSubstr("not transposed"));
    EXPECT_EQ(find_flaw(small), "");
}

/// Vertical blurs run side by side along rows as they are.
TEST(Transpose, LeavesVerticalScansAlone) {
    const Graph graph = graph_with([](GraphBuilder& build, const Image& input) {
        return blurred_along(build, "a", input, eVertical);
    });
    for (const GpuTarget& target : gpu_targets())
        EXPECT_EQ(copies_of(gpu_plan_of(graph, {.target = target.name})), 0u) << target.name;
}

}  // namespace
}  // namespace weft::test
