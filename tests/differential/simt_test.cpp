// Every built-in effect, functor and stranger under the SIMT checker against the reference: the
// same bits, and nothing found.
#include <gtest/gtest.h>

#include <algorithm>

#include "affordable.h"
#include "differential/agreement.h"
#include "differential/cover_of_run.h"
#include "differential/strangers_library.h"
#include "effect_cost.h"
#include "effect_names.h"
#include "effects/builtin.h"

namespace weft::test {
namespace {

/// One in so many of the cases, each of whose kernels is compiled for every access to be looked at.
/// Effects are many, and functors more, of which effects are made: every case is met by some seven
/// effects and ten functors.
constexpr std::size_t kOfEffects = 6, kOfFunctors = 17;

/// Of the cases every parts-th, from the one numbered `part` on.
void expect_simt_agreement(const Graph& graph, const Library& library, const std::string& name,
                           std::size_t one_in, std::size_t part = 0, std::size_t parts = 1) {
    const std::vector<DifferentialCase> cases =
        affordable(simt_cases(cover_of_run()), name, one_in);
    for (std::size_t i = part; i < cases.size(); i += parts)
        expect_agreement(graph, library, cases[i]);
}

/// Kernels of the largest effects take most of a minute to compile: tests in two parts each.
constexpr std::size_t kParts = 2;

class SimtEffectTest : public testing::TestWithParam<std::tuple<std::string, std::size_t>> {};

TEST_P(SimtEffectTest, AgreesWithTheReference) {
    const auto& [name, part] = GetParam();
    const Effect& effect = *find_effect(name);
    expect_simt_agreement(effect.build(), builtin_library(), name,
                          std::max(rarity_of(effect), kOfEffects), part, kParts);
}

std::string name_of_part(const testing::TestParamInfo<SimtEffectTest::ParamType>& info) {
    const auto& [name, part] = info.param;
    return test_name({name, info.index}) + "_" + std::to_string(part + 1);
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, SimtEffectTest,
                         testing::Combine(testing::ValuesIn(effect_names()),
                                          testing::Range<std::size_t>(0, kParts)),
                         name_of_part);

class SimtFunctorTest : public testing::TestWithParam<std::string> {};

TEST_P(SimtFunctorTest, AgreesWithTheReference) {
    const Library library = builtin_library();
    expect_simt_agreement(graph_of(*library.find(GetParam())), library, GetParam(), kOfFunctors);
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, SimtFunctorTest, testing::ValuesIn(builtin_library().names()),
                         test_name);

class SimtStrangerTest : public testing::TestWithParam<std::string> {};

TEST_P(SimtStrangerTest, AgreesWithTheReference) {
    const Library library = strangers();
    expect_simt_agreement(graph_of(*library.find(GetParam())), library, GetParam(), kOfFunctors);
}

INSTANTIATE_TEST_SUITE_P(Unseen, SimtStrangerTest, testing::ValuesIn(strangers().names()));

}  // namespace
}  // namespace weft::test
