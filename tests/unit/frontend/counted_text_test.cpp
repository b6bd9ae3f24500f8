// Which calls are put into a stranger's host functions, and where.
#include <algorithm>
#include <regex>

#include "translate_fixture.h"

namespace weft::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// The functor's text with calls put in; its class holds `members`.
std::string counted(const std::string& members, const std::string& before = "") {
    const std::string text = functor_with("Output() = Input(0);\n", members, before);
    TranslateOptions options;
    options.header = "test.h";
    options.contents = &text;
    options.include_paths = {WEFT_FRAMEWORK_DIR};
    options.counted = true;
    const Result<Translation> translation = translate(options);
    if (!translation || translation->functors.size() != 1) {
        ADD_FAILURE() << (translation ? format_diagnostics(translation->diagnostics)
                                      : translation.error().message);
        return {};
    }
    EXPECT_EQ(translation->source, text);
    EXPECT_EQ(translation->counted.size(), 1u);  // core/ is trusted
    std::string edited = translation->counted.at("test.h");
    EXPECT_EQ(std::count(edited.begin(), edited.end(), '\n'),
              std::count(text.begin(), text.end(), '\n'));
    return edited;
}

/// What Prepare() becomes whose body, of one line, is `body`; places are put as @.
std::string prepare(const std::string& body) {
    std::string text = counted(
        "  public: float Sum = 0.0f; float Table[4] = {}; int N = 2;\n"
        "void Prepare() {\n" +
        body + "\n}\n");
    text = text.substr(text.find("void Prepare() {\n") + 17);
    text = text.substr(0, text.find('\n'));
    static const std::regex place("\"test\\.h\", \\d+, \\d+");
    return std::regex_replace(text, place, "@");
}

TEST(CountedText, LoopsTakeTurns) {
    EXPECT_EQ(prepare("while (Sum > 1.0f) Sum -= 1.0f;"),
              "while (Sum > 1.0f) if (::weft::host::iteration(@)) ; else Sum -= 1.0f;");
    EXPECT_EQ(prepare("do { --N; } while (N > 0);"),
              "do if (::weft::host::iteration(@)) ; else { --N; } while (N > 0);");
    EXPECT_EQ(prepare("for (float& t : Table) t = 0.0f;"),
              "for (float& t : Table) if (::weft::host::iteration(@)) ; else t = 0.0f;");
}

TEST(CountedText, AFewTurnsAreTakenAtOnce) {
    EXPECT_EQ(prepare("for (int i = 0; i < 9; ++i) Sum += 1.0f;"),
              "if (::weft::host::iteration(@, 9)) ; else for (int i = 0; i < 9; ++i) Sum += 1.0f;");
    EXPECT_EQ(
        prepare("for (int i = 3; i >= 0; --i) Sum += 1.0f;"),
        "if (::weft::host::iteration(@, 4)) ; else for (int i = 3; i >= 0; --i) Sum += 1.0f;");
    for (const char* loop :
         {"for (int i = 0; i < N; ++i) Sum += 1.0f;", "for (int i = 0; i < 5000; ++i) Sum += 1.0f;",
          "for (int i = 0; i < 9; ++i) --i;", "for (int i = 0; i < 9; ++i) { int& j = i; j = 0; }",
          "for (unsigned i = 9; i >= 0; --i) Sum += 1.0f;",
          "for (int i = 0; i < 9; i += N) Sum += 1.0f;",
          "for (int i = 0; i < 9; ++i) while (N > 9) ++N;"})
        EXPECT_THAT(prepare(loop),
                    AllOf(StartsWith("for ("), HasSubstr(") if (::weft::host::iteration(@)) "
                                                         "; else ")));
}

TEST(CountedText, IndicesAndDivisorsAreLookedAt) {
    EXPECT_EQ(prepare("Table[3] = Table[N] / 2.0f + N / 2 + sizeof(Table[9]);"),
              "Table[3] = Table[::weft::host::inside(N, 3, @)] / 2.0f + N / 2 + "
              "sizeof(Table[::weft::host::inside(9, 3, @)]);");
    EXPECT_EQ(prepare("float* end = &Table[N]; *end = 1 / N;"),
              "float* end = &Table[::weft::host::inside(N, 4, @)]; *end = 1 / "
              "::weft::host::divisor(N, @);");
    EXPECT_EQ(prepare("Table[9 / N] = 1.0f;"),
              "Table[::weft::host::inside(9 / ::weft::host::divisor(N, @), 3, @)] = 1.0f;");
}

TEST(CountedText, KernelsStayAsTheyAre) {
    const std::string text =
        counted("",
                "inline float twice(float v) noexcept { return v + v; }\n"
                "inline int down(int n) { return n > 0 ? down(n - 1) : 0; }\n");
    EXPECT_THAT(text, HasSubstr("Output() = Input(0);\n"));
    EXPECT_THAT(text, HasSubstr("twice(float v)          { return v + v; }"));
    EXPECT_THAT(text, HasSubstr("down(int n) { ::weft::host::deeper(\"test.h\", "));
}

}  // namespace
}  // namespace weft::test
