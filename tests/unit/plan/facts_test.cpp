// FunctorFacts as JSON: round trips, and what is said about documents that are not facts.
#include "plan/facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "plan/translated_facts.h"

namespace weft {
namespace {

using ::testing::HasSubstr;

FunctorFacts example() {
    FunctorFacts f;
    f.name = "DWT1D";
    f.file = "functors/dwt \"quoted\"\n.h";
    f.line = 17;
    f.summary = "One level of a wavelet transform, à trous.";
    f.dependence = eMovingAverage;
    Tap tap{{"(* i Input.Radius)"}, {"0"}, {{"i", {"-1"}, {"(+ 1 0)"}, 2}}};
    f.indexers = {{"Input", eInput, ePixel, e1D, false, {tap, Tap{}}},
                  {"Guide", eInput, eComponent, e2D, true, {}},
                  {"Untouched", eInput, eComponent, eSparse, false, {}, false},
                  {"HighOutput", eOutput, eComponent, e0D, false, {}}};
    f.members = {{"Threshold", "float", 1, false, false},
                 {"Weights.values", "float", 9, true, true}};
    f.state = {{"Sum", "unsigned", 1, false, false}};
    f.operations = {{"3"}, {"(* 2 Input.Radius)"}, {"2"}, {"1"}, {"1"}, {"1"}};
    f.divergent = true;
    f.simd = false;
    f.scalar_reason = "a varying index into a member array";
    return f;
}

TEST(FactsJson, RoundTripKeepsEveryField) {
    const FunctorFacts facts = example();
    const Result<FunctorFacts> back = facts_from_json(facts_to_json(facts));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, facts);
}

TEST(FactsJson, RoundTripOfEveryEnumerator) {
    for (int dependence = 0; dependence < 4; ++dependence)
        for (int freedom = 0; freedom < 5; ++freedom) {
            FunctorFacts facts = example();
            facts.dependence = static_cast<Dependence>(dependence);
            facts.indexers[0].freedom = static_cast<Freedom>(freedom);
            const Result<FunctorFacts> back = facts_from_json(facts_to_json(facts));
            ASSERT_TRUE(back) << back.error().message;
            EXPECT_EQ(*back, facts);
        }
}

TEST(FactsJson, DefaultValueRoundTrips) {
    const Result<FunctorFacts> back = facts_from_json(facts_to_json(FunctorFacts{}));
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, FunctorFacts{});
}

TEST(FactsJson, TextIsDeterministic) {
    EXPECT_EQ(facts_to_json(example()), facts_to_json(example()));
}

TEST(FactsJson, BytesThatAreNotUtf8AreReplaced) {
    FunctorFacts facts = example();
    facts.summary = "caf\xe9";
    EXPECT_TRUE(facts_from_json(facts_to_json(facts)));
}

/// The text of example() with the first `from` replaced by `to`.
std::string damaged(const std::string& from, const std::string& to) {
    std::string text = facts_to_json(example());
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

TEST(FactsJson, ErrorsNameTheFieldAndWhatWasFound) {
    const struct {
        std::string text, expected;
    } cases[] = {
        {"", "not JSON"},
        {"{", "not JSON"},
        {"[]", "expected an object, found []"},
        {"{}", "the field 'name' is missing"},
        {damaged("\"line\": 17", "\"line\": \"17\""), "at 'line': expected an integer"},
        {damaged("\"line\": 17", "\"line\": 1.5"), "at 'line': expected an integer"},
        {damaged("\"line\": 17", "\"line\": 4294967296"), "at 'line': expected an integer of 32"},
        {damaged("\"line\": 17", "\"line\": 18446744073709551615"), "at 'line'"},
        {damaged("\"moving-average\"", "\"sliding\""),
         "at 'dependence': expected one of \"parallel\", \"moving-average\""},
        {damaged("\"component\"", "7"), "at 'indexers.1.granularity': expected one of"},
        {damaged("\"dense\"", "\"all\""), "at 'indexers.1.taps': expected a list of taps"},
        {damaged("\"step\": 2", "\"step\": 0"), "at 'indexers.0.taps.0.loops.0': step must be"},
        {damaged("\"x\": \"(* i Input.Radius)\"", "\"x\": \"\""), "at 'indexers.0.taps.0.x'"},
        {damaged("\"type\": \"unsigned\"", "\"type\": \"double\""), "at 'state.0.type': expected"},
        {damaged("\"count\": 9", "\"count\": 0"), "at 'members.1': count must be at least 1"},
        {damaged("\"divergent\": true", "\"divergent\": 1"), "at 'divergent': expected true or"},
        {damaged("\"loads\"", "\"lodes\""), "at 'operations': the field 'loads' is missing"},
    };
    for (const auto& c : cases) {
        const Result<FunctorFacts> facts = facts_from_json(c.text);
        ASSERT_FALSE(facts) << c.expected;
        EXPECT_EQ(facts.error().kind, ErrorKind::kFunctor);
        EXPECT_THAT(facts.error().message, HasSubstr(c.expected));
        EXPECT_EQ(facts.error().message.find('\n'), std::string::npos);
    }
}

/// Modules that were translated before functions were told from divisions still load.
TEST(FactsJson, FunctionsMayBeLeftOut) {
    const Result<FunctorFacts> facts = facts_from_json(damaged("\"functions\"", "\"unknown\""));
    ASSERT_TRUE(facts) << facts.error().message;
    FunctorFacts expected = example();
    expected.operations.functions = {"0"};
    EXPECT_EQ(*facts, expected);
}

TEST(FactsJson, RandomDamageIsRefusedOrReadNeverFatal) {
    const std::string whole = facts_to_json(example());
    std::mt19937 random(20240611);
    for (int i = 0; i < 4000; ++i) {
        std::string text = whole;
        for (unsigned n = random() % 3 + 1; n > 0; --n)
            text[random() % text.size()] = static_cast<char>(random() % 256);
        if (random() % 4 == 0) text.resize(random() % text.size());
        if (const Result<FunctorFacts> facts = facts_from_json(text); facts) {
            const Result<FunctorFacts> again = facts_from_json(facts_to_json(*facts));
            ASSERT_TRUE(again) << text;
        } else {
            EXPECT_FALSE(facts.error().message.empty());
        }
    }
}

TEST(FactsOf, FollowTheTextWhereverItLies) {
    FunctorFacts facts = example();
    std::string text = facts_to_json(facts);
    TranslatedFunctor functor{};
    functor.facts = text.c_str();
    const auto first = facts_of(functor);
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_EQ(**first, facts);

    facts.line = 18;  // as many letters, so that it lies where the other lay
    const std::string changed = facts_to_json(facts);
    ASSERT_EQ(changed.size(), text.size());
    std::copy(changed.begin(), changed.end(), text.begin());
    const auto second = facts_of(functor);
    ASSERT_TRUE(second) << second.error().message;
    EXPECT_EQ(**second, facts);
    EXPECT_EQ((*first)->line, 17);  // a value somebody has stays as it is
}

TEST(FactsOf, SaysEachTimeWhyATextIsNone) {
    TranslatedFunctor functor{};
    functor.facts = "{";
    for (int time = 0; time < 2; ++time) {
        const auto facts = facts_of(functor);
        ASSERT_FALSE(facts);
        EXPECT_THAT(facts.error().message, HasSubstr("the text is not JSON"));
    }
}

}  // namespace
}  // namespace weft
