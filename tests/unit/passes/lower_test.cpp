// Rows: what is read and written in place, which line buffers there are and how they are padded.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "neighbourhood/dwt1d.h"
#include "neighbourhood/gaussian.h"
#include "plan/verify.h"
#include "planning.h"
#include "point/soft_threshold.h"
#include "point/sum.h"
#include "scan/box_blur.h"

namespace weft::test {
namespace {

using testing::SizeIs;

/// A graph of one functor from "input" to "output".
template <class F>
Graph single(const F& functor, Border border = {}) {
    GraphBuilder build("single");
    Image input = build.input("input"), output;
    build.border(border);
    build.name_next("node");
    functor(input, output);
    build.output("output", output);
    return build.finish();
}

const Kernel& only_kernel(const CpuPlan& plan) {
    EXPECT_EQ(plan.kernels.size(), 1u);
    return plan.kernels.front();
}

TEST(Lower, APointEffectMovesNoRows) {
    const CpuPlan plan = plan_of(single(functors::SoftThreshold()));
    const Kernel& kernel = only_kernel(plan);
    ASSERT_THAT(kernel.loops, SizeIs(1));
    EXPECT_THAT(kernel.line_buffers, SizeIs(0));
}

TEST(Lower, OtherLayoutsComeThroughLineBuffers) {
    const Graph graph = single(functors::SoftThreshold());
    const CpuPlan from = plan_of(graph, {.planar_inputs = {false}});
    EXPECT_THAT(loops_of_kind(only_kernel(from), LoopKind::kLoad), SizeIs(1));
    EXPECT_THAT(loops_of_kind(only_kernel(from), LoopKind::kStore), SizeIs(0));
    EXPECT_FALSE(only_kernel(from).line_buffers.front().padded);
    const CpuPlan to = plan_of(graph, {.planar_outputs = {false}});
    EXPECT_THAT(loops_of_kind(only_kernel(to), LoopKind::kLoad), SizeIs(0));
    EXPECT_THAT(loops_of_kind(only_kernel(to), LoopKind::kStore), SizeIs(1));
}

TEST(Lower, RowsAboveAndBelowAreReadInPlace) {
    for (BorderMode mode : {eClamp, eMirror, eRepeat, eConstant}) {
        const CpuPlan plan = plan_of(single(functors::Gaussian(eVertical, 1.0f, 3), {mode, 0}));
        EXPECT_THAT(only_kernel(plan).line_buffers, SizeIs(0)) << mode;
        EXPECT_EQ(loop_of(plan, "node").reads.at(0).rows.size(), 7u);
    }
}

TEST(Lower, ColumnsBesideThePictureComeFromPaddedLineBuffers) {
    for (BorderMode mode : {eClamp, eMirror, eRepeat, eConstant}) {
        const Border border{mode, mode == eConstant ? 0.5f : 0.0f};
        const CpuPlan plan = plan_of(single(functors::Gaussian(eHorizontal, 1.0f, 3), border));
        const Kernel& kernel = only_kernel(plan);
        ASSERT_THAT(kernel.line_buffers, SizeIs(1));
        EXPECT_TRUE(kernel.line_buffers.front().padded);
        EXPECT_EQ(kernel.line_buffers.front().border, border);
    }
}

/// Two readers of `made` along rows, each with a border of its own.
Graph two_readers(Border first, Border second, bool of_input) {
    GraphBuilder build("two");
    Image input = build.input("input"), made, a, b, output;
    build.name_next("made");
    functors::SoftThreshold shrink;
    shrink(input, made);
    functors::Gaussian blur(eHorizontal, 1.0f, 2);
    build.border(first);
    blur(of_input ? input : made, a);
    build.border(second);
    blur(of_input ? input : made, b);
    functors::Sum sum;
    sum(a, b, output);
    build.output("output", output);
    return build.finish();
}

TEST(Lower, APictureUnderTwoBordersIsCopied) {
    const Border clamp{eClamp, 0}, zero{eConstant, 0};
    const CpuPlan plan = plan_of(two_readers(clamp, zero, false));
    const Kernel& kernel = only_kernel(plan);
    EXPECT_THAT(loops_of_kind(kernel, LoopKind::kCopy), SizeIs(1));
    const Id<PlanImage> made = image_id(plan, "made.Output");
    std::vector<Border> borders;
    for (const LineBuffer& line_buffer : kernel.line_buffers)
        if (line_buffer.image == made) borders.push_back(line_buffer.border);
    EXPECT_THAT(borders, testing::UnorderedElementsAre(clamp, zero));
    EXPECT_THAT(
        loops_of_kind(only_kernel(plan_of(two_readers(clamp, clamp, false))), LoopKind::kCopy),
        SizeIs(0))
        << "the same border shares a line buffer";
    EXPECT_THAT(loops_of_kind(only_kernel(plan_of(two_readers(zero, {eConstant, 1}, false))),
                              LoopKind::kCopy),
                SizeIs(1))
        << "another constant is another border";
}

TEST(Lower, AnInputUnderTwoBordersIsLoadedTwice) {
    const Border clamp{eClamp, 0}, mirror{eMirror, 0};
    EXPECT_THAT(
        loops_of_kind(only_kernel(plan_of(two_readers(clamp, mirror, true))), LoopKind::kLoad),
        SizeIs(2));
    EXPECT_THAT(
        loops_of_kind(only_kernel(plan_of(two_readers(mirror, mirror, true))), LoopKind::kLoad),
        SizeIs(1));
}

TEST(Lower, OutputsThatAreReadAgainAreStored) {
    GraphBuilder build("both");
    Image input = build.input("input"), shrunk, soft;
    build.name_next("shrink");
    functors::SoftThreshold shrink;
    shrink(input, shrunk);
    build.name_next("blur");
    functors::Gaussian blur(eVertical, 1.0f, 1);
    blur(shrunk, soft);
    build.output("shrunk", shrunk);
    build.output("soft", soft);
    const CpuPlan plan = plan_of(build.finish());
    EXPECT_THAT(loops_of_kind(only_kernel(plan), LoopKind::kStore), SizeIs(1));
    for (const Write& write : loop_of(plan, "shrink").writes) EXPECT_TRUE(write.line_buffer);
    EXPECT_FALSE(loop_of(plan, "blur").writes.at(0).line_buffer);
}

TEST(Lower, ScansAreStored) {
    for (Axis axis : {eHorizontal, eVertical}) {
        const CpuPlan plan = plan_of(single(functors::BoxBlur(axis, 2)));
        EXPECT_THAT(loops_of_kind(only_kernel(plan), LoopKind::kStore), SizeIs(1));
        EXPECT_TRUE(loop_of(plan, "node").writes.at(0).line_buffer);
    }
}

TEST(Lower, APictureMayBeTwoOutputs) {
    GraphBuilder build("twice");
    Image input = build.input("input"), output;
    build.name_next("node");
    functors::SoftThreshold shrink;
    shrink(input, output);
    build.output("one", output);
    build.output("two", output);
    const Rect one{0, 0, 20, 10}, two{15, 5, 60, 40};
    const CpuPlan plan = plan_of(build.finish(), {.regions = {one, two}});
    const Kernel& kernel = only_kernel(plan);
    ASSERT_THAT(kernel.outputs, SizeIs(1));
    EXPECT_EQ(kernel.outputs[0].region, hull(one, two));
    EXPECT_THAT(loops_of_kind(kernel, LoopKind::kStore), SizeIs(1));
    EXPECT_TRUE(loop_of(plan, "node").writes.at(0).line_buffer)
        << "two places cannot be written in place";
    EXPECT_THAT(plan.images[kernel.outputs[0].image].graph_outputs,
                testing::ElementsAre(Id<GraphOutput>(0), Id<GraphOutput>(1)));
}

TEST(Lower, AnInputMayBeAnOutput) {
    GraphBuilder alone("alone");
    Image input = alone.input("input");
    alone.output("output", input);
    const CpuPlan copy = plan_of(alone.finish());
    EXPECT_THAT(only_kernel(copy).loops, SizeIs(2));
    EXPECT_THAT(loops_of_kind(only_kernel(copy), LoopKind::kLoad), SizeIs(1));
    EXPECT_THAT(loops_of_kind(only_kernel(copy), LoopKind::kStore), SizeIs(1));

    GraphBuilder beside("beside");
    Image source = beside.input("input"), made;
    functors::SoftThreshold shrink;
    shrink(source, made);
    beside.output("made", made);
    beside.output("source", source);
    const CpuPlan both = plan_of(beside.finish());
    EXPECT_THAT(only_kernel(both).outputs, SizeIs(2));
    EXPECT_THAT(loops_of_kind(only_kernel(both), LoopKind::kStore), SizeIs(1));
}

/// Two outputs of one kernel whose regions differ: tiles span both, and neither is written beyond
/// its own.
TEST(Lower, OutputsHaveRegionsOfTheirOwn) {
    GraphBuilder build("two");
    Image input = build.input("input"), high, low;
    build.name_next("split");
    functors::DWT1D split(eVertical, 1);
    split(input, high, low);
    build.output("high", high);
    build.output("low", low);
    const Rect upper{0, 0, 20, 10}, lower{10, 30, 50, 48};
    const CpuPlan plan = plan_of(build.finish(), {.regions = {upper, lower}});
    const Kernel& kernel = only_kernel(plan);
    EXPECT_EQ(kernel.region, hull(upper, lower));
    for (const KernelOutput& output : kernel.outputs)
        EXPECT_EQ(output.region,
                  output.image == image_id(plan, "split.HighOutput") ? upper : lower);
    for (const Write& write : loop_of(plan, "split").writes)
        EXPECT_TRUE(write.line_buffer) << "the loop computes both regions' hull";
}

TEST(Lower, RandomPlansAreWellFormed) {
    for_random_plans(200, [](const RandomPlanning& random, const CpuPlan& plan) {
        EXPECT_EQ(find_flaw(plan), "") << random.description;
    });
    for (const Effect& effect : builtin_effects())
        EXPECT_EQ(find_flaw(plan_of(effect.build())), "");
}

}  // namespace
}  // namespace weft::test
