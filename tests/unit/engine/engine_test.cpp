// The engine's three calls: what it explains, what it refuses, and how it is compared.
#include "engine/engine.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "differential/compiler_fixture.h"
#include "engine/differential.h"
#include "engine/explain.h"
#include "passes/cpu/cpu_work.h"
#include "planning.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

/// The first thing that the engine says against an effect on this device without these passes.
Error refusal(const std::string& device, const std::vector<std::string>& disabled) {
    EngineOptions options;
    options.device = device;
    options.disabled_passes = disabled;
    options.shared_compiler = shared_compiler();
    Engine engine(options);
    const Graph graph = find_effect("unsharp-halide")->build();
    auto made = engine.prepare({graph, library(), {{{0, 0, 20, 10}, 3}}, {Rect{}}});
    return made ? Error{ErrorKind::kInternal, "accepted"} : made.error();
}

TEST(Engine, NamesWhatItDoesNotKnow) {
    const Error device = refusal("gpu", {});
    EXPECT_EQ(device.kind, ErrorKind::kUsage);
    EXPECT_THAT(device.message,
                AllOf(HasSubstr("unknown device 'gpu'"), HasSubstr("cpu, simt, reference")));
    const Error pass = refusal("cpu", {"nset"});
    EXPECT_EQ(pass.kind, ErrorKind::kUsage);
    EXPECT_THAT(pass.message, AllOf(HasSubstr("unknown pass 'nset'"), HasSubstr("nest")));
    EXPECT_THAT(refusal("cpu", {"lower"}).message, HasSubstr("pass 'lower' cannot be turned off"));
    EXPECT_EQ(refusal("cpu", {"all"}).message, "accepted");
    EXPECT_EQ(refusal("reference", {}).message, "accepted");
}

TEST(Engine, ListsPassesThatMayBeTurnedOff) {
    std::set<std::string> names;
    for (const PassInfo& pass : pass_names()) {
        names.insert(pass.name);
        EXPECT_EQ(refusal("cpu", {pass.name}).message, "accepted") << pass.name;
    }
    EXPECT_TRUE(names.count("fuse") && names.count("nest") && names.count("tile"));
    EXPECT_FALSE(names.count("lower") || names.count("cull"));
}

