// IntExpr: values of well-formed expressions, and the words about the others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plan/facts.h"

namespace weft {
namespace {

using ::testing::HasSubstr;

const Bindings kBindings = {{"Input.Radius", 3}, {"i", -2}, {"Level", 5}, {"-odd", 8}};

TEST(IntExpr, Values) {
    const struct {
        const char* text;
        std::int64_t value;
    } cases[] = {
        {"0", 0},
        {"-7", -7},
        {" +12 ", 12},
        {"Input.Radius", 3},
        {"(* 2 Input.Radius)", 6},
        {"(neg Input.Radius)", -3},
        {"(+ i 1)", -1},
        {"( + 1 2 3 4 )", 10},
        {"(- 1 Level)", -4},
        {"(/ -7 2)", -3},
        {"(/ 7 -2)", -3},
        {"(min 4 i 9)", -2},
        {"(max 4 i 9)", 9},
        {"(neg(neg(* Level(- Input.Radius i))))", 25},
        {"-9223372036854775808", INT64_MIN},
    };
    for (const auto& c : cases) {
        const Result<std::int64_t> value = evaluate({c.text}, kBindings);
        ASSERT_TRUE(value) << value.error().message;
        EXPECT_EQ(*value, c.value) << c.text;
    }
}

TEST(IntExpr, ErrorsQuoteTheTextAndSayWhy) {
    const struct {
        std::string text, expected;
    } cases[] = {
        {"", "the text ends"},
        {"   ", "the text ends"},
        {"Radius", "'Radius' is not bound; bound names are: -odd, Input.Radius, Level, i"},
        {"(+ 1 Radius)", "column 6: 'Radius' is not bound"},
        {"(", "expected an operator"},
        {"()", "')' is not an operator"},
        {"(% 4 2)", "'%' is not an operator; expected one of + - * / neg min max"},
        {"(+ 1", "expected ')', but the text ends"},
        {"(+ 1)", "'+' takes two operands or more, but has 1"},
        {"(- 1)", "'-' takes two operands, but has 1"},
        {"(- 1 2 3)", "'-' takes two operands, but has 3"},
        {"(neg 1 2)", "'neg' takes one operand, but has 2"},
        {"(+)", "found ')'"},
        {"1 2", "column 3: '2' follows a complete expression"},
        {"(+ 1 2))", "')' follows a complete expression"},
        {"12x", "'12x' is not an integer"},
        {"1.5", "'1.5' is not an integer"},
        {"9223372036854775808", "does not fit in 64 bits"},
        {"(/ 5 (+ i 2))", "division of 5 by zero"},
        {"(+ 9223372036854775807 1)", "does not fit in 64 bits"},
        {"(* 4611686018427387904 2)", "does not fit in 64 bits"},
        {"(neg -9223372036854775808)", "does not fit in 64 bits"},
        {"(/ -9223372036854775808 -1)", "does not fit in 64 bits"},
    };
    for (const auto& c : cases) {
        const Result<std::int64_t> value = evaluate({c.text}, kBindings);
        ASSERT_FALSE(value) << c.text;
        EXPECT_THAT(value.error().message, HasSubstr(c.expected));
        EXPECT_THAT(value.error().message, HasSubstr("'" + c.text + "'"));
    }
}

TEST(IntExpr, NestingIsBounded) {
    const auto nested = [](int depth) {
        std::string text;
        for (int i = 0; i < depth; ++i) text += "(neg ";
        text += "1" + std::string(static_cast<std::size_t>(depth), ')');
        return evaluate({text}, {});
    };
    EXPECT_TRUE(nested(200));
    const Result<std::int64_t> deep = nested(100000);
    ASSERT_FALSE(deep);
    EXPECT_THAT(deep.error().message, HasSubstr("nested deeper than"));
}

}  // namespace
}  // namespace weft
