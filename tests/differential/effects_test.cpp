// Every built-in effect and functor on the cpu device against the reference.
#include <gtest/gtest.h>

#include <algorithm>

#include "affordable.h"
#include "differential/compiler_fixture.h"
#include "differential/cover_of_run.h"
#include "effect_cost.h"
#include "effect_names.h"
#include "effects/builtin.h"
#include "graph/choose_inputs.h"
#include "graph/descriptor.h"
#include "graph/image.h"
#include "pixel/key_mix.h"
#include "pixel/luma_keyer.h"
#include "pixel/merge.h"
#include "pixel/shuffle.h"
#include "range_ends.h"

namespace weft::test {
namespace {

class EffectTest : public testing::TestWithParam<std::string> {};

TEST_P(EffectTest, AgreesWithTheReference) {
    const Effect* effect = find_effect(GetParam());
    ASSERT_NE(effect, nullptr);
    const Library library = builtin_library();
    const Graph graph = effect->build();
    const Tolerance tolerance{effect->fast_absolute, effect->fast_relative, effect->fast_outliers};
    // Every case is met by some twenty effects.
    constexpr std::size_t kOneIn = 2;
    for (const DifferentialCase& c : affordable(strict_and_fast_cases(kLanes, cover_of_run()),
                                                GetParam(), std::max(rarity_of(*effect), kOneIn))) {
        const auto outcome = compare_devices(graph, library, c, tolerance, shared_compiler());
        ASSERT_TRUE(outcome) << to_string(c) << ": " << outcome.error().message;
        EXPECT_TRUE(outcome->agrees) << to_string(c) << ": " << outcome->difference;
    }
}

TEST(OptionalInputs, AgreeWithTheReferenceWhenGiven) {
    const Library library = builtin_library();
    int effects = 0;
    for (const Effect& effect : builtin_effects()) {
        SCOPED_TRACE(effect.name);
        const Graph graph = effect.build();
        std::vector<std::string> names;
        for (const OptionalInput& input : graph.optional_inputs) names.push_back(input.name);
        if (names.empty()) continue;
        ++effects;
        const Result<Graph> whole = with_inputs(graph, library, names);
        ASSERT_TRUE(whole) << whole.error().message;
        const DifferentialCase cases[] = {
            {.domain = {-3, 1, 2 * kLanes + 2, 30}, .planes = 4, .keep_borders = true},
            {.domain = {0, 0, 1, 1}, .planes = 1, .keep_borders = true},
            {.domain = {0, 0, 75, 41}, .planes = 3, .region = {20, 11, 64, 29}, .threads = 2}};
        for (const DifferentialCase& c : cases) {
            const auto outcome = compare_devices(*whole, library, c, {}, shared_compiler());
            ASSERT_TRUE(outcome) << to_string(c) << ": " << outcome.error().message;
            EXPECT_TRUE(outcome->agrees) << to_string(c) << ": " << outcome->difference;
        }
    }
    EXPECT_GE(effects, 9);
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, EffectTest, testing::ValuesIn(effect_names()), test_name);

class FunctorTest : public testing::TestWithParam<std::string> {};

TEST_P(FunctorTest, AgreesWithTheReference) {
    const Library library = builtin_library();
    const FunctorType* type = library.find(GetParam());
    ASSERT_NE(type, nullptr);
    const Graph graph = graph_of(*type);
    // Functors are many: every case is met by some thirty of them.
    constexpr std::size_t kOneIn = 3;
    for (const DifferentialCase& c :
         affordable(standard_cases(kLanes, cover_of_run()), GetParam(), kOneIn)) {
        const auto outcome = compare_devices(graph, library, c, {}, shared_compiler());
        ASSERT_TRUE(outcome) << to_string(c) << ": " << outcome.error().message;
        EXPECT_TRUE(outcome->agrees) << to_string(c) << ": " << outcome->difference;
    }
}

/// Every value of a choice is a kernel of its own where the choice is structure.
TEST_P(FunctorTest, AgreesForEveryChoice) {
    const Library library = builtin_library();
    const FunctorType* type = library.find(GetParam());
    ASSERT_NE(type, nullptr);
    const FunctorDescriptor functor = describe(*type);
    for (std::size_t i = 0; i < functor.parameters.size(); ++i)
        for (int choice = 0; choice < functor.parameters[i].ref.choice_count; ++choice) {
            Graph graph = graph_of(*type);
            graph.nodes[0].parameters[i] = choice;
            const DifferentialCase c{.domain = {-3, 1, 2 * kLanes + 2, 8}, .planes = 4};
            const auto outcome = compare_devices(graph, library, c, {}, shared_compiler());
            ASSERT_TRUE(outcome) << outcome.error().message;
            EXPECT_TRUE(outcome->agrees)
                << functor.parameters[i].name << " " << functor.parameters[i].ref.choices[choice]
                << ": " << outcome->difference;
        }
}

/// Radii far beyond the picture, full lists, factors of nothing and of very much.
TEST_P(FunctorTest, AgreesAtTheEndsOfItsRanges) {
    const Library library = builtin_library();
    const FunctorType* type = library.find(GetParam());
    ASSERT_NE(type, nullptr);
    const FunctorDescriptor functor = describe(*type);
    for (std::size_t i = 0; i < functor.parameters.size(); ++i)
        for (const bool high : {false, true}) {
            Graph graph = graph_of(*type);
            ParameterValue& value = graph.nodes[0].parameters[i];
            value = std::visit(RangeEnd{functor.parameters[i].ref, high}, value);
            const DifferentialCase c{.domain = {-3, 1, 2 * kLanes + 2, 8}, .planes = 4};
            const auto outcome = compare_devices(graph, library, c, {}, shared_compiler());
            // A crop of everything is no picture.
            if (!outcome && GetParam() == "Crop" && outcome.error().kind == ErrorKind::kDocument)
                continue;
            ASSERT_TRUE(outcome) << outcome.error().message;
            EXPECT_TRUE(outcome->agrees)
                << functor.parameters[i].name << (high ? " highest" : " lowest") << ": "
                << outcome->difference;
        }
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, FunctorTest, testing::ValuesIn(builtin_library().names()),
                         test_name);

/// Pictures of four planes and of one meet in functors that see whole pixels.
TEST(MixedPlanes, AgreeWithTheReference) {
    GraphBuilder build("key", "Keys a picture over another.");
    const Image front = build.input("front");
    const Image back = build.input("back");
    Image matte, keyed, cut, output;
    functors::LumaKeyer()(front, matte);
    functors::KeyMix()(front, back, matte, keyed);
    functors::Shuffle(functors::Shuffle::eRedA, functors::Shuffle::eGreenA,
                      functors::Shuffle::eBlueA, functors::Shuffle::eRedB)(keyed, matte, cut);
    functors::Merge{functors::Merge::eScreen}(matte, cut, output);
    build.output("output", output);
    const Graph graph = build.finish();
    const Library library = builtin_library();
    for (const int planes : {1, 2, 3, 4, 6}) {
        const DifferentialCase c{.domain = {-3, 1, 2 * kLanes + 2, 8}, .planes = planes};
        const auto outcome = compare_devices(graph, library, c, {}, shared_compiler());
        ASSERT_TRUE(outcome) << outcome.error().message;
        EXPECT_TRUE(outcome->agrees) << to_string(c) << ": " << outcome->difference;
    }
}

}  // namespace
}  // namespace weft::test
