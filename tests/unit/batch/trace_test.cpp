// Traces: bars within bars, and what their arguments sum.
#include "batch/trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace weft::test {
namespace {

using Json = nlohmann::json;
using testing::ElementsAre;

SectionTime node(const char* name, double seconds) {
    return {SectionKind::kNode, Id<Stage>(0), {1}, name, "Gain", seconds, 1000};
}

/// A frame that one kernel computes on several threads, then another.
StageSpan computed() {
    return {{7, "left", {}, {}},
            "compute",
            3,
            1.0,
            1.5,
            {{"k.kernel0",
              0.01,
              0.3,
              0.6,
              {node("gain1", 0.3),
               {SectionKind::kLoad, {}, {}, "input", "", 0.2, 0},
               {SectionKind::kRest, {}, {}, "", "", 0.1, 0}}},
             {"k.kernel1", 0.32, 0.1, 0.1, {node("gain2", 0.1)}}}};
}

std::vector<Json> bars(const std::vector<StageSpan>& spans) {
    std::vector<Json> found;
    const Json document = Json::parse(chrome_trace(spans, "weft render k"));
    for (const Json& event : document["traceEvents"])
        if (event["ph"] == "X") found.push_back(event);
    return found;
}

Json bar_named(const std::vector<Json>& bars, const std::string& name) {
    for (const Json& bar : bars)
        if (bar["name"] == name) return bar;
    return {};
}

TEST(Trace, HasABarForEachKernelAndPart) {
    std::vector<std::string> names;
    for (const Json& bar : bars({computed()})) {
        names.push_back(bar["name"]);
        EXPECT_EQ(bar["tid"], 3);
    }
    EXPECT_THAT(names, ElementsAre("compute", "k.kernel0", "gain1", "load input", "rest",
                                   "k.kernel1", "gain2"));
}

TEST(Trace, PartsAreDrawnByTheirShareOfTheKernel) {
    const std::vector<Json> all = bars({computed()});
    const Json gain = bar_named(all, "gain1"), load = bar_named(all, "load input");
    EXPECT_DOUBLE_EQ(bar_named(all, "k.kernel0")["ts"], 1.01e6);
    EXPECT_DOUBLE_EQ(bar_named(all, "k.kernel0")["dur"], 0.3e6);
    EXPECT_DOUBLE_EQ(gain["ts"], 1.01e6);
    EXPECT_DOUBLE_EQ(gain["dur"], 0.15e6);
    EXPECT_DOUBLE_EQ(load["ts"], 1.16e6);
    EXPECT_DOUBLE_EQ(load["dur"], 0.1e6);
    EXPECT_DOUBLE_EQ(gain["args"]["ms"], 300);
    EXPECT_DOUBLE_EQ(gain["args"]["share"], 0.5);
    EXPECT_DOUBLE_EQ(gain["args"]["ns_per_element"], 0.3e9 / 1000);
    EXPECT_EQ(gain["args"]["elements"], 1000);
    EXPECT_EQ(gain["args"]["functor"], "Gain");
    EXPECT_EQ(gain["args"]["sums"], "over all rows and threads of the kernel; drawn by its share");
    EXPECT_FALSE(load["args"].contains("elements"));
}

/// Viewers drop a bar that begins in one and ends after it.
TEST(Trace, NoBarReachesOutOfTheOneAbove) {
    StageSpan span = computed();
    span.kernels[0].seconds = 0.6000001;  // as rounding leaves it
    span.kernels[1].elapsed = 0.2;
    const std::vector<Json> all = bars({span});
    const auto end = [](const Json& bar) {
        return bar["ts"].get<double>() + bar["dur"].get<double>();
    };
    for (const Json& bar : all) EXPECT_LE(end(bar), end(all.front())) << bar["name"];
    EXPECT_LE(end(bar_named(all, "rest")), end(bar_named(all, "k.kernel0")));
    EXPECT_LE(end(bar_named(all, "gain2")), end(bar_named(all, "k.kernel1")));
}

TEST(Trace, WithoutTimedKernelsHasFramesAlone) {
    StageSpan span = computed();
    span.kernels.clear();
    const std::vector<Json> all = bars({span});
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0]["args"], (Json{{"frame", 7}, {"view", "left"}}));
}

}  // namespace
}  // namespace weft::test
