// weft bench --all: every functor and effect has its line, and says what it should. Never how fast.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include <nlohmann/json.hpp>

#include "run_weft.h"
#include "scratch_folder.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

/// A helper whose array differs between pixels in one call and not in the other has no SIMD form.
constexpr const char* kScalarFunctor = R"(#pragma once
#include "core/functor.h"
using namespace weft;
constexpr float kSame[2] = {1.0f, 2.0f};
inline float larger_of(const float (&a)[2]) {
    if (a[0] > a[1]) return a[0];
    return a[1];
}
class OneByOne : public Functor<OneByOne, eParallel> {
    Indexer<eInput, eComponent, e0D> Input;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Input, Output)

  public:
    void Kernel() {
        const float own[2] = {Input(), 2.0f * Input()};
        Output() = larger_of(kSame) + larger_of(own);
    }
};
)";

/// The first words of what `weft list TOPIC` prints.
std::vector<std::string> listed(const char* topic) {
    std::vector<std::string> names;
    std::istringstream lines(run_weft({"list", topic}).out);
    for (std::string line; std::getline(lines, line);)
        names.push_back(line.substr(0, line.find(' ')));
    return names;
}

class BenchCommand : public testing::Test {
  protected:
    Outcome bench(std::vector<std::string> arguments) {
        for (const char* a : {"--size", "61x37", "--runs", "1", "--cache-dir", WEFT_TEST_CACHE})
            arguments.push_back(a);
        arguments.insert(arguments.begin(), "bench");
        return run_weft(arguments);
    }
};

TEST_F(BenchCommand, AllHasEveryFunctorAndEffect) {
    const Outcome outcome = bench({"--all", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const nlohmann::json report = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(report["width"], 61);
    EXPECT_EQ(report["planes"], 3);
    std::vector<std::string> functors, effects;
    for (const nlohmann::json& timed : report["timed"]) {
        SCOPED_TRACE(timed.dump());
        (timed["kind"] == "functor" ? functors : effects).push_back(timed["name"]);
        EXPECT_GT(timed["ms_per_megapixel"].get<double>(), 0);
        EXPECT_GT(timed["lanes"].get<int>(), 1) << "falls off the vector path";
        EXPECT_FALSE(timed["bound"].get<std::string>().empty());
        EXPECT_FALSE(timed.contains("scalar"));
    }
    EXPECT_EQ(functors, listed("functors"));
    EXPECT_EQ(effects, listed("effects"));
    EXPECT_GT(functors.size(), 40u);
}

TEST_F(BenchCommand, WhatHasNoSimdFormIsFlagged) {
    ScratchFolder folder;
    write_text(folder.path("mine.h"), kScalarFunctor);
    const Outcome outcome = bench({"--all", "--functors", folder.path("mine.h")});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("one element at a time: onebyone1: 'larger_of' is called"));
    EXPECT_THAT(outcome.out, HasSubstr(" 1 of them one element at a time"));
}

TEST_F(BenchCommand, NodesSumToTheirKernelsAndTheWhole) {
    const Outcome outcome = bench({"unsharp-halide", "equalise", "--nodes", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    std::vector<std::string> names;
    for (const nlohmann::json& report : nlohmann::json::parse(outcome.out)) {
        double all = 0, shares = 0;
        for (const nlohmann::json& kernel : report["kernels"]) {
            double sum = 0;
            for (const nlohmann::json& part : kernel["parts"]) {
                sum += part["ms"].get<double>();
                shares += part["share"].get<double>();
                EXPECT_NEAR(part["ns_per_pixel"], part["ms"].get<double>() * 1e6 / (61 * 37), 1e-6);
                if (part["kind"] == "node") names.push_back(part["name"]);
            }
            EXPECT_NEAR(sum, kernel["ms"], 1e-9 * sum);
            all += sum;
        }
        EXPECT_NEAR(all, report["thread_ms"], 1e-9 * all);
        EXPECT_NEAR(shares, 1, 1e-9);
        EXPECT_GT(report["timed_ms"], 0.0);
        EXPECT_GT(report["untimed_ms"], 0.0);
    }
    EXPECT_THAT(names, testing::ElementsAre("luminance1", "gaussian1", "gaussian2", "unsharpmask1",
                                            "byteluma1", "histogram1", "histogram1",
                                            "cumulativeshare1", "byteluma1", "equalise"));
}

TEST_F(BenchCommand, InterleavedPicturesAreOneMoreWayToRun) {
    const Outcome outcome = bench({"unsharp-halide", "--interleaved", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const nlohmann::json report = nlohmann::json::parse(outcome.out).at(0);
    EXPECT_GT(report["median_ms"]["interleaved"].get<double>(), 0);
    EXPECT_GE(report["kernels"]["interleaved"].get<int>(), 1);
    EXPECT_FALSE(nlohmann::json::parse(bench({"unsharp-halide", "--json"}).out)
                     .at(0)["median_ms"]
                     .contains("interleaved"));
    EXPECT_EQ(bench({"--all", "--interleaved"}).code, 2);
}

TEST_F(BenchCommand, NodesAreATable) {
    const Outcome outcome = bench({"unsharp-halide", "--nodes"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(
        outcome.out,
        testing::MatchesRegex(
            "unsharp-halide 61x37x3, [0-9]+ threads, median of 1 interleaved runs: .* ms timed "
            "by node, .* ms not\n"
            "  part +name +functor +ms +share +ns/pixel\n"
            "  kernel +unsharp-halide.kernel0 +[0-9.]+ +100.0% +[0-9.]+\n"
            "    node +luminance1 +Luminance .*\n"
            "    node +gaussian1 +Gaussian .*\n"
            "    node +gaussian2 +Gaussian .*\n"
            "    node +unsharpmask1 +UnsharpMask .*\n"
            "    rest .*\n"
            "  all +[0-9.]+ +100.0% +[0-9.]+\n"));
}

TEST_F(BenchCommand, NodesAreOfTheCpuAndOfEffects) {
    const Outcome all = bench({"--all", "--nodes"});
    EXPECT_EQ(all.code, 2);
    EXPECT_THAT(all.err, HasSubstr("name those to time, without --all"));
    const Outcome other = bench({"unsharp-halide", "--nodes", "--device", "reference"});
    EXPECT_EQ(other.code, 2);
    EXPECT_THAT(other.err, HasSubstr("those of 'reference' are not made to be timed"));
}

TEST_F(BenchCommand, NamesMakeATableOfTheseAlone) {
    const Outcome outcome = bench({"--all", "degrain", "Median", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const nlohmann::json timed = nlohmann::json::parse(outcome.out)["timed"];
    ASSERT_EQ(timed.size(), 2u);
    EXPECT_EQ(timed[0]["name"], "degrain");
    EXPECT_EQ(timed[0]["kind"], "effect");
    EXPECT_EQ(timed[1]["name"], "Median");
    EXPECT_EQ(timed[1]["kind"], "functor");
    const Outcome unknown = bench({"--all", "Mediam"});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("did you mean \"median\""));
}

TEST_F(BenchCommand, SomethingIsToBeTimed) {
    const Outcome none = bench({});
    EXPECT_EQ(none.code, 2);
    EXPECT_THAT(none.err, HasSubstr("name effects to time, or give --all"));
    const Outcome set = bench({"--all", "-s", "threshold=1"});
    EXPECT_EQ(set.code, 2);
    EXPECT_THAT(set.err, HasSubstr("--set names a parameter of one effect"));
}

}  // namespace
}  // namespace weft::test
