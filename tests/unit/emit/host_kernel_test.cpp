// Printed kernels: what decides the text and what does not; and that it compiles.
#include "emit/host/host_kernel.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "differential/compiler_fixture.h"
#include "planning.h"

namespace weft::test {
namespace {

HostKernel emitted(const CpuPlan& plan) {
    return emit_host_kernel(plan, plan.kernels.front(), library());
}

TEST(HostKernel, TheSamePlanGivesTheSameText) {
    for (const Effect& effect : builtin_effects())
        EXPECT_EQ(emitted(plan_of(effect.build())).text, emitted(plan_of(effect.build())).text);
}

/// Sizes are arguments: pictures of other sizes share a kernel, and so the cache.
TEST(HostKernel, SizesAreNoPartOfTheText) {
    Planning small{.domain = {0, 0, 640, 480}}, large{.domain = {-9, 3, 700, 500}};
    small.target.llc_bytes = large.target.llc_bytes = 1u << 30;
    for (const Effect& effect : builtin_effects())
        EXPECT_EQ(emitted(plan_of(effect.build(), small)).text,
                  emitted(plan_of(effect.build(), large)).text)
            << effect.name;
}

TEST(HostKernel, ParametersAreNoPartOfTheText) {
    Graph graph = find_effect("degrain")->build();
    const std::string text = emitted(plan_of(graph)).text;
    ASSERT_TRUE(set_parameter(graph, library(), "threshold", "0.125"));
    EXPECT_EQ(emitted(plan_of(graph)).text, text);
}

/// What decides where a kernel reads and how it computes is.
TEST(HostKernel, StructureIsPartOfTheText) {
    Graph graph = find_effect("box-blur")->build();
    ASSERT_TRUE(set_parameter(graph, library(), "mix", "0.5"));
    std::set<std::string> texts = {emitted(plan_of(graph)).text};
    const auto expect_another = [&](const Planning& p, const char* what) {
        EXPECT_TRUE(texts.insert(emitted(plan_of(graph, p)).text).second) << what;
    };
    expect_another({.disabled = {"vectorise"}}, "elements one by one");
    expect_another({.batch_rows = 3}, "three rows in a batch");
    Planning small;
    small.target.llc_bytes = 1;
    ASSERT_NE(decision(plan_of(graph, small), "stream", "box-blur.kernel0"), "");
    expect_another(small, "stores around the caches");
    ASSERT_TRUE(set_parameter(graph, library(), "radius", "7"));
    expect_another({}, "another radius");
    graph = find_effect("unsharp-halide")->build();
    expect_another({}, "stages that are read at their own element alone, in one loop");
    expect_another({.disabled = {"nest"}}, "a loop for each stage");
}

/// A kernel is compiled once, wherever it stands in a graph and whatever stands around it.
TEST(HostKernel, TextKnowsOfNothingAroundIt) {
    const auto code = [](const CpuPlan& plan, Id<Kernel> k) {
        std::string text = emit_host_kernel(plan, plan.kernels[k], library()).text;
        return std::regex_replace(text, std::regex("//[^\n]*"), "");
    };
    for (const char* effect : {"degrain", "unsharp-halide", "diffusion", "conv-layer"}) {
        const CpuPlan plan = plan_of(find_effect(effect)->build());
        CpuPlan later = plan;  // the same stages and pictures, behind others
        const int stages = 3, images = 2;
        const auto insert = [](auto& table, int count) {
            table.values().insert(table.values().begin(), count, table.front());
        };
        insert(later.stages, stages);
        insert(later.images, images);
        insert(later.storage, images);
        const auto move_stage = [&](Id<Stage>& s) { s = Id<Stage>(s.number() + stages); };
        const auto move_image = [&](Id<PlanImage>& i) { i = Id<PlanImage>(i.number() + images); };
        for (const Id<Stage> s : plan.stages.ids()) {
            Stage& stage = later.stages[Id<Stage>(s.number() + stages)];
            for (StageInput& input : stage.inputs) move_image(input.image);
            for (Id<PlanImage>& output : stage.outputs) move_image(output);
        }
        for (const Id<PlanImage> i : plan.images.ids()) {
            PlanImage& image = later.images[Id<PlanImage>(i.number() + images)];
            if (auto* made = std::get_if<FromStage>(&image.source)) move_stage(made->stage);
        }
        for (Kernel& kernel : later.kernels) {
            for (Id<Stage>& s : kernel.stages) move_stage(s);
            for (LineBuffer& line_buffer : kernel.line_buffers) move_image(line_buffer.image);
            for (KernelOutput& output : kernel.outputs) move_image(output.image);
            for (Loop& loop : kernel.loops) {
                for (Id<Stage>& s : loop.stages) move_stage(s);
                for (Read& read : loop.reads) {
                    if (read.by) move_stage(read.by->stage);
                    move_image(read.image);
                }
                for (PictureRead& read : loop.pictures) {
                    move_stage(read.by.stage);
                    move_image(read.image);
                }
                for (Write& write : loop.writes) {
                    if (write.by) move_stage(write.by->stage);
                    move_image(write.image);
                }
            }
        }
        for (const Id<Kernel> k : plan.kernels.ids())
            EXPECT_EQ(code(plan, k), code(later, k)) << effect;
    }
}

TEST(HostKernel, NamesAFunctionForEachLoopThatComputes) {
    const CpuPlan plan = plan_of(find_effect("degrain")->build());
    const HostKernel kernel = emitted(plan);
    ASSERT_EQ(kernel.symbols.size(), plan.kernels.front().loops.size());
    for (const Id<Loop> l : kernel.symbols.ids())
        EXPECT_EQ(kernel.symbols[l].empty(), plan.kernels.front().loops[l].stages.empty());
}

/// Through the real compiler, with no header at hand: each loop is found by its name.
TEST(HostKernel, Compiles) {
    std::vector<Planning> plannings(3);
    plannings[1].disabled = {"vectorise", "nest"};
    plannings[2].batch_rows = 3;
    plannings[2].planes = 1;
    for (const char* effect : {"degrain", "unsharp-halide", "diffusion"})
        for (const Planning& p : plannings) {
            const CpuPlan plan = plan_of(find_effect(effect)->build(), p);
            const HostKernel kernel = emitted(plan);
            const auto object = shared_compiler()->compile(
                {effect, host_preamble(plan.target) + kernel.text, "native", false, {}});
            ASSERT_TRUE(object) << effect << ": " << object.error().message;
            for (const std::string& symbol : kernel.symbols)
                EXPECT_TRUE(symbol.empty() || (*object)->symbol(symbol.c_str()) != nullptr);
        }
}

}  // namespace
}  // namespace weft::test