TEST(Engine, EmitsAKernelForEachOfThePlan) {
    EngineOptions options;
    options.disabled_passes = {"fuse", "recompute"};
    options.shared_compiler = shared_compiler();
    Engine engine(options);
    const Graph graph = find_effect("unsharp-halide")->build();
    const PrepareRequest request{graph, library(), {{{0, 0, 20, 10}, 3}}, {Rect{}}};
    const auto source = engine.emit(request);
    ASSERT_TRUE(source);
    EXPECT_EQ(source->units.size(), 4u);
    const auto prepared = engine.prepare(request);
    ASSERT_TRUE(prepared);
    EXPECT_EQ((*prepared)->kernel_count(), 4);
    EXPECT_GT((*prepared)->scratch_bytes(), 0u);
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::size_t at = 0;
    for (std::size_t end; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
        lines.push_back(text.substr(at, end - at));
    return lines;
}

/// A reduction has two loops: one collects, the other makes the result.
TEST(Explain, NamesEveryStageOnceAmongTheLoops) {
    for (const Effect& effect : builtin_effects()) {
        const CpuPlan plan = plan_of(effect.build());
        for (const Stage& stage : plan.stages) {
            int times = 0;
            for (const std::string& line : lines_of(explain_plan(plan))) {
                if (line.rfind("  loop", 0) != 0) continue;
                const std::string padded = " " + line + " ";
                times += padded.find(" " + stage.name + " ") != std::string::npos;
            }
            const auto named = [&](const Stage& other) { return other.name == stage.name; };
            EXPECT_EQ(times, std::count_if(plan.stages.begin(), plan.stages.end(), named))
                << effect.name << " " << stage.name;
        }
    }
}

/// Wherever a picture passes between loops or kernels, the text says why.
TEST(Explain, GivesAReasonForEveryBoundary) {
    for_random_plans(60, [](const RandomPlanning& random, const CpuPlan& plan) {
        if (!random.planning.disabled.empty()) return;
        const std::string text = explain_plan(plan);
        for (const Stage& stage : plan.stages)
            for (const StageInput& input : stage.inputs) {
                const PlanImage& image = plan.images[input.image];
                const std::optional<Id<Stage>> producer = image.producer();
                if (!producer) continue;
                const std::string subject = image.name + " -> " + stage.name;
                const std::string said = decision(plan, "nest", subject);
                ASSERT_FALSE(said.empty()) << subject << "\n" << random.description;
                EXPECT_THAT(text, HasSubstr(said));
                EXPECT_THAT(text, HasSubstr(subject));
                const bool together =
                    &loop_of(plan, stage.name) == &loop_of(plan, plan.stages[*producer].name);
                EXPECT_EQ(said == "kept in a register", together) << subject;
                if (said.find("outside the kernel") != std::string::npos) {
                    EXPECT_TRUE(kept(plan, input.image)) << subject << "\n" << random.description;
                }
            }
    });
}

/// Times by the model: of the run, of each kernel, and each loop's share with what bounds it.
TEST(Explain, TellsModelledTimes) {
    const CpuPlan plan =
        plan_of(find_effect("unsharp-halide")->build(), {.domain = {0, 0, 640, 480}});
    const std::string text = explain_plan(plan);
    EXPECT_THAT(text, HasSubstr(fmt::format("a run takes {:.3f} ms by the model\n",
                                            1e3 * run_seconds(plan))));
    int kernels = 0, share = 0;
    for (const std::string& line : lines_of(text)) {
        kernels += line.rfind("  time      ", 0) == 0;
        if (line.rfind("  loop", 0) != 0) continue;
        const std::size_t end = line.find(" % of the time, bound by ");
        ASSERT_NE(end, std::string::npos) << line;
        share += std::stoi(line.substr(line.rfind(' ', end - 1) + 1));
    }
    EXPECT_EQ(kernels, static_cast<int>(plan.kernels.size()));
    EXPECT_NEAR(share, 100, 2);
}

TEST(Explain, SaysWhatTurnedOffPassesLeft) {
    const CpuPlan plan =
        plan_of(find_effect("unsharp-halide")->build(), {.disabled = {"fuse", "tile"}});
    EXPECT_THAT(explain_plan(plan),
                AllOf(HasSubstr("4 kernels"), HasSubstr("turned off: 4 kernels of one stage"),
                      HasSubstr("turned off: tiles of")));
}

/// A library in which one functor's kernel text computes something else than its C++.
Library with_wrong_text() {
    static const std::string wrong = [] {
        std::string text = library().find_translated("Sum")->simd_text;
        const std::size_t at = text.find("A() + B");
        EXPECT_NE(at, std::string::npos) << text;
        if (at != std::string::npos) text[at + 4] = '-';
        return text;
    }();
    static TranslatedFunctor sum = *library().find_translated("Sum");
    sum.simd_text = wrong.c_str();
    Library changed;
    static const FunctorModule module{kModuleVersion, 1, &sum};
    EXPECT_TRUE(changed.add(module));
    return changed;
}

TEST(CompareDevices, SeesASingleWrongOperator) {
    const Graph graph = graph_of(*library().find("Sum"));
    const DifferentialCase c{.domain = {2, 3, 9, 8}, .special_values = false};
    const auto right = compare_devices(graph, library(), c, {}, shared_compiler());
    ASSERT_TRUE(right) << right.error().message;
    EXPECT_TRUE(right->agrees);
    EXPECT_EQ(right->difference, "");
    const auto wrong = compare_devices(graph, with_wrong_text(), c, {}, shared_compiler());
    ASSERT_TRUE(wrong) << wrong.error().message;
    EXPECT_FALSE(wrong->agrees);
    EXPECT_THAT(wrong->difference, AllOf(HasSubstr("output plane 0 at 2,3: reference "),
                                         HasSubstr("of 105 samples differ")));
}

TEST(TestPicture, IsTheSameForTheSameSeedAndHoldsSpecialValues) {
    const Rect domain{-4, 2, 60, 50};
    EXPECT_TRUE(same_bits(test_picture(domain, 3, 7, true), test_picture(domain, 3, 7, true)));
    EXPECT_FALSE(same_bits(test_picture(domain, 3, 7, true), test_picture(domain, 3, 8, true)));
    const auto special = [&](bool asked) {
        const Picture picture = test_picture(domain, 3, 7, asked);
        int nan = 0, infinite = 0, denormal = 0;
        for (int p = 0; p < 3; ++p)
            for (int y = domain.y0; y < domain.y1; ++y)
                for (int x = domain.x0; x < domain.x1; ++x) {
                    const int kind = std::fpclassify(picture.at(x, y, p));
                    nan += kind == FP_NAN;
                    infinite += kind == FP_INFINITE;
                    denormal += kind == FP_SUBNORMAL;
                }
        return nan > 10 && infinite > 10 && denormal > 10 ? 1
               : nan + infinite + denormal > 0            ? -1
                                                          : 0;
    };
    EXPECT_EQ(special(true), 1);
    EXPECT_EQ(special(false), 0);
}

}  // namespace
}  // namespace weft::test
