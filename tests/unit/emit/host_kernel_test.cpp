// Printed kernels: the same text for the same plan, text that compiles, and the lines that matter.
#include "emit/host/host_kernel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "differential/compiler_fixture.h"
#include "planning.h"

namespace weft::test {
namespace {

using testing::HasSubstr;
using testing::Not;

HostKernel emitted(const Plan& plan) {
    return emit_host_kernel(plan, plan.kernels.at(0), library());
}

int count(const std::string& text, const std::string& what) {
    int times = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++times;
    return times;
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

TEST(HostKernel, PrintsAFunctionForEachLoopThatComputes) {
    const Plan plan = plan_of(find_effect("degrain")->build());
    const HostKernel kernel = emitted(plan);
    ASSERT_EQ(kernel.symbols.size(), plan.kernels[0].loops.size());
    for (std::size_t l = 0; l < kernel.symbols.size(); ++l) {
        const bool computes = !plan.kernels[0].loops[l].stages.empty();
        EXPECT_EQ(kernel.symbols[l], computes ? "weft_loop_" + std::to_string(l) : "");
        if (computes) {
            EXPECT_EQ(count(kernel.text, "extern \"C\" void " + kernel.symbols[l] + "("), 1);
        }
    }
    EXPECT_EQ(count(kernel.text, "extern \"C\""), 8);
    EXPECT_EQ(count(kernel.text, "struct DWT1D_simd {"), 1) << "each functor once";
    EXPECT_THAT(kernel.text, Not(HasSubstr("#include"))) << "kernels need no headers";
}

TEST(HostKernel, StructureIsBaked) {
    const HostKernel kernel = emitted(plan_of(find_effect("degrain")->build()));
    for (int radius : {1, 2, 4, 8})
        EXPECT_THAT(kernel.text,
                    HasSubstr("static constexpr int Radius = " + std::to_string(radius) + ","));
    EXPECT_THAT(kernel.text, HasSubstr("weft::eVertical"));
    EXPECT_THAT(kernel.text, HasSubstr("weft::ValueInput<S,")) << "a value kept in a register";
}

TEST(HostKernel, StoresAndFormsFollowThePlan) {
    const Graph graph = find_effect("unsharp")->build();
    Planning p;
    EXPECT_THAT(emitted(plan_of(graph, p)).text, Not(HasSubstr("weft::stream<S>(out")));
    p.target.llc_bytes = 1;
    EXPECT_THAT(emitted(plan_of(graph, p)).text, HasSubstr("weft::stream<S>(out"));
    p.disabled = {"vectorise"};
    const std::string scalar = emitted(plan_of(graph, p)).text;
    EXPECT_THAT(scalar, HasSubstr("using S = weft::Scalar;"));
    EXPECT_THAT(scalar, Not(HasSubstr("using S = weft::Lanes;")));
}

/// Every effect, and some shapes of plan that effects do not have, through the real compiler.
TEST(HostKernel, Compiles) {
    std::vector<Planning> plannings(3);
    plannings[1].disabled = {"vectorise", "nest"};
    plannings[2].batch_rows = 3;
    plannings[2].planes = 1;
    for (const char* effect : {"degrain", "unsharp", "diffusion"})
        for (const Planning& p : plannings) {
            const Plan plan = plan_of(find_effect(effect)->build(), p);
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
