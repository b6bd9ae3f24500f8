// Which functors only select among samples.
#include "translate_fixture.h"

namespace weft::test {
namespace {

/// A functor of two pictures, a float, an int and a bool, with this body and these functions.
std::string functor(const std::string& kernel, const std::string& functions = "",
                    const std::string& dependence = "eParallel") {
    return R"(#include "core/functor.h"
namespace t {
using namespace weft;
/// Selects, or does not.
class Chooses : public Functor<Chooses, )" +
           dependence + R"(> {
    Indexer<eInput, eComponent, e2D> Input;
    Indexer<eInput, eComponent> Other;
    Indexer<eOutput, eComponent> Output;
    float Level;
    int Steps;
    Baked<bool> Largest = true;
    mFunctorIndexers(Input, Other, Output)

    )" + functions +
           R"(

  public:
    Chooses() : Input(1, 1), Level(0.5f), Steps(1) {}
    void Kernel() {
        )" +
           kernel +
           R"(
    }
};
}  // namespace t
)";
}

bool selects(const std::string& kernel, const std::string& functions = "") {
    return translate_one(functor(kernel, functions)).facts.selects;
}

TEST(Selects, CopiesAndExtremes) {
    EXPECT_TRUE(selects("Output() = Input();"));
    EXPECT_TRUE(selects("Output() = Input(-1, 1);"));
    EXPECT_TRUE(selects("Output() = max(Input(), min(Other(), Input(1)));"));
    EXPECT_TRUE(
        selects("float best = Input();\n"
                "for (int i = 0; i < Steps; ++i) best = max(best, Input(i - 1, 0));\n"
                "Output() = best;"));
    EXPECT_TRUE(
        selects("float v[3] = {};\n"
                "for (int i = 0; i < 3; ++i) v[i] = Input(i - 1, 0);\n"
                "Output() = at(v, Steps);"));
}

TEST(Selects, ByComparisonsOfSamples) {
    EXPECT_TRUE(selects("Output() = Input() < Other() ? Input() : Other();"));
    EXPECT_TRUE(
        selects("const bool below = Input() <= Other();\n"
                "Output() = below && Input() != Input(1) ? Other() : Input();"));
}

TEST(Selects, ByWhatIsNoSample) {
    EXPECT_TRUE(selects("Output() = Largest ? max(Input(), Other()) : min(Input(), Other());"));
    EXPECT_TRUE(selects("if (Steps > 2) Output() = Input(); else Output() = Other();"));
}

TEST(Selects, ZeroAndOneAreSamples) {
    EXPECT_TRUE(selects("Output() = Input() > 0.0f ? 1.0f : 0.0f;"));
    EXPECT_FALSE(selects("Output() = max(Input(), 0.5f);"));
    EXPECT_FALSE(selects("Output() = max(Input(), -0.0f);"));
    EXPECT_FALSE(selects("Output() = Input() > 2.0f ? Input() : Other();"));
    EXPECT_FALSE(selects("Output() = Steps;"));
}

TEST(Selects, ByFunctionsThatSelect) {
    const char* const larger = "float larger(float a, float b) const { return a < b ? b : a; }";
    EXPECT_TRUE(selects("Output() = larger(Input(), Other());", larger));
    const char* const below = "static bool below(float a, float b) { return a < b; }";
    EXPECT_TRUE(selects("Output() = below(Input(), Other()) ? Other() : Input();", below));
    const char* const between = "static float between(float a, float b) { return (a + b) / 2.0f; }";
    EXPECT_FALSE(selects("Output() = between(Input(), Other());", between));
}

TEST(Selects, NotByArithmetic) {
    EXPECT_FALSE(selects("Output() = Input() + Other();"));
    EXPECT_FALSE(selects("Output() = -Input();"));
    EXPECT_FALSE(selects("float sum = Input();\nsum += Other();\nOutput() = sum;"));
    EXPECT_FALSE(selects("Output() = abs(Input());"));
    EXPECT_FALSE(selects("Output() = clamp(Input(), 0.0f, 1.0f);"));
    EXPECT_FALSE(selects("Output() = sqrt(Input());"));
    EXPECT_FALSE(selects("Output() = max(Input() - Other(), 0.0f);"));
}

TEST(Selects, NotByValuesOfOthers) {
    EXPECT_FALSE(selects("Output() = max(Input(), Level);"));
    EXPECT_FALSE(selects("Output() = Input() < Level ? Input() : Other();"));
    EXPECT_FALSE(selects("Output() = Level;"));
    EXPECT_FALSE(selects("Output() = Input() < Other() + Level ? Input() : Other();"));
}

TEST(Selects, NotBySamplesAsNumbers) {
    EXPECT_FALSE(selects("float v[3] = {};\nv[0] = Input();\nOutput() = at(v, to_int(Other()));"));
    EXPECT_FALSE(selects("Output() = as_int(Input()) > 5 ? Input() : Other();"));
    EXPECT_FALSE(selects("Output() = isnan(Input()) ? Other() : Input();"));
    EXPECT_FALSE(selects("Output() = Input() ? Other() : Input();"));
}

TEST(Selects, NotWhereLanesPartOrCount) {
    EXPECT_FALSE(
        selects("int above = 0;\n"
                "if (Input() > Other()) above = 1;\n"
                "Output() = above == 1 ? Input() : Other();"));
    EXPECT_FALSE(
        selects("int above = Input() > Other() ? 1 : 0;\n"
                "Output() = above == 1 ? Input() : Other();"));
    EXPECT_FALSE(selects("Output() = X() > 3 ? Input() : Other();"));
    EXPECT_FALSE(
        selects("if (Input() < Other()) { Output() = Other(); return; }\n"
                "Output() = Input();"));
}

TEST(Selects, GoesThroughJson) {
    const FunctorFacts facts = translate_one(functor("Output() = Input();")).facts;
    const Result<FunctorFacts> read = facts_from_json(facts_to_json(facts));
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->selects);
}

}  // namespace
}  // namespace weft::test
