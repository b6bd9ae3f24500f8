// The cases that devices are compared on: every two values of what they differ in meet.
#include "engine/differential_cases.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>

#include "plan/gpu_choices.h"

namespace weft::test {
namespace {

/// What cases differ in, by name: the value of a case as text.
struct Factor {
    const char* name;
    std::function<std::string(const DifferentialCase&)> value;
};

/// Two values of two factors: "strip 7" and "width 16".
using Pair = std::pair<std::string, std::string>;

std::string passes_off(const DifferentialCase& c) {
    return fmt::format("{}", fmt::join(c.disabled, "+"));
}

std::string border_of(const DifferentialCase& c) {
    return c.keep_borders ? "own" : std::to_string(c.border.mode);
}

std::string part_of(const DifferentialCase& c) {
    if (c.region.empty()) return "whole";
    return c.region.area() == 1 && c.domain.area() > 1 ? "pixel" : "part";
}

std::vector<Factor> cpu_factors() {
    return {
        {"off", passes_off},
        {"range", [](const auto& c) { return std::to_string(c.in_range); }},
        {"batch", [](const auto& c) { return std::to_string(c.batch_rows); }},
        {"planes", [](const auto& c) { return std::to_string(c.planes); }},
        {"border", border_of},
        {"width", [](const auto& c) { return std::to_string(c.domain.width()); }},
        {"height", [](const auto& c) { return std::to_string(c.domain.height()); }},
        {"origin", [](const auto& c) { return fmt::format("{},{}", c.domain.x0, c.domain.y0); }},
        {"threads", [](const auto& c) { return std::to_string(c.threads); }},
        {"strip", [](const auto& c) { return std::to_string(c.strip_height); }},
        {"block", [](const auto& c) { return std::to_string(c.block_width); }},
        {"planar", [](const auto& c) { return std::to_string(c.planar); }},
        {"plane_loops", [](const auto& c) { return std::to_string(c.plane_by_plane); }},
        {"part", part_of}};
}

std::vector<Factor> simt_factors() {
    const auto named = [](const auto& choice) {
        return choice ? std::string(name_of(*choice)) : std::string("chosen");
    };
    return {{"off", passes_off},
            {"tile",
             [named](const auto& c) {
                 return fmt::format("{} {}", named(c.gpu.tile.kind),
                                    c.gpu.tile.tenths.value_or(-1));
             }},
            {"fusion", [](const auto& c) { return std::string(name_of(c.gpu.fusion)); }},
            {"scheme", [named](const auto& c) { return named(c.gpu.borders); }},
            {"nesting", [named](const auto& c) { return named(c.gpu.nesting); }},
            {"of a thread", [named](const auto& c) { return named(c.gpu.tile.planes); }},
            {"target", [](const auto& c) { return c.target; }},
            {"range", [](const auto& c) { return std::to_string(c.in_range); }},
            {"border", border_of},
            {"planes", [](const auto& c) { return std::to_string(c.planes); }},
            {"picture",
             [](const auto& c) {
                 const Rect &d = c.domain, &r = c.region;
                 return fmt::format("{},{},{},{} {},{}", d.x0, d.y0, d.x1, d.y1, r.x0, r.y0);
             }},
            {"planar", [](const auto& c) { return std::to_string(c.planar); }}};
}

/// The values of every factor.
std::vector<std::set<std::string>> values_of(const std::vector<DifferentialCase>& cases,
                                             const std::vector<Factor>& factors) {
    std::vector<std::set<std::string>> values(factors.size());
    for (const DifferentialCase& c : cases)
        for (std::size_t f = 0; f < factors.size(); ++f) values[f].insert(factors[f].value(c));
    return values;
}

/// Every two values of different factors that meet in no case.
std::set<Pair> missing_pairs(const std::vector<DifferentialCase>& cases,
                             const std::vector<Factor>& factors) {
    const auto named = [&](std::size_t f, const std::string& value) {
        return fmt::format("{} {}", factors[f].name, value);
    };
    const std::vector<std::set<std::string>> values = values_of(cases, factors);
    std::set<Pair> missing;
    for (std::size_t a = 0; a < factors.size(); ++a)
        for (std::size_t b = a + 1; b < factors.size(); ++b) {
            for (const std::string& i : values[a])
                for (const std::string& j : values[b]) missing.insert({named(a, i), named(b, j)});
            for (const DifferentialCase& c : cases)
                missing.erase({named(a, factors[a].value(c)), named(b, factors[b].value(c))});
        }
    return missing;
}

/// All of one side with all of the other.
std::set<Pair> product(const std::vector<std::string>& some,
                       const std::vector<std::string>& others) {
    std::set<Pair> pairs;
    for (const std::string& a : some)
        for (const std::string& b : others) pairs.insert({a, b});
    return pairs;
}

std::set<Pair> united(const std::vector<std::set<Pair>>& sets) {
    std::set<Pair> all;
    for (const std::set<Pair>& pairs : sets) all.insert(pairs.begin(), pairs.end());
    return all;
}

TEST(StandardCases, HaveEveryPairThatMakesSense) {
    const std::string no_tiles = "off tile+recompute+vectorise+alias";
    const std::vector<std::string> strips = {"strip 1", "strip 7"}, block = {"block 64"};
    const std::vector<std::string> narrow = {"width 1", "width 2", "width 15", "width 16",
                                             "width 17"};
    // Nothing is cut where passes are off that cut, and nothing as small as the pieces.
    const std::set<Pair> senseless = united({
        product({"off all", no_tiles}, strips),
        product({"off all", no_tiles}, block),
        product({"off all"}, {"batch 3", "plane_loops 1"}),
        product({"planes 1"}, {"plane_loops 1"}),
        product({"height 1", "height 2", "height 5"}, {"strip 7"}),
        product({"height 1"}, {"strip 1"}),
        product({"batch 3"}, {"height 1", "height 2"}),
        product(narrow, block),
        product({"batch 3", "strip 1", "strip 7", "block 64"}, {"part pixel"}),
    });
    EXPECT_EQ(missing_pairs(standard_cases(16), cpu_factors()), senseless);
    EXPECT_LE(standard_cases(16).size(), 40u);
}

TEST(StandardCases, CoverWhatIsPromised) {
    const std::vector<DifferentialCase> cases = standard_cases(16);
    std::map<std::string, std::set<std::string>> values;
    const std::vector<Factor> factors = cpu_factors();
    const std::vector<std::set<std::string>> all = values_of(cases, factors);
    for (std::size_t f = 0; f < factors.size(); ++f) values[factors[f].name] = all[f];
    const auto are = [](std::set<std::string> expected) { return expected; };
    EXPECT_EQ(values["border"], are({"0", "1", "2", "3", "own"}));
    EXPECT_EQ(values["planes"], are({"1", "3", "4", "5"}));
    EXPECT_EQ(values["threads"], are({"1", "2", "7"}));
    EXPECT_EQ(values["width"], are({"1", "2", "15", "16", "17", "127"}));
    EXPECT_EQ(values["part"], are({"whole", "part", "pixel"}));
    std::set<std::string> texts;
    for (const DifferentialCase& c : cases) {
        EXPECT_TRUE(texts.insert(to_string(c)).second) << "twice: " << to_string(c);
        EXPECT_EQ(c.math, MathMode::kStrict);
        EXPECT_TRUE(c.special_values);
        if (!c.region.empty()) {
            EXPECT_EQ(intersect(c.region, c.domain), c.region) << to_string(c);
        }
    }
}

/// What costs is to compile: cases share kernels.
TEST(StandardCases, AskForFewKernels) {
    std::set<std::string> of_components, of_pixels;
    for (const DifferentialCase& c : standard_cases(16)) {
        const std::string text = fmt::format("{} {} {}", passes_off(c), c.in_range, c.batch_rows);
        of_components.insert(text);
        of_pixels.insert(fmt::format("{} {}", text, c.planes));
    }
    EXPECT_LE(of_components.size(), 10u);
    EXPECT_LE(of_pixels.size(), 20u);
}

TEST(StandardCases, OfAFullRunTurnOffEachPassAlone) {
    const std::vector<DifferentialCase> cases = standard_cases(16, CaseCover::kFull);
    std::set<std::string> off;
    for (const DifferentialCase& c : cases) off.insert(passes_off(c));
    std::set<std::string> expected = {"", "all"};
    for (const PassInfo& pass : pass_names()) expected.insert(pass.name);
    EXPECT_EQ(off, expected);
    EXPECT_GT(cases.size(), 800u);
}

TEST(StrictAndFastCases, AddOrdinaryValuesInFastMode) {
    const std::size_t strict = standard_cases(16).size();
    const std::vector<DifferentialCase> cases = strict_and_fast_cases(16);
    ASSERT_GT(cases.size(), strict);
    for (std::size_t i = strict; i < cases.size(); ++i) {
        EXPECT_EQ(cases[i].math, MathMode::kFast);
        EXPECT_FALSE(cases[i].special_values);
    }
}

TEST(SimtCases, HaveEveryPairThatMakesSense) {
    const std::vector<DifferentialCase> cases = simt_cases();
    const std::vector<Factor> factors = simt_factors();
    const std::vector<std::set<std::string>> values = values_of(cases, factors);
    const auto all_but = [&](std::size_t f, const std::string& usual) {
        std::vector<std::string> others;
        for (const std::string& value : values[f])
            if (value != usual) others.push_back(fmt::format("{} {}", factors[f].name, value));
        return others;
    };
    const auto tiles = all_but(1, "chosen -1"), fusions = all_but(2, "auto"),
               schemes = all_but(3, "chosen"), nestings = all_but(4, "chosen"),
               planes = all_but(5, "chosen");
    EXPECT_EQ(tiles.size() + fusions.size() + schemes.size() + nestings.size() + planes.size(),
              6u + 5 + 4 + 4 + 2);
    // Nothing is said of groups where nothing is fused. Kernels of one stage have borders too.
    const std::vector<std::string> apart = {"off all", "off fuse"};
    const std::set<Pair> senseless =
        united({product(apart, tiles), product(apart, fusions), product(apart, nestings),
                product(apart, planes), product(tiles, {"fusion none"}),
                product({"fusion none"}, nestings), product({"fusion none"}, planes)});
    EXPECT_EQ(missing_pairs(cases, factors), senseless);
    EXPECT_LE(cases.size(), 140u);
}

TEST(SimtCases, OfAFullRunTurnOffEachPassAlone) {
    std::set<std::string> off;
    for (const DifferentialCase& c : simt_cases(CaseCover::kFull)) off.insert(passes_off(c));
    std::set<std::string> expected = {"", "all"};
    for (const PassInfo& pass : gpu_pass_names()) expected.insert(pass.name);
    EXPECT_EQ(off, expected);
}

}  // namespace
}  // namespace weft::test
