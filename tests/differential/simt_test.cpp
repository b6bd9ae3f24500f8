// Every built-in effect, functor and stranger under the SIMT checker against the reference: the
// same bits, and nothing found.
#include <gtest/gtest.h>

#include <algorithm>

#include "affordable.h"
#include "differential/compiler_fixture.h"
#include "differential/cover_of_run.h"
#include "effect_cost.h"
#include "effect_names.h"
#include "effects/builtin.h"

namespace weft::functors {
const FunctorModule* strangers_module();
}

namespace weft::test {
namespace {

void expect_agreement(const Graph& graph, const Library& library, DifferentialCase c) {
    auto outcome = compare_devices(graph, library, c, {}, shared_compiler());
    if (!outcome && outcome.error().kind == ErrorKind::kDocument) {
        // A functor that wants a single plane beside a picture is given a single plane.
        c.planes = 1;
        outcome = compare_devices(graph, library, c, {}, shared_compiler());
    }
    ASSERT_TRUE(outcome) << to_string(c) << ": " << outcome.error().message;
    EXPECT_TRUE(outcome->agrees) << to_string(c) << ": " << outcome->difference;
}

/// One in so many of the cases, each of whose kernels is compiled for every access to be looked at.
/// Effects are many, and functors more, of which effects are made: every case is met by some seven
/// effects and ten functors.
constexpr std::size_t kOfEffects = 6, kOfFunctors = 17;

void expect_agreement(const Graph& graph, const Library& library, const std::string& name,
                      std::size_t one_in) {
    for (const DifferentialCase& c : affordable(simt_cases(cover_of_run()), name, one_in))
        expect_agreement(graph, library, c);
}

class SimtEffectTest : public testing::TestWithParam<std::string> {};

TEST_P(SimtEffectTest, AgreesWithTheReference) {
    const Effect& effect = *find_effect(GetParam());
    expect_agreement(effect.build(), builtin_library(), GetParam(),
                     std::max(rarity_of(effect), kOfEffects));
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, SimtEffectTest, testing::ValuesIn(effect_names()), test_name);

class SimtFunctorTest : public testing::TestWithParam<std::string> {};

TEST_P(SimtFunctorTest, AgreesWithTheReference) {
    const Library library = builtin_library();
    expect_agreement(graph_of(*library.find(GetParam())), library, GetParam(), kOfFunctors);
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, SimtFunctorTest, testing::ValuesIn(builtin_library().names()),
                         test_name);

Library strangers() {
    Library library;
    const Status added = library.add(*functors::strangers_module());
    if (!added) throw std::runtime_error(added.error().message);
    return library;
}

class SimtStrangerTest : public testing::TestWithParam<std::string> {};

TEST_P(SimtStrangerTest, AgreesWithTheReference) {
    const Library library = strangers();
    expect_agreement(graph_of(*library.find(GetParam())), library, GetParam(), kOfFunctors);
}

INSTANTIATE_TEST_SUITE_P(Unseen, SimtStrangerTest, testing::ValuesIn(strangers().names()));

}  // namespace
}  // namespace weft::test
