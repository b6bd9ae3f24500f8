// Kernels that are printed to be timed: every stage has its counter, and other kernels are as
// before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <sstream>

#include <fmt/format.h>

#include "emit/host/host_kernel.h"
#include "emit/host/profiler_text.h"
#include "emit/host/watch_text.h"
#include "plan/kernel_sections.h"
#include "planning.h"

namespace weft::test {
namespace {

using testing::HasSubstr;
using testing::Not;

HostKernel emitted_kernel(const CpuPlan& plan, const Kernel& kernel, bool timed) {
    return emit_host_kernel(plan, kernel, library(), {.timed = timed});
}

std::vector<Planning> plannings() {
    std::vector<Planning> list(3);
    list[1].disabled = {"vectorise"};
    list[2].batch_rows = 3;
    return list;
}

/// That each is charged is seen when they run: engine/timed_test.
TEST(TimedKernel, EveryStageHasAPart) {
    for (const Effect& effect : builtin_effects())
        for (const Planning& p : plannings()) {
            const CpuPlan plan = plan_of(effect.build(), p);
            for (const Kernel& kernel : plan.kernels) {
                const std::vector<KernelSection> sections = kernel_sections(kernel);
                EXPECT_EQ(sections[kRestSection], KernelSection(RestOfKernel{}));
                std::vector<Id<Stage>> stages;
                for (std::size_t i = 1; i < sections.size(); ++i)
                    if (const auto* part = std::get_if<StageOfLoop>(&sections[i]))
                        stages.push_back(part->stage);
                EXPECT_THAT(stages, testing::UnorderedElementsAreArray(kernel.stages));
            }
        }
}

TEST(TimedKernel, PartsFollowLoopsAndTheirStages) {
    const CpuPlan plan = plan_of(find_effect("degrain")->build());
    const Kernel& kernel = plan.kernels.front();
    const std::vector<KernelSection> sections = kernel_sections(kernel);
    for (const Id<Loop> l : kernel.loops.ids()) {
        const auto first = static_cast<std::size_t>(first_section(kernel, l));
        const std::vector<Id<Stage>>& stages = kernel.loops[l].stages;
        if (stages.empty()) {
            EXPECT_EQ(sections.at(first), KernelSection(MovedRows{l}));
        }
        for (std::size_t i = 0; i < stages.size(); ++i)
            EXPECT_EQ(sections.at(first + i), KernelSection(StageOfLoop{l, stages[i]}));
    }
    EXPECT_EQ(first_section(kernel, Id<Loop>(kernel.loops.size())),
              static_cast<int>(sections.size()));
}

TEST(TimedKernel, OthersKnowNothingOfIt) {
    for (const Effect& effect : builtin_effects()) {
        const CpuPlan plan = plan_of(effect.build());
        for (const Kernel& kernel : plan.kernels) {
            const std::string text = emitted_kernel(plan, kernel, false).text;
            for (const char* word : {"Profiler", "profiler", "charge", "piece"})
                EXPECT_THAT(text, Not(HasSubstr(word))) << effect.name;
            EXPECT_EQ(text, emit_host_kernel(plan, kernel, library()).text);
        }
    }
    EXPECT_THAT(host_preamble(test_target()), Not(HasSubstr("Profiler")));
}

/// What times a loop of one stage is put around the very text that runs otherwise.
TEST(TimedKernel, LoopsOfOneStageAreAsTheyAre) {
    const std::regex around("\nextern \"C\" void weft_loop_[0-9]+_timed\\([^}]*\\}\n");
    for (const char* effect : {"degrain", "recursive-gaussian", "box-blur", "equalise"}) {
        const CpuPlan plan = plan_of(find_effect(effect)->build(), {.disabled = {"nest"}});
        for (const Kernel& kernel : plan.kernels) {
            std::string timed = emitted_kernel(plan, kernel, true).text;
            for (const char* text : {watch_text(), profiler_text()}) {
                const std::size_t at = timed.find(text);
                ASSERT_NE(at, std::string::npos);
                timed.erase(at, std::string(text).size());
            }
            EXPECT_EQ(std::regex_replace(timed, around, ""),
                      emitted_kernel(plan, kernel, false).text)
                << effect;
        }
    }
}

/// A picture of many planes makes pieces shorter: they lie on a thread's stack.
TEST(TimedKernel, PiecesFitTheFirstLevelCache) {
    const std::regex declared("F piece[0-9]+\\[([0-9]+) / S::kWidth\\]\\[([0-9]+)\\];");
    for (const Effect& effect : builtin_effects())
        for (int planes : {1, 3, 64}) {
            const CpuPlan plan = plan_of(effect.build(), {.planes = planes});
            for (const Kernel& kernel : plan.kernels) {
                std::istringstream lines(emitted_kernel(plan, kernel, true).text);
                int bytes = 0;
                for (std::string line; std::getline(lines, line);) {
                    if (line.starts_with("extern")) bytes = 0;
                    std::smatch found;
                    if (!std::regex_search(line, found, declared)) continue;
                    const int piece = std::stoi(found[1]);
                    bytes += 4 * piece * std::stoi(found[2]);
                    EXPECT_TRUE(piece == 64 || bytes <= (32 << 10)) << effect.name << line;
                }
            }
        }
}

TEST(TimedKernel, PiecesOfFewValuesAreLong) {
    const CpuPlan plan = plan_of(find_effect("degrain")->build());
    EXPECT_THAT(emitted_kernel(plan, plan.kernels.front(), true).text,
                HasSubstr("[512 / S::kWidth][1];"));
}

TEST(TimedKernel, SizesAndParametersAreNoPartOfTheText) {
    Planning large{.domain = {-9, 3, 700, 500}};
    large.target.llc_bytes = 1u << 30;
    Planning small;
    small.target = large.target;
    Graph graph = find_effect("degrain")->build();
    const CpuPlan one = plan_of(graph, small);
    ASSERT_TRUE(set_parameter(graph, library(), "threshold", "0.125"));
    const CpuPlan other = plan_of(graph, large);
    EXPECT_EQ(emitted_kernel(one, one.kernels.front(), true).text,
              emitted_kernel(other, other.kernels.front(), true).text);
}

}  // namespace
}  // namespace weft::test
