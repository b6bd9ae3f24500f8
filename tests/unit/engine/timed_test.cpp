// Kernels that are made to be timed: the same bits, and counts that belong to somebody.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include <fmt/format.h>

#include "differential/compiler_fixture.h"
#include "engine/differential.h"
#include "engine/engine.h"
#include "graph/image.h"
#include "planning.h"
#include "point/soft_threshold.h"
#include "point/square.h"
#include "statistics/extremes.h"
#include "statistics/histogram.h"

namespace weft::test {
namespace {

/// Rows of more than one piece (emit/host/timed_text.h), the last of which is no whole vectors.
constexpr Rect kTimedDomain{-3, 5, 610, 50};

/// A graph under one way to plan it.
struct Case {
    std::string name;
    Graph graph;
    int batch_rows = 0;
    std::vector<std::string> disabled = {};
};

/// Points that share a loop with the reduction of what they make: a small state, then a large one.
Graph reduced(bool large) {
    GraphBuilder build(large ? "histogram of squares" : "extremes of squares");
    const Image input = build.input("input");
    Image shrunk, squared, low, high;
    functors::SoftThreshold(0.25f)(input, shrunk);
    functors::Square()(shrunk, squared);
    if (large)
        functors::Histogram(64, 0.0f, 1.0f)(squared, low);
    else
        functors::Extremes()(squared, low, high);
    build.output("low", low);
    if (!large) build.output("high", high);
    return build.finish();
}

/// Stages that share loops, windows, scans of every kind, reductions, other resolutions.
const std::vector<Case>& cases() {
    static const std::vector<Case> list = [] {
        std::vector<Case> all;
        for (const char* name : {"degrain", "unsharp-halide", "recursive-gaussian", "equalise",
                                 "pyramid-blend", "box-blur"})
            all.push_back({name, find_effect(name)->build()});
        all.push_back({"equalise, kept", find_effect("equalise")->build(), 0, {"recompute"}});
        all.push_back({"harris in batches", find_effect("harris")->build(), 3});
        all.push_back({"sharpen by elements", find_effect("sharpen")->build(), 0, {"vectorise"}});
        for (const bool large : {false, true}) {
            const Graph graph = reduced(large);
            all.push_back({graph.name, graph});
            all.push_back({graph.name + " by elements", graph, 0, {"vectorise"}});
        }
        return all;
    }();
    return list;
}

struct Ran {
    std::vector<Picture> outputs;
    std::vector<KernelTimes> times;
    CpuPlan plan;
};

Ran run_case(const Case& c, bool timed, int threads, int runs = 1) {
    EngineOptions options;
    options.timed = timed;
    options.threads = threads;
    options.strip_height = 16;
    options.batch_rows = c.batch_rows;
    options.disabled_passes = c.disabled;
    options.shared_compiler = shared_compiler();
    Engine engine(options);
    const PrepareRequest request{
        c.graph, library(), usual_input_shapes(c.graph, library(), kTimedDomain, 3), {}};
    Ran ran;
    auto plan = engine.plan(request);
    auto prepared = engine.prepare(request);
    if (!plan || !prepared) {
        ADD_FAILURE() << c.name << ": " << (plan ? prepared.error() : plan.error()).message;
        return ran;
    }
    ran.plan = std::get<CpuPlan>(*std::move(plan));
    std::vector<Picture> inputs;
    std::vector<PictureView> from, to;
    for (const ImageShape& shape : request.inputs)
        inputs.push_back(test_picture(shape.domain, shape.planes, inputs.size(), false));
    for (Picture& input : inputs) from.push_back(input.view());
    for (const Id<PlanImage> image : ran.plan.outputs) {
        const ImageShape& shape = ran.plan.images[image].shape;
        ran.outputs.emplace_back(shape.domain, shape.planes);
    }
    for (Picture& output : ran.outputs) to.push_back(output.view());
    for (int i = 0; i < runs; ++i) {
        const Status ok = (*prepared)->run(from, to, {});
        EXPECT_TRUE(ok) << ok.error().message;
    }
    ran.times = (*prepared)->kernel_times();
    return ran;
}

/// Kinds of loops that several stages share, "batched" ones apart, and those of one.
std::set<std::string> kinds_of_loops(const CpuPlan& plan) {
    std::set<std::string> kinds;
    for (const Kernel& kernel : plan.kernels)
        for (const Loop& loop : kernel.loops)
            if (!loop.stages.empty())
                kinds.insert(fmt::format("{}{}{}", static_cast<int>(loop.kind),
                                         loop.stages.size() > 1 ? " shared" : "",
                                         loop.batch_rows > 1 ? " batched" : ""));
    return kinds;
}

TEST(Timed, CasesHaveLoopsOfEveryKind) {
    std::set<std::string> kinds;
    const auto named = [](LoopKind kind, const char* how) {
        return std::to_string(static_cast<int>(kind)) + how;
    };
    for (const Case& c : cases()) kinds.merge(kinds_of_loops(run_case(c, true, 1).plan));
    EXPECT_THAT(
        kinds,
        testing::IsSupersetOf(
            {named(LoopKind::kParallel, ""), named(LoopKind::kParallel, " shared"),
             named(LoopKind::kParallel, " shared batched"), named(LoopKind::kVerticalScan, ""),
             named(LoopKind::kVerticalScan, " batched"), named(LoopKind::kHorizontalScan, ""),
             named(LoopKind::kHorizontalScan, " batched"), named(LoopKind::kReduce, ""),
             named(LoopKind::kReduce, " shared"), named(LoopKind::kResult, "")}));
}

/// Of each section, in order.
std::vector<long long> elements(const std::vector<KernelTimes>& kernels) {
    std::vector<long long> counts;
    for (const KernelTimes& kernel : kernels)
        for (const SectionTime& section : kernel.sections) counts.push_back(section.elements);
    return counts;
}

/// What a stage computes at least.
long long area_of(const BoundGraph& plan, const Stage& stage) {
    const Rect region =
        stage.phase == Phase::kReduce ? stage.domain : plan.images[stage.outputs.front()].region;
    return static_cast<long long>(region.area()) * stage.planes;
}

TEST(Timed, GivesTheSameBits) {
    for (const Case& c : cases()) {
        const Ran plain = run_case(c, false, 2), timed = run_case(c, true, 2);
        ASSERT_EQ(plain.outputs.size(), timed.outputs.size());
        for (std::size_t o = 0; o < plain.outputs.size(); ++o)
            EXPECT_TRUE(same_bits(plain.outputs[o], timed.outputs[o])) << c.name << " " << o;
        EXPECT_TRUE(plain.times.empty()) << "nobody asked";
    }
}

TEST(Timed, CountsEveryStageInItsKernel) {
    for (const Case& c : cases()) {
        SCOPED_TRACE(c.name);
        const Ran ran = run_case(c, true, 2);
        ASSERT_EQ(ran.times.size(), ran.plan.kernels.size());
        for (const Id<Kernel> k : ran.plan.kernels.ids()) {
            const KernelTimes& times = ran.times[k.index()];
            EXPECT_EQ(times.name, ran.plan.kernels[k].name);
            std::vector<Id<Stage>> stages;
            for (const SectionTime& section : times.sections) {
                if (section.kind != SectionKind::kNode) continue;
                const Stage& stage = ran.plan.stages[*section.stage];
                EXPECT_EQ(section.name, stage.name);
                EXPECT_EQ(section.functor, stage.functor);
                EXPECT_EQ(section.node, stage.node);
                EXPECT_GE(section.elements, area_of(ran.plan, stage)) << section.name;
                EXPECT_GT(section.seconds, 0) << section.name;
                stages.push_back(*section.stage);
            }
            EXPECT_THAT(stages, testing::UnorderedElementsAreArray(ran.plan.kernels[k].stages));
            EXPECT_EQ(times.sections.back().kind, SectionKind::kRest);
        }
    }
}

/// The total is measured around each task; the sections are counted inside.
TEST(Timed, PartsSumToTheKernel) {
    for (const Case& c : cases())
        for (const KernelTimes& kernel : run_case(c, true, 3).times) {
            double sum = 0;
            for (const SectionTime& section : kernel.sections) sum += section.seconds;
            EXPECT_GT(kernel.seconds, 0);
            EXPECT_NEAR(sum, kernel.seconds, 1e-9 * kernel.seconds) << c.name << kernel.name;
            EXPECT_GT(kernel.elapsed, 0);
            EXPECT_GE(kernel.begin, 0);
        }
}

TEST(Timed, SumsOverThreadsAndBeginsAnewWithEachRun) {
    for (const Case& c : cases()) {
        const auto alone = elements(run_case(c, true, 1).times);
        EXPECT_GT(std::accumulate(alone.begin(), alone.end(), 0LL), 0);
        EXPECT_EQ(elements(run_case(c, true, 3).times), alone) << c.name;
        EXPECT_EQ(elements(run_case(c, true, 3, 4).times), alone) << c.name;
    }
}

TEST(Timed, EmitsWhatItRuns) {
    EngineOptions options;
    options.timed = true;
    options.shared_compiler = shared_compiler();
    Engine engine(options);
    const Graph graph = find_effect("degrain")->build();
    const auto source = engine.emit({graph, library(), {{kTimedDomain, 3}}, {Rect{}}});
    ASSERT_TRUE(source);
    EXPECT_THAT(source->units.front().text, testing::HasSubstr("weft::charge(profiler, "));
}

TEST(KernelTimes, MeansAreOfRunsOfOnePlan) {
    std::vector<KernelTimes> one{{"k",
                                  0.5,
                                  2,
                                  4,
                                  {{SectionKind::kNode, Id<Stage>(0), {1}, "a", "A", 3, 10},
                                   {SectionKind::kRest, {}, {}, "", "", 1, 0}}}};
    std::vector<KernelTimes> other = one;
    other[0].begin = 1.5;
    other[0].elapsed = 4;
    other[0].seconds = 8;
    other[0].sections[0].seconds = 5;
    other[0].sections[1].seconds = 3;
    const std::vector<KernelTimes> mean{{"k",
                                         1,
                                         3,
                                         6,
                                         {{SectionKind::kNode, Id<Stage>(0), {1}, "a", "A", 4, 10},
                                          {SectionKind::kRest, {}, {}, "", "", 2, 0}}}};
    EXPECT_EQ(mean_of({one, other}), mean);
    EXPECT_EQ(mean_of({one}), one);
    EXPECT_TRUE(mean_of({}).empty());
    other[0].sections.pop_back();
    EXPECT_TRUE(mean_of({one, other}).empty());
}

TEST(KernelTimes, TheLeastIsOfEachPartAndTheirSum) {
    const auto times = [](double elapsed, double node, double rest) {
        return std::vector<KernelTimes>{
            {"k",
             0,
             elapsed,
             node + rest,
             {{SectionKind::kNode, Id<Stage>(0), {1}, "a", "A", node, 10},
              {SectionKind::kRest, {}, {}, "", "", rest, 0}}}};
    };
    EXPECT_EQ(least_of({times(4, 7, 1), times(5, 3, 9), times(3, 4, 2)}), times(3, 3, 1));
    EXPECT_EQ(least_of({times(4, 7, 1)}), times(4, 7, 1));
    EXPECT_TRUE(least_of({}).empty());
}

}  // namespace
}  // namespace weft::test
