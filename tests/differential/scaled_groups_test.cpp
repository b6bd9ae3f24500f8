// Groups that hold what a stage reads at another resolution: every border, odd sizes and single
// pixels, origins of either sign, factors above and below 1, and several levels, under the SIMT
// checker.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <random>

#include "differential/compiler_fixture.h"
#include "differential/group_case.h"
#include "differential/plan_of_case.h"
#include "differential/strangers/resampled.h"
#include "differential/strangers_library.h"
#include "effects/builtin.h"
#include "engine/differential.h"
#include "graph/border_modes.h"
#include "graph/image.h"
#include "neighbourhood/mean.h"
#include "neighbourhood/sparse_convolution.h"
#include "plan/group_levels.h"
#include "point/difference.h"
#include "point/sum.h"
#include "pyramid/double.h"
#include "pyramid/halve.h"
#include "random_run.h"

namespace weft::test {
namespace {

using strangers::Resampled;

Library all_functors() { return with_strangers(builtin_library()); }

/// What groups of a plan have of other resolutions.
struct Found {
    int kernels = 0, groups = 0, levels = 0, most_levels = 0, beyond = 0;
};

Found found_in(const Graph& graph, const Library& library, const DifferentialCase& c) {
    const GpuPlan plan = plan_of(graph, library, c);
    Found found;
    found.kernels = static_cast<int>(plan.kernels.size());
    for (const GpuKernel& kernel : plan.kernels) {
        const int levels = static_cast<int>(kernel.group.levels.size());
        if (kernel.kind != GpuKernelKind::kGroup || levels < 2) continue;
        ++found.groups;
        found.levels += levels - 1;
        found.most_levels = std::max(found.most_levels, levels);
        for (const GroupLoop& loop : kernel.group.loops)
            found.beyond +=
                loop.level != kResultsLevel &&
                !loop.domain.contains(level_region(kernel.group, loop.level, kernel.region));
    }
    return found;
}

/// A chain through several levels, whose stages can all be one kernel.
struct Chain {
    const char* name;
    Graph (*build)(const Border&);
};

Graph finished(GraphBuilder& build, const Image& result) {
    build.output("output", result);
    return build.finish();
}

/// Down and down again, along both axes, of a filtered picture: five levels.
Graph down_twice(const Border& border) {
    GraphBuilder build("down");
    build.border(border);
    Image in = build.input("input"), filtered, a, b, c, d;
    functors::Mean(1)(in, filtered);
    functors::Halve{eHorizontal}(filtered, a);
    functors::Halve(eVertical, functors::Halve::eBinomial4)(a, b);
    functors::Halve(eHorizontal, functors::Halve::ePair)(b, c);
    functors::Halve(eVertical, functors::Halve::eBinomial3)(c, d);
    return finished(build, d);
}

/// Up again to the size of what it was made of, filtered in between and at the end.
Graph up_twice(const Border& border) {
    GraphBuilder build("up");
    Image in = build.input("input"), a, b, small, c, d, filtered;
    functors::Halve{eHorizontal}(in, a);
    functors::Halve{eVertical}(a, b);
    build.border(border);
    functors::Mean(1)(b, small);
    functors::Double(eVertical, functors::Double::eLinear)(small, a, c);
    functors::Double{eHorizontal}(c, in, d);
    functors::Mean(1, 2)(d, filtered);
    return finished(build, filtered);
}

/// What a level of a pyramid does not have of the one below: a picture is read at the element, at
/// its neighbours, and at half of the element's place by way of the level above.
Graph lost_detail(const Border& border) {
    GraphBuilder build("detail");
    build.border(border);
    Image in = build.input("input"), smooth, half, again, lost;
    functors::Mean(1)(in, smooth);
    functors::Halve{eHorizontal}(smooth, half);
    functors::Double{eHorizontal}(half, smooth, again);
    functors::Difference()(smooth, again, lost);
    return finished(build, lost);
}

/// Between two filters at any other resolution. The last is of one side of its element.
template <int times, int plus, int over, int beyond>
Graph resampled(const Border& border) {
    GraphBuilder build("resampled");
    build.border(border);
    Image in = build.input("input"), first, second, last;
    functors::Mean(1)(in, first);
    Resampled(times, plus, over, beyond)(first, second);
    functors::SparseConvolution(OffsetList({{0, 0}, {2, -1}}), {2, {1.0f, 0.5f}})(second, last);
    return finished(build, last);
}

/// By three halves and back by two thirds, both moved.
Graph there_and_back(const Border& border) {
    GraphBuilder build("back");
    build.border(border);
    Image in = build.input("input"), first, second, third, last;
    functors::Sum()(in, in, first);
    Resampled(3, -2, 2)(first, second);
    Resampled(2, 5, 3, 1)(second, third);
    functors::Mean(1)(third, last);
    return finished(build, last);
}

const Chain kChains[] = {
    {"down_twice", down_twice},
    {"up_twice", up_twice},
    {"detail", lost_detail},
    {"by_2", resampled<2, 0, 1, 0>},
    {"by_half", resampled<1, 0, 2, 0>},
    {"by_3_halves", resampled<3, 1, 2, 0>},
    {"by_a_third", resampled<1, 2, 3, 0>},
    {"by_5_thirds_beyond", resampled<5, -7, 3, 2>},
    {"by_a_quarter_beyond", resampled<1, -3, 4, 3>},
    {"there_and_back", there_and_back},
};

const Rect kDomains[] = {{0, 0, 75, 19}, {-7, -5, 0, 40}, {3, -1, 4, 0}, {-1, 5, 32, 6}};

struct Tiles {
    TileKind kind;
    BorderScheme borders;
};
const Tiles kTiles[] = {{TileKind::kBlock, BorderScheme::kBody},
                        {TileKind::kWarp, BorderScheme::kNine},
                        {TileKind::kBlock, BorderScheme::kWarp},
                        {TileKind::kHybrid, BorderScheme::kNaive}};

std::vector<int> every_stage() {
    std::vector<int> all;
    for (int s = 0; s < 16; ++s) all.push_back(s);
    return all;
}

void expect_groups_agree(const Graph& graph, const Library& library, const DifferentialCase& c) {
    const auto outcome = compare_devices(graph, library, c, {}, shared_compiler());
    ASSERT_TRUE(outcome) << to_string(c) << ": " << outcome.error().message << "\n"
                         << to_string(graph);
    ASSERT_TRUE(outcome->agrees) << to_string(c) << ": " << outcome->difference << "\n"
                                 << to_string(graph);
}

class ScaledGroups : public testing::TestWithParam<std::tuple<Chain, BorderMode>> {};

TEST_P(ScaledGroups, Agree) {
    const auto& [chain, mode] = GetParam();
    const Library library = all_functors();
    const Graph graph = chain.build({mode, 0.25f});
    int cases = 0, one = 0, scaled = 0;
    for (const Rect& domain : kDomains)
        for (int turn = 0; turn < 2; ++turn) {
            // Two of the kinds of tiles for each domain, so that each kind has two domains.
            const Tiles& tiles = kTiles[static_cast<std::size_t>(&domain - kDomains + 2L * turn) %
                                        std::size(kTiles)];
            DifferentialCase c = group_case(domain, 1 + turn, every_stage(), tiles.kind);
            c.gpu.borders = tiles.borders;
            c.gpu.nesting = cases % 3 == 0 ? NestedFusion::kNever : NestedFusion::kAlways;
            expect_groups_agree(graph, library, c);
            const Found found = found_in(graph, library, c);
            ++cases;
            one += found.kernels == 1;
            scaled += found.groups > 0;
        }
    // What is repeated and reads at another resolution is not one kernel with what it reads.
    EXPECT_GT(scaled, 0);
    if (mode != eRepeat) {
        EXPECT_EQ(one, cases);
        EXPECT_EQ(scaled, cases);
    }
}

std::string name_of_case(const testing::TestParamInfo<ScaledGroups::ParamType>& info) {
    const auto& [chain, mode] = info.param;
    return std::string(chain.name) + "_" + name_of(mode);
}

INSTANTIATE_TEST_SUITE_P(Chains, ScaledGroups,
                         testing::Combine(testing::ValuesIn(kChains),
                                          testing::Values(eClamp, eMirror, eRepeat, eConstant)),
                         name_of_case);

/// Of no side of such a tile may it be said that all is there, wherever the pictures lie.
TEST(ScaledGroups, PicturesThatLieApartHaveBordersOnEverySide) {
    const Library library = all_functors();
    std::size_t tiles = 0;
    for (const bool scaled : {false, true})
        for (const BorderMode mode : {eMirror, eConstant})
            for (const Rect& domain : {Rect{-90, -70, -78, -63}, Rect{90, 70, 101, 75}}) {
                GraphBuilder build("apart");
                build.border({mode, 0.25f});
                Image moved, both, last;
                const Image input = build.input("input");
                Resampled(1, 40, 1)(input, moved);
                functors::Sum()(moved, input, both);
                if (scaled)
                    Resampled(2, -2, 1)(both, last);
                else
                    functors::Mean(1)(both, last);
                const Graph graph = finished(build, last);

                const Tiles& tile = kTiles[tiles++ % std::size(kTiles)];
                DifferentialCase c = group_case(domain, 1, {1, 2}, tile.kind);
                c.gpu.borders = tile.borders;
                expect_groups_agree(graph, library, c);
                EXPECT_EQ(plan_of(graph, library, c).kernels.size(), 2u);
            }
}

class Random {
  public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    int pick(int first, int last) {
        return first + static_cast<int>(engine_() % static_cast<std::uint64_t>(last - first + 1));
    }
    bool one_in(int n) { return pick(1, n) == 1; }
    template <class T, std::size_t N>
    T of(const T (&values)[N]) {
        return values[engine_() % N];
    }

