// Every built-in effect, functor and stranger under the SIMT checker against the reference: the
// same bits, and nothing found.
#include <gtest/gtest.h>

#include <algorithm>

#include "affordable.h"
#include "differential/compiler_fixture.h"
#include "effect_cost.h"
#include "effects/builtin.h"
#include "engine/differential_cases.h"

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

std::string identifier(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    for (char& c : name)
        if (c == '-') c = '_';
    return name;
}

std::vector<std::string> effect_names() {
    std::vector<std::string> names;
    for (const Effect& effect : builtin_effects()) names.push_back(effect.name);
    return names;
}

class SimtEffectTest : public testing::TestWithParam<std::string> {
  protected:
    void check(bool all) {
        const Library library = builtin_library();
        const Graph graph = find_effect(GetParam())->build();
        std::vector<DifferentialCase> cases = simt_cases(all);
        // There are many effects: together they still go through the list, every third case each.
        constexpr std::size_t kLong = 32;
        if (!all)
            cases =
                affordable(cases, GetParam(), std::max(cost_of(*find_effect(GetParam())), kLong));
        for (const DifferentialCase& c : cases) expect_agreement(graph, library, c);
    }
};

TEST_P(SimtEffectTest, AgreesWithTheReference) { check(false); }
/// Hours. Run by its name alone.
TEST_P(SimtEffectTest, DISABLED_AgreesInEveryCombination) { check(true); }

INSTANTIATE_TEST_SUITE_P(BuiltIn, SimtEffectTest, testing::ValuesIn(effect_names()), identifier);

/// Cases for one functor: a few, since there are many functors and effects use them all. Each name
/// begins at another case, so that together they go through the list.
std::vector<DifferentialCase> functor_cases(const std::string& name) {
    constexpr std::size_t kEvery = 17;
    std::vector<DifferentialCase> cases;
    const std::vector<DifferentialCase> all = simt_cases(false);
    for (std::size_t i = std::hash<std::string>{}(name) % kEvery; i < all.size(); i += kEvery)
        cases.push_back(all[i]);
    return cases;
}

class SimtFunctorTest : public testing::TestWithParam<std::string> {};

TEST_P(SimtFunctorTest, AgreesWithTheReference) {
    const Library library = builtin_library();
    const Graph graph = graph_of(*library.find(GetParam()));
    for (const DifferentialCase& c : functor_cases(GetParam())) expect_agreement(graph, library, c);
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, SimtFunctorTest, testing::ValuesIn(builtin_library().names()),
                         identifier);

Library strangers() {
    Library library;
    const Status added = library.add(*functors::strangers_module());
    if (!added) throw std::runtime_error(added.error().message);
    return library;
}

class SimtStrangerTest : public testing::TestWithParam<std::string> {};

TEST_P(SimtStrangerTest, AgreesWithTheReference) {
    const Library library = strangers();
    const Graph graph = graph_of(*library.find(GetParam()));
    for (const DifferentialCase& c : functor_cases(GetParam())) expect_agreement(graph, library, c);
}

INSTANTIATE_TEST_SUITE_P(Unseen, SimtStrangerTest, testing::ValuesIn(strangers().names()));

}  // namespace
}  // namespace weft::test
