// Unbounded intermediates: every device against the reference, and all of them against sums done by
// hand, where the two kinds of intermediates differ.
#include <gtest/gtest.h>

#include <random>

#include "affordable.h"
#include "differential/compiler_fixture.h"
#include "differential/random_graph.h"
#include "effect_cost.h"
#include "effect_names.h"
#include "effects/builtin.h"
#include "engine/differential_cases.h"
#include "graph/image.h"
#include "neighbourhood/separable_convolution.h"
#include "neighbourhood/sparse_convolution.h"
#include "point/sum.h"
#include "random_run.h"
#include "scan/box_blur.h"

namespace weft::test {
namespace {

const char* const kDevices[] = {"reference", "cpu", "simt"};

/// The outputs for `regions`, or none after a failure of the test.
std::vector<Picture> outputs_of(const Graph& graph, const std::string& device,
                                const std::vector<const Picture*>& inputs,
                                const std::vector<Rect>& regions,
                                const std::vector<std::string>& disabled = {}) {
    const Library library = builtin_library();
    EngineOptions options;
    options.device = device;
    options.threads = 2;
    options.disabled_passes = disabled;
    options.shared_compiler = shared_compiler();
    Engine engine(options);
    std::vector<ImageShape> shapes;
    std::vector<PictureView> in, out;
    for (const Picture* p : inputs) {
        shapes.push_back({p->domain(), p->planes()});
        in.push_back(p->view());
    }
    std::vector<Picture> outputs;
    for (const Rect& region : regions) {
        outputs.emplace_back(region, inputs[0]->planes());
        out.push_back(outputs.back().view());
    }
    auto prepared = engine.prepare({graph, library, shapes, regions});
    if (!prepared) {
        ADD_FAILURE() << device << ": " << prepared.error().message;
        return {};
    }
    if (Status ok = (*prepared)->run(in, out, {}); !ok) {
        ADD_FAILURE() << device << ": " << ok.error().message;
        return {};
    }
    return outputs;
}

/// Two filters [1 2 1] / 4 over the row 16 32 96 with clamping borders. The first makes 20 44 80,
/// and 16 and 96 beside them where it is asked beyond the row.
TEST(Intermediates, DifferAtAnEdgeAsReckonedByHand) {
    Picture row({0, 0, 3, 1}, 1);
    row.at(0, 0, 0) = 16;
    row.at(1, 0, 0) = 32;
    row.at(2, 0, 0) = 96;
    const std::pair<Intermediates, std::vector<float>> expected[] = {
        {Intermediates::kBounded, {26, 47, 71}}, {Intermediates::kUnbounded, {25, 47, 75}}};
    for (const auto& [intermediates, values] : expected) {
        GraphBuilder build("twice");
        build.intermediates(intermediates);
        const Image input = build.input("input");
        Image once, twice;
        functors::SeparableConvolution filter(eHorizontal);
        filter(input, once);
        filter(once, twice);
        build.output("output", twice);
        const Graph graph = build.finish();
        for (const char* device : kDevices) {
            const std::vector<Picture> got = outputs_of(graph, device, {&row}, {row.domain()});
            ASSERT_EQ(got.size(), 1u);
            for (int x = 0; x < 3; ++x)
                EXPECT_EQ(got[0].at(x, 0, 0), values[static_cast<std::size_t>(x)])
                    << device << " " << intermediates_name(intermediates) << " at " << x;
        }
    }
}

/// Inputs of several sizes, one picture that is output and read beyond its domain, moving averages
/// that start before the origin, and regions of interest.
TEST(Intermediates, MixedSizesAndOutputsThatAreReadAgreeEverywhere) {
    GraphBuilder build("mixed");
    build.intermediates(Intermediates::kUnbounded);
    build.border({eMirror, 0});
    const Image a = build.input("a"), b = build.input("b");
    Image across, sum, down, far, output;
    functors::BoxBlur horizontal(eHorizontal, 3), vertical(eVertical, 2);
    horizontal(a, across);
    build.border({eConstant, 0.5f});
    functors::Sum add;
    add(across, b, sum);
    vertical(sum, down);
    functors::SparseConvolution scatter;
    scatter(down, far);
    add(far, across, output);
    build.output("sum", sum);
    build.output("output", output);
    build.output("a", a);
    const Graph graph = build.finish();
    const Picture first = test_picture({-5, 3, 30, 20}, 3, 1, true),
                  second = test_picture({10, -4, 41, 9}, 3, 2, true);
    const std::vector<const Picture*> inputs{&first, &second};
    const Rect all{-5, -4, 41, 20};
    for (const std::vector<Rect>& regions :
         {std::vector<Rect>{all, all, {-5, 3, 30, 20}},
          std::vector<Rect>{{0, 0, 1, 1}, {35, 10, 41, 17}, {2, 5, 9, 9}}}) {
        const std::vector<Picture> expected = outputs_of(graph, "reference", inputs, regions);
        ASSERT_EQ(expected.size(), 3u);
        for (const char* device : {"cpu", "simt"})
            for (const std::vector<std::string>& disabled : {std::vector<std::string>{}, {"all"}}) {
                const std::vector<Picture> got =
                    outputs_of(graph, device, inputs, regions, disabled);
                ASSERT_EQ(got.size(), 3u);
                for (std::size_t o = 0; o < 3; ++o)
                    EXPECT_TRUE(same_bits(got[o], expected[o]))
                        << device << " output " << o << (disabled.empty() ? "" : " without passes");
            }
    }
    // One request for everything holds what requests for parts give: restarts are where they are.
    const std::vector<Rect> whole{all, all, {-5, 3, 30, 20}};
    const std::vector<Picture> everything = outputs_of(graph, "cpu", inputs, whole);
    const Rect part{7, 2, 19, 18};
    const std::vector<Picture> some =
        outputs_of(graph, "cpu", inputs, {part, part, {7, 3, 19, 18}});
    ASSERT_EQ(everything.size() + some.size(), 6u);
    for (int y = part.y0; y < part.y1; ++y)
        for (int x = part.x0; x < part.x1; ++x) {
            const float want = everything[1].at(x, y, 0), got = some[1].at(x, y, 0);
            ASSERT_TRUE(want == got || (want != want && got != got)) << x << "," << y;
        }
}

/// Random graphs under the SIMT checker; random_graphs_test has them on the CPU.
TEST(Intermediates, UnboundedOnesOfRandomGraphsAgreeUnderTheChecker) {
    const int graphs = graphs_of_run(24 / WEFT_TEST_EVERY);
    constexpr double kMaxReads = 1e6;
    const std::uint64_t seed = run_seed();
    const Library library = builtin_library();
    const char* const targets[] = {"cc-1.0", "cc-1.3", "sm_75", "sm_90"};
    std::mt19937_64 random(seed);
    for (int checked = 0; checked < graphs;) {
        const Graph graph = random_graph(library, random);
        const auto pick = [&](int first, int last) {
            return first + static_cast<int>(random() % static_cast<unsigned>(last - first + 1));
        };
        DifferentialCase c;
        const int x = pick(-20, 20), y = pick(-20, 20);
        c.domain = {x, y, x + pick(1, 40), y + pick(1, 30)};
        c.planes = pick(1, 3);
        c.keep_borders = c.unbounded = true;
        c.device = "simt";
        c.target = targets[pick(0, 3)];
        if (pick(0, 3) == 0) c.disabled = {"all"};
        c.seed = random();
        if (unbounded_reads(graph, library, c.domain, {}) * c.planes > kMaxReads) continue;
        ++checked;
        const auto outcome = compare_devices(graph, library, c, {}, shared_compiler());
        ASSERT_TRUE(outcome) << to_string(c) << "\n"
                             << outcome.error().message << "\n"
                             << to_string(graph);
        ASSERT_TRUE(outcome->agrees) << to_string(c) << "\n"
                                     << outcome->difference << "\n"
                                     << to_string(graph);
    }
}

class UnboundedEffectTest : public testing::TestWithParam<std::string> {};

TEST_P(UnboundedEffectTest, AgreesWithTheReference) {
    const Library library = builtin_library();
    const Graph graph = find_effect(GetParam())->build();
    for (const DifferentialCase& c :
         affordable(unbounded_cases(kLanes), GetParam(), rarity_of(*find_effect(GetParam())))) {
        const auto outcome = compare_devices(graph, library, c, {}, shared_compiler());
        ASSERT_TRUE(outcome) << to_string(c) << ": " << outcome.error().message;
        EXPECT_TRUE(outcome->agrees) << to_string(c) << ": " << outcome->difference;
    }
}

/// Without bounds a pyramid of many levels is computed far around the picture, a recurrence has no
/// place to begin, and what is read anywhere has to be an input.
std::vector<std::string> effects_to_unbound() {
    std::vector<std::string> names = effect_names();
    std::erase_if(names, [library = builtin_library()](const std::string& name) {
        Graph graph = find_effect(name)->build();
        graph.intermediates = Intermediates::kUnbounded;
        return name.starts_with("interpolate") || name.starts_with("local-laplacian") ||
               !validate(graph, library);
    });
    return names;
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, UnboundedEffectTest, testing::ValuesIn(effects_to_unbound()),
                         test_name);

}  // namespace
}  // namespace weft::test