  private:
    std::mt19937_64 engine_;
};

/// Two to six stages, each of which reads what one of the last two made, most of them at another
/// resolution.
Graph random_chain(Random& random) {
    GraphBuilder build("random");
    std::vector<Image> made{build.input("input")};
    const auto recent = [&] {
        const int last = static_cast<int>(made.size()) - 1;
        return made[static_cast<std::size_t>(std::max(0, last - (random.one_in(4) ? 1 : 0)))];
    };
    const int stages = random.pick(2, 6);
    const bool repeats = random.one_in(6);
    for (int i = 0; i < stages; ++i) {
        const BorderMode mode = random.of({eClamp, eMirror, eMirror, eConstant});
        build.border({repeats && random.one_in(2) ? eRepeat : mode, 0.25f});
        const Axis axis = random.one_in(2) ? eHorizontal : eVertical;
        Image from = recent(), other = recent(), result;
        switch (random.pick(0, 7)) {
            case 0: functors::Mean(random.pick(0, 2), random.pick(0, 2))(from, result); break;
            case 1: functors::Sum()(from, other, result); break;
            case 2:
                functors::SparseConvolution(
                    OffsetList({{random.pick(-3, 3), random.pick(-3, 3)}, {random.pick(0, 2), 0}}),
                    {2, {1.0f, 0.5f}})(from, result);
                break;
            case 3: functors::Halve{axis}(from, result); break;
            case 4: functors::Double{axis}(from, made.front(), result); break;
            default:
                Resampled(random.pick(1, 4), random.pick(-9, 9), random.pick(1, 4),
                          random.one_in(3) ? random.pick(0, 5) : 0)(from, result);
        }
        made.push_back(result);
    }
    return finished(build, made.back());
}

DifferentialCase random_scaled_case(Random& random) {
    DifferentialCase c;
    c.device = "simt";
    c.target = random.of<const char*>({"sm_75", "sm_90"});
    const int x = random.pick(-20, 20), y = random.pick(-20, 20);
    const bool tiny = random.one_in(4);
    c.domain = {x, y, x + random.pick(1, tiny ? 4 : 70), y + random.pick(1, tiny ? 4 : 30)};
    c.planes = random.pick(1, 2);
    c.keep_borders = true;
    c.gpu.groups = {numbered_stages(every_stage())};
    c.gpu.tile.kind = random.of({TileKind::kBlock, TileKind::kWarp});
    if (!random.one_in(3))
        c.gpu.borders = random.of(
            {BorderScheme::kNaive, BorderScheme::kBody, BorderScheme::kNine, BorderScheme::kWarp});
    c.gpu.nesting = random.of({NestedFusion::kNever, NestedFusion::kAlways});
    if (random.one_in(4)) c.disabled = {random.of<const char*>({"shape", "transpose"})};
    c.unbounded = random.one_in(8);
    c.seed = static_cast<std::uint64_t>(random.pick(1, 1 << 20));
    return c;
}

/// A part of what the graph makes of the case's input.
Rect random_region(const Graph& graph, const Library& library, const DifferentialCase& c,
                   Random& random) {
    const GpuPlan plan = plan_of(graph, library, c);
    if (plan.output_regions.empty()) return {};
    const Rect all = plan.output_regions.front();
    const int width = random.pick(1, all.width()), height = random.pick(1, all.height());
    const int left = all.x0 + random.pick(0, all.width() - width);
    const int top = all.y0 + random.pick(0, all.height() - height);
    return {left, top, left + width, top + height};
}

constexpr int kScaledGraphs = 48;

TEST(RandomScaledGroups, AgreeWithTheReference) {
    const std::uint64_t seed = run_seed();
    const int count = graphs_of_run(kScaledGraphs);
    const Library library = all_functors();
    Random random(seed);
    Found all;
    for (int i = 0; i < count; ++i) {
        const Graph graph = random_chain(random);
        DifferentialCase c = random_scaled_case(random);
        if (random.one_in(4)) c.region = random_region(graph, library, c, random);
        SCOPED_TRACE("graph " + std::to_string(i));
        ASSERT_NO_FATAL_FAILURE(expect_groups_agree(graph, library, c));
        const Found found = found_in(graph, library, c);
        all.kernels += found.kernels;
        all.groups += found.groups;
        all.levels += found.levels;
        all.most_levels = std::max(all.most_levels, found.most_levels);
        all.beyond += found.beyond;
    }
    std::printf(
        "of %d kernels %d compute at several resolutions, with %d levels besides the results', %d "
        "at most in one, %d loops that begin or end beyond their domain\n",
        all.kernels, all.groups, all.levels, all.most_levels - 1, all.beyond);
    if (count < kScaledGraphs) return;
    EXPECT_GT(all.groups, kScaledGraphs / 3);
    EXPECT_GT(all.levels, kScaledGraphs / 2);
    EXPECT_GT(all.most_levels, 3);
    EXPECT_GT(all.beyond, kScaledGraphs / 8);
}

}  // namespace
}  // namespace weft::test
