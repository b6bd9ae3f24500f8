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
    return emit_host_kernel(plan, plan.kernels.at(0), library());
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
    graph = find_effect("unsharp")->build();
    expect_another({}, "stages that are read at their own element alone, in one loop");
    expect_another({.disabled = {"nest"}}, "a loop for each stage");
}

/// A kernel is compiled once, wherever it stands in a graph and whatever stands around it.
TEST(HostKernel, TextKnowsOfNothingAroundIt) {
    const auto code = [](const CpuPlan& plan, std::size_t k) {
        std::string text = emit_host_kernel(plan, plan.kernels.at(k), library()).text;
        return std::regex_replace(text, std::regex("//[^\n]*"), "");
    };
    for (const char* effect : {"degrain", "unsharp", "diffusion", "conv-layer"}) {
        const CpuPlan plan = plan_of(find_effect(effect)->build());
        CpuPlan later = plan;  // the same stages and pictures, behind others
        const int stages = 3, images = 2;
        later.stages.insert(later.stages.begin(), stages, plan.stages.front());
        later.images.insert(later.images.begin(), images, plan.images.front());
        later.storage.insert(later.storage.begin(), images, plan.storage.front());
        const auto move = [](int& number, int by) { number += number < 0 ? 0 : by; };
        for (std::size_t s = stages; s < later.stages.size(); ++s) {
            for (StageInput& input : later.stages[s].inputs) move(input.image, images);
            for (int& output : later.stages[s].outputs) move(output, images);
        }
        for (std::size_t i = images; i < later.images.size(); ++i)
            if (auto* made = std::get_if<FromStage>(&later.images[i].source)) made->stage += stages;
        for (Kernel& kernel : later.kernels) {
            for (int& s : kernel.stages) move(s, stages);
            for (LineBuffer& line_buffer : kernel.line_buffers) move(line_buffer.image, images);
            for (KernelOutput& output : kernel.outputs) move(output.image, images);
            for (Loop& loop : kernel.loops) {
                for (int& s : loop.stages) move(s, stages);
                for (Read& read : loop.reads) move(read.stage, stages), move(read.image, images);
                for (PictureRead& read : loop.pictures)
                    move(read.stage, stages), move(read.image, images);
                for (Write& write : loop.writes)
                    move(write.stage, stages), move(write.image, images);
            }
        }
        for (std::size_t k = 0; k < plan.kernels.size(); ++k)
            EXPECT_EQ(code(plan, k), code(later, k)) << effect;
    }
}

TEST(HostKernel, NamesAFunctionForEachLoopThatComputes) {
    const CpuPlan plan = plan_of(find_effect("degrain")->build());
    const HostKernel kernel = emitted(plan);
    ASSERT_EQ(kernel.symbols.size(), plan.kernels.at(0).loops.size());
    for (std::size_t l = 0; l < kernel.symbols.size(); ++l)
        EXPECT_EQ(kernel.symbols[l].empty(), plan.kernels[0].loops[l].stages.empty());
}

/// Through the real compiler, with no header at hand: each loop is found by its name.
TEST(HostKernel, Compiles) {
    std::vector<Planning> plannings(3);
    plannings[1].disabled = {"vectorise", "nest"};
    plannings[2].batch_rows = 3;
    plannings[2].planes = 1;
    for (const char* effect : {"degrain", "unsharp", "diffusion"})
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
