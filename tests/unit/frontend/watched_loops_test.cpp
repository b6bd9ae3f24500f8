// Which loops of a stranger's functor look whether to stop, and what that makes of its text.
#include "translate_fixture.h"

namespace weft::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TranslatedSource watched(const std::string& text) {
    TranslateOptions options;
    options.header = "test.h";
    options.contents = &text;
    options.include_paths = {WEFT_FRAMEWORK_DIR};
    options.watched = true;
    const Result<Translation> translation = translate(options);
    if (!translation || translation->functors.size() != 1) {
        ADD_FAILURE() << (translation ? format_diagnostics(translation->diagnostics)
                                      : translation.error().message);
        return {};
    }
    return translation->functors.front();
}

TEST(WatchedLoops, WhatEndsSoonStaysAsItWas) {
    const std::string text = functor_with(
        "float v = 0.0f;\n"
        "for (int i = -Input.Radius; i <= Input.Radius; ++i) v += Input(i);\n"
        "for (int i = 9; i > 0; i -= 2) v += 1.0f;\n"
        "for (int i = 0; i < (Some & 255); ++i) v += 1.0f;\n"
        "Output() = v;\n",
        "int Some = 3;\n");
    EXPECT_EQ(watched(text), translate_one(text));
    EXPECT_FALSE(watched(text).facts.watched);
}

TEST(WatchedLoops, OthersSayWhereTheyBegin) {
    const TranslatedSource source =
        watched(functor_with("float v = Input(0);\n"
                             "while (v > 1.0f) v *= 0.5f;\n"
                             "for (int i = 0; i < Some; ++i)\n    v += 1.0f;\n"
                             "Output() = v;\n",
                             "int Some = 3;\n"));
    EXPECT_TRUE(source.facts.watched);
    for (const std::string& text : {source.scalar_text, source.simd_text}) {
        EXPECT_THAT(text, HasSubstr("weft::Watch watch"));
        EXPECT_THAT(text, HasSubstr(".over(watch, __FILE__, 12, 1)) break; "));
        EXPECT_THAT(text, HasSubstr(".over(watch, __FILE__, 13, 1)) break; "));
    }
    // Facts that say so are read again.
    const Result<FunctorFacts> read = facts_from_json(facts_to_json(source.facts));
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->watched);
}

TEST(WatchedLoops, HelpersThatNeedTheWatchAreGivenIt) {
    const TranslatedSource source =
        watched(functor_with("Output() = halved(doubled(Input(0)));\n", "",
                             "inline float doubled(float v) { return v * 2.0f; }\n"
                             "inline float halved(float v) {\n    do v *= 0.5f; while (v > 1.0f);\n"
                             "    return v;\n}\n"));
    EXPECT_THAT(source.scalar_text, HasSubstr("halved<S, B>(watch, doubled<S, B>("));
    EXPECT_THAT(source.scalar_text, HasSubstr("over(watch, __FILE__, 5, 5)"));
    EXPECT_THAT(source.scalar_text, Not(HasSubstr("doubled<S, B>(watch")));
}

}  // namespace
}  // namespace weft::test
