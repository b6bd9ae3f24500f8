// What the translator reads out of an eAccumulation functor: loops, and where terms read.
#include "translate_fixture.h"

namespace weft {
namespace {

using test::translate_one;
using ::testing::HasSubstr;
using ::testing::Not;

std::string subject(const std::string& body, const std::string& members = "") {
    return R"(#include "core/functor.h"
using namespace weft;
class Subject : public Functor<Subject, eAccumulation> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eInput, ePixel, eRandom> Weights;
    Indexer<eInput, eComponent, e1D> Line;
    Indexer<eOutput, eComponent> Output;
)" + members +
           R"(
    mFunctorIndexers(Input, Weights, Line, Output)
  public:
    Subject() : Input(2, 1), Line(eVertical, 2) {}
    void Kernel() {
)" + body + "    }\n};\n";
}

TEST(AccumulationFacts, AreLoopsAndPlaces) {
    const TranslatedSource f = translate_one(subject(
        "        const int left = Weights.Domain.x0 + 1;\n"
        "        float sums[2] = {}, other = 0.0f;\n"
        "        for (int k = 0; k < Inner; k += 4)\n"
        "            for (int i = -Input.RadiusX; i <= Input.RadiusX; ++i) {\n"
        "                const float v = Input(i, 1);\n"
        "                for (int o = 0; o < 2; ++o)\n"
        "                    sums[o] = fma(v, Weights(left + i, 3 * k - Y(), o), sums[o]);\n"
        "                other += Line(i) + Weights(to_int(v), k, 0);\n"
        "            }\n"
        "        Output() = sums[0] + sums[1] * other;\n",
        "    int Inner = 9;\n"));
    ASSERT_TRUE(f.facts.accumulation);
    const AccumulationFacts& a = *f.facts.accumulation;
    EXPECT_TRUE(a.planes.empty());
    EXPECT_EQ(a.loops,
              (std::vector<TapLoop>{{"k", {"0"}, {"(- Inner 1)"}, 4},
                                    {"i", {"(neg Input.RadiusX)"}, {"Input.RadiusX"}, 1}}));
    EXPECT_EQ(a.kept, 4);  // left, two sums, other
    ASSERT_EQ(a.reads.size(), 4u);
    EXPECT_EQ(a.reads[0], (TermRead{"Input", {"(+ X i)"}, {"(+ Y 1)"}, {"Plane"}, {}}));
    EXPECT_EQ(a.reads[1], (TermRead{"Weights",
                                    {"(+ (+ Weights.Domain.x0 1) i)"},
                                    {"(- (* 3 k) Y)"},
                                    {"o"},
                                    {{"o", {"0"}, {"1"}, 1}}}));
    EXPECT_EQ(
        a.reads[2],
        (TermRead{
            "Line", {"(+ X (* (- 1 Line.Axis) i))"}, {"(+ Y (* Line.Axis i))"}, {"Plane"}, {}}));
    EXPECT_EQ(a.reads[3], (TermRead{"Weights", {""}, {"k"}, {"0"}, {}}));
    const Result<FunctorFacts> again = facts_from_json(facts_to_json(f.facts));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, f.facts);
}

TEST(AccumulationFacts, LoopOverPlanesIsNoTerm) {
    const TranslatedSource f = translate_one(R"(#include "core/functor.h"
using namespace weft;
class Subject : public Functor<Subject, eAccumulation> {
    Indexer<eInput, ePixel> Input;
    Indexer<eOutput, ePixel> Output;
    mFunctorIndexers(Input, Output)
  public:
    void Kernel() {
        const float half = 0.5f;
        for (int o = 0; o < Output.Planes; o += 2) {
            float sum = Input(o);
            for (int c = 0; c < Input.Planes; ++c) sum += half * Input(c);
            Output(o) = sum;
        }
    }
};
)");
    ASSERT_TRUE(f.facts.accumulation);
    EXPECT_EQ(f.facts.accumulation->planes,
              (std::vector<TapLoop>{{"o", {"0"}, {"(- Output.Planes 1)"}, 2}}));
    EXPECT_EQ(f.facts.accumulation->loops,
              (std::vector<TapLoop>{{"c", {"0"}, {"(- Input.Planes 1)"}, 1}}));
    EXPECT_EQ(f.facts.accumulation->reads,
              (std::vector<TermRead>{{"Input", {"X"}, {"Y"}, {"c"}, {}}}));
}

/// In both forms; what differs between lanes is kept as vectors.
TEST(AccumulationFacts, TextHasTheKernelInParts) {
    const TranslatedSource f =
        translate_one(subject("        const int shift = Line.Domain.x0;\n"
                              "        float sum = 0.0f;\n"
                              "        for (int k = 0; k < 3; ++k) sum += Line(k - 1);\n"
                              "        Output() = sum + to_float(shift);\n"));
    for (const char* part : {"static void Begin(", "static void Term(", "static void End(",
                             "struct Kept {", "kept.sum = sum;", "int& shift = kept.shift;"}) {
        EXPECT_THAT(f.scalar_text, HasSubstr(part));
        EXPECT_THAT(f.simd_text, HasSubstr(part));
    }
    EXPECT_THAT(f.scalar_text, HasSubstr("[[maybe_unused]] float& sum = kept.sum;"));
    EXPECT_THAT(f.simd_text, HasSubstr("[[maybe_unused]] typename S::F& sum = kept.sum;"));
    EXPECT_THAT(f.simd_text, HasSubstr("template <class S> struct Kept {"));
}

}  // namespace
}  // namespace weft
