// Which reductions come to the same in any order of elements.
#include "translate_fixture.h"

namespace weft::test {
namespace {

/// A reduction of a state `Sums` of 3 ints and `Count`, of these bodies.
std::string reduction(
    const std::string& kernel,
    const std::string& initialise = "for (int i = 0; i < 3; ++i) Sums[i] = 0;\nCount = 0;",
    const std::string& combine =
        "for (int i = 0; i < 3; ++i) Sums[i] += other.Sums[i];\n"
        "Count += other.Count;") {
    return R"(#include "core/functor.h"
namespace t {
using namespace weft;
/// Counts.
class Counts : public Functor<Counts, eReduction> {
    Indexer<eInput, eComponent> Input;
    Indexer<eOutput, eComponent> Output;
    int Sums[3] = {};
    int Count = 0;
    mFunctorIndexers(Input, Output)

  public:
    ImageShape Shape(const ImageShape* inputs) const { return {{0, 0, 3, 1}, inputs[0].planes}; }
    void Initialise() {
        )" +
           initialise +
           R"(
    }
    void Kernel() {
        )" +
           kernel +
           R"(
    }
    void Combine(const Counts& other) {
        )" +
           combine +
           R"(
    }
    void Result() { Output() = to_float(at(Sums, X())) / to_float(max(Count, 1)); }
};
}  // namespace t
)";
}

bool any_order(const std::string& text) { return translate_one(text).facts.any_order; }

TEST(AnyOrder, SumsOfWholeNumbers) {
    EXPECT_TRUE(any_order(reduction("at(Sums, to_int(Input())) += 1;\n++Count;")));
    EXPECT_TRUE(
        any_order(reduction("const float v = Input();\n"
                            "for (int i = 0; i < 3; ++i)\n"
                            "    if (v > 0.5f) Sums[i] += to_int(v);\n"
                            "Count += v == v ? 1 : 0;")));
}

TEST(AnyOrder, FactsSayIt) {
    const FunctorFacts facts = translate_one(reduction("++Count;")).facts;
    const Result<FunctorFacts> read = facts_from_json(facts_to_json(facts));
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->any_order);
}

TEST(AnyOrder, NotWhatElementsDoToOneAnother) {
    EXPECT_FALSE(any_order(reduction("Count = to_int(Input());")));
    EXPECT_FALSE(any_order(reduction("Count += 1;\nCount *= 2;")));
    EXPECT_FALSE(any_order(reduction("if (Count < 10) Count += 1;")));
    EXPECT_FALSE(any_order(reduction("at(Sums, Count) += 1;\nCount += 1;")));
    EXPECT_FALSE(any_order(reduction("Sums[0] += Count;")));
}

TEST(AnyOrder, NotWhatBeginsAboveZero) {
    EXPECT_FALSE(
        any_order(reduction("++Count;", "for (int i = 0; i < 3; ++i) Sums[i] = 1;\nCount = 0;")));
    EXPECT_FALSE(
        any_order(reduction("++Count;", "for (int i = 0; i < 3; ++i) Sums[i] = 0;\nCount = -1;")));
}

TEST(AnyOrder, NotWhatIsCombinedInOtherWays) {
    const std::string initialise = "for (int i = 0; i < 3; ++i) Sums[i] = 0;\nCount = 0;";
    for (const char* combine : {
             "for (int i = 0; i < 3; ++i) Sums[i] += other.Sums[i];",
             "for (int i = 0; i < 2; ++i) Sums[i] += other.Sums[i];\nCount += other.Count;",
             "for (int i = 0; i < 3; ++i) Sums[i] += other.Sums[2 - i];\nCount += other.Count;",
             "for (int i = 0; i < 3; ++i) Sums[i] += other.Sums[i];\n"
             "Count += other.Count;\nCount += other.Count;",
             "for (int i = 0; i < 3; ++i) Sums[i] += other.Sums[i];\n"
             "if (other.Count > 1) Count += other.Count;",
             "for (int i = 0; i < 3; ++i) Sums[i] += other.Sums[i];\n"
             "Count = max(Count, other.Count);",
             "for (int i = 0; i < 3; ++i) Sums[i] += other.Count;\nCount += other.Count;",
         })
        EXPECT_FALSE(any_order(reduction("++Count;", initialise, combine))) << combine;
}

TEST(AnyOrder, NotSumsOfFloats) {
    std::string text = reduction("Count += 1.0f;");
    text.replace(text.find("int Count = 0"), 13, "float Count = 0");
    text.replace(text.find("max(Count, 1)"), 13, "to_int(Count)");
    EXPECT_FALSE(any_order(text));
}

}  // namespace
}  // namespace weft::test
