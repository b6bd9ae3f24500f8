// What gets masks and value types, and what must not.
#include "translate_fixture.h"

namespace weft {
namespace {

using test::functor_with;
using test::translate_one;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Divergence, StraightLineCodeHasNoMasks) {
    const TranslatedSource f = translate_one(functor_with(
        "        float sum = 0.0f;\n"
        "        for (int i = -Input.Radius; i <= Input.Radius; ++i) sum += Input(i);\n"
        "        Output() = sum * 0.5f;\n"));
    EXPECT_FALSE(f.facts.divergent);
    EXPECT_THAT(f.simd_text, HasSubstr("F sum = F(0.0f);"));
    EXPECT_THAT(f.simd_text,
                HasSubstr("for (int i = -Input.Radius; i <= Input.Radius; ++i) sum += Input(i);"));
    EXPECT_THAT(f.simd_text, HasSubstr("Output() = sum * 0.5f;"));
    EXPECT_THAT(f.simd_text, Not(HasSubstr("assign")));
    EXPECT_THAT(f.simd_text, Not(HasSubstr("any(")));
}

TEST(Divergence, UniformConditionsKeepTheirControlFlow) {
    const TranslatedSource f =
        translate_one(functor_with("        float v = Input();\n"
                                   "        if (Invert) v = 1.0f - v;\n"
                                   "        Output() = v;\n",
                                   "    bool Invert = false;\n"));
    EXPECT_FALSE(f.facts.divergent);
    EXPECT_THAT(f.simd_text, HasSubstr("if (members.Invert) v = 1.0f - v;"));
}

TEST(Divergence, VaryingConditionsBecomeMasks) {
    const TranslatedSource f =
        translate_one(functor_with("        float v = Input();\n"
                                   "        if (v > 1.0f) v = 1.0f;\n"
                                   "        Output() = v;\n"));
    EXPECT_TRUE(f.facts.divergent);
    EXPECT_THAT(f.simd_text, HasSubstr("weft::assign(m1, v, F(1.0f));"));
    EXPECT_THAT(f.scalar_text, HasSubstr("if (v > 1.0f) v = 1.0f;"));
}

TEST(Divergence, LocalsAfterAnEarlyReturnNeedNoMask) {
    const TranslatedSource f =
        translate_one(functor_with("        const float v = Input();\n"
                                   "        if (v < 0.0f) return;\n"
                                   "        float w = v * 2.0f;\n"
                                   "        w = w + 1.0f;\n"
                                   "        Output() = w;\n"));
    EXPECT_THAT(f.simd_text, HasSubstr("w = w + 1.0f;"));
    EXPECT_THAT(f.simd_text, HasSubstr("weft::assign(mask, Output(), w)"));
}

TEST(Divergence, LoopVariablesStayUniformWhenLanesLeaveByTheCondition) {
    const TranslatedSource f =
        translate_one(functor_with("        const int n = clamp(to_int(Input()), 0, 4);\n"
                                   "        float sum = 0.0f;\n"
                                   "        for (int i = 0; i < n; ++i) sum += Input(i);\n"
                                   "        Output() = sum;\n"));
    EXPECT_THAT(f.simd_text, HasSubstr("int i = 0;"));
    EXPECT_THAT(f.simd_text, HasSubstr("++i"));
    EXPECT_THAT(f.simd_text, HasSubstr("weft::any("));
}

TEST(Divergence, CountersThatLanesStopApartVary) {
    const TranslatedSource f =
        translate_one(functor_with("        int n = 0;\n"
                                   "        while (n < 9) {\n"
                                   "            if (Input(n - 4) > 0.5f) break;\n"
                                   "            n = n + 1;\n"
                                   "        }\n"
                                   "        Output() = n;\n"));
    EXPECT_THAT(f.simd_text, HasSubstr("I n = I(0);"));
}

}  // namespace
}  // namespace weft
