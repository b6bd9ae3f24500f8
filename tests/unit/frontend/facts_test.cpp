// Taps, counts and members that the translator reads out of a functor.
#include "translate_fixture.h"

namespace weft {
namespace {

using test::functor_with;
using test::translate_one;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const IndexerFacts& input_of(const TranslatedSource& f) { return f.facts.indexers.at(0); }

TEST(Facts, TapsOfConstantAndRadiusOffsets) {
    const TranslatedSource f =
        translate_one(functor_with("        Output() = Input(-Input.Radius) + Input() + "
                                   "Input(Input.Radius) + Input(2 - 1);\n"));
    ASSERT_FALSE(input_of(f).dense);
    ASSERT_EQ(input_of(f).taps.size(), 4u);
    EXPECT_EQ(input_of(f).taps[0].x.text, "(neg Input.Radius)");
    EXPECT_EQ(input_of(f).taps[1].x.text, "0");
    EXPECT_EQ(input_of(f).taps[2].x.text, "Input.Radius");
    EXPECT_EQ(input_of(f).taps[3].x.text, "1");
}

TEST(Facts, TapsOfLoops) {
    const TranslatedSource f = translate_one(
        functor_with("        float sum = 0.0f;\n"
                     "        for (int k = 0; k < Levels; ++k)\n"
                     "            for (int i = -k; i <= k; i += 2) sum += Input(2 * i + k);\n"
                     "        Output() = sum;\n",
                     "    Baked<int> Levels = 2;\n"));
    ASSERT_EQ(input_of(f).taps.size(), 1u);
    const Tap& tap = input_of(f).taps[0];
    EXPECT_EQ(tap.x.text, "(+ (* 2 i) k)");
    ASSERT_EQ(tap.loops.size(), 2u);
    EXPECT_EQ(tap.loops[0], (TapLoop{"k", {"0"}, {"(- Levels 1)"}, 1}));
    EXPECT_EQ(tap.loops[1], (TapLoop{"i", {"(neg k)"}, {"k"}, 2}));
}

TEST(Facts, OffsetsThatDependOnSamplesAreDense) {
    const TranslatedSource f =
        translate_one(functor_with("        Output() = Input(to_int(Input()));\n"));
    EXPECT_TRUE(input_of(f).dense);
    EXPECT_TRUE(input_of(f).taps.empty());
}

TEST(Facts, OffsetsByPlainMembersAreDense) {
    const TranslatedSource f =
        translate_one(functor_with("        Output() = Input(Shift);\n", "    int Shift = 1;\n"));
    EXPECT_TRUE(input_of(f).dense);
}

/// Where a picture lies is a member, and its planes are asked of it.
TEST(Facts, InputsThatNoBodyUsesAreLeftOut) {
    const TranslatedSource f = translate_one(R"(#include "core/functor.h"
using namespace weft;
class Subject : public Functor<Subject, eParallel> {
    Indexer<eInput, eComponent> Like, Placed, Asked, Helped;
    Indexer<eInput, eComponent, eRandom> Anywhere;
    Indexer<eOutput, eComponent> Output, Unwritten;
    mFunctorIndexers(Anywhere, Output, Like, Placed, Asked, Unwritten, Helped)
    float helped() const { return Helped(); }
  public:
    void Kernel() { Output() = to_float(Placed.Domain.x0 + Asked.Planes) + helped(); }
};
)");
    std::vector<std::string> names;
    for (const IndexerFacts& indexer : f.facts.indexers) names.push_back(indexer.name);
    EXPECT_THAT(names, ElementsAre("Output", "Asked", "Unwritten", "Helped"));
    EXPECT_THAT(f.scalar_text, AllOf(HasSubstr("A_Output Output, A_Asked Asked"),
                                     Not(HasSubstr("A_Like")), Not(HasSubstr("A_Placed"))));
}

TEST(Facts, PlanesAreToldOfIndexersThatAreAskedForThem) {
    const TranslatedSource f = translate_one(R"(#include "core/functor.h"
using namespace weft;
class Subject : public Functor<Subject, eParallel> {
    Indexer<eInput, eComponent> Plain, Asked, Helped;
    Indexer<eOutput, eComponent> Output;
    mFunctorIndexers(Plain, Asked, Helped, Output)
    int helped() const { return Helped.Planes; }
  public:
    void Kernel() { Output() = Plain() + Asked() * to_float(Asked.Planes + helped()); }
};
)");
    std::vector<std::string> asked;
    for (const IndexerFacts& indexer : f.facts.indexers)
        if (indexer.asks_planes) asked.push_back(indexer.name);
    EXPECT_THAT(asked, ElementsAre("Asked", "Helped"));
}

TEST(Facts, OperationsAreCountedOverLoops) {
    const TranslatedSource f =
        translate_one(functor_with("        float sum = 0.0f;\n"
                                   "        for (int i = 0; i < 5; ++i) sum += Input(i) * 2.0f;\n"
                                   "        Output() = exp(sum) / 3.0f;\n"));
    EXPECT_EQ(f.facts.operations.fp.text, "10");
    EXPECT_EQ(f.facts.operations.special.text, "2");
    EXPECT_EQ(f.facts.operations.functions.text, "1");
    EXPECT_EQ(f.facts.operations.loads.text, "5");
    EXPECT_EQ(f.facts.operations.stores.text, "1");
}

/// Square roots are as quick as divisions; other functions are many instructions.
TEST(Facts, FunctionsAreSpecialButNoRootsOrDivisions) {
    const TranslatedSource f = translate_one(
        functor_with("        Output() = sqrt(Input()) / pow(Input(), 2.5f) + log(2.0f);\n"));
    EXPECT_EQ(f.facts.operations.special.text, "4");
    EXPECT_EQ(f.facts.operations.functions.text, "2");
}

TEST(Facts, CasesCountAsTheDearest) {
    const TranslatedSource f =
        translate_one(functor_with("        float v = Input();\n"
                                   "        switch (Level) {\n"
                                   "            case 0: v = v * 2.0f + 1.0f; break;\n"
                                   "            case 1:\n"
                                   "            case 2:\n"
                                   "                v = v * v;\n"
                                   "                v = v * v + 3.0f * v;\n"
                                   "                break;\n"
                                   "            default: v = -v;\n"
                                   "        }\n"
                                   "        Output() = v;\n",
                                   "    Baked<int> Level = 2;\n"));
    EXPECT_EQ(f.facts.operations.fp.text, "4");
}

TEST(Facts, ABakedChoiceCountsAsTheSideThatItTakes) {
    const TranslatedSource f =
        translate_one(functor_with("        float v = Input();\n"
                                   "        if (Much) v = v * v * v;\n"
                                   "        else v = v + 1.0f;\n"
                                   "        Output() = Much ? -v : v;\n",
                                   "    Baked<bool> Much = false;\n"));
    // The choice between values is one operation more.
    const auto counted = [&](std::int64_t much) {
        return *evaluate(f.facts.operations.fp, {{"Much", much}});
    };
    EXPECT_EQ(counted(0), 2);
    EXPECT_EQ(counted(1), 4);
}

TEST(Facts, MembersInDeclarationOrderUsedOnesOnly) {
    const TranslatedSource f = translate_one(
        functor_with("        Output() = Input() * Gain + List.values[0] + Level + Table[1];\n",
                     "    int Unused = 1;\n    Baked<int> Level = 2;\n    FloatList<4> List;\n"
                     "    float Table[3] = {};\n    float Gain = 1.0f;\n"));
    const std::vector<MemberFacts> expected = {{"Level", "int", 1, false, true},
                                               {"List.count", "int", 1, false, false},
                                               {"List.values", "float", 4, true, false},
                                               {"Table", "float", 3, true, false},
                                               {"Gain", "float", 1, false, false}};
    EXPECT_EQ(f.facts.members, expected);
    EXPECT_EQ(f.facts.summary, "A test.");
}

}  // namespace
}  // namespace weft
