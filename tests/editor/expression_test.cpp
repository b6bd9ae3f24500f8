// Expressions in number fields.
#include "model/expression.h"
#include "model/readable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace weft::editor {
namespace {

using testing::HasSubstr;

double value(const char* text, double x = 0.0) {
    const Result<double> v = evaluate_expression(text, x);
    EXPECT_TRUE(v) << text << ": " << (v ? "" : v.error().message);
    return v ? *v : NAN;
}

std::string problem(const std::string& text) {
    const Result<double> v = evaluate_expression(text, 0.0);
    return v ? "" : v.error().message;
}

TEST(Expression, IsArithmetic) {
    EXPECT_EQ(value("2*3+1"), 7.0);
    EXPECT_EQ(value("1 + 2 * 3"), 7.0);
    EXPECT_EQ(value("(1+2)*3"), 9.0);
    EXPECT_EQ(value("10-4-3"), 3.0);
    EXPECT_EQ(value("16/4/2"), 2.0);
    EXPECT_EQ(value("7%4"), 3.0);
    EXPECT_EQ(value("-2^2"), -4.0);
    EXPECT_EQ(value("2^3^2"), 512.0);
    EXPECT_EQ(value("2^-1"), 0.5);
    EXPECT_EQ(value("--3 - +2"), 1.0);
    EXPECT_EQ(value("1.5e2+.5"), 150.5);
    EXPECT_EQ(value("x/2 + x", 8.0), 12.0);
    EXPECT_EQ(value("sqrt(2)"), std::sqrt(2.0));
    EXPECT_EQ(value("max(1, min(x, 3))", 7.0), 3.0);
    EXPECT_EQ(value("round(2.5)+floor(-.5)+ceil(.5)+abs(-1)"), 4.0);
    EXPECT_NEAR(value("sin(pi/2) + cos(0) + tan(0) + log(e) + exp(0)"), 4.0, 1e-15);
    EXPECT_EQ(value("pow(2, 10)"), 1024.0);
}

TEST(Expression, SaysWhereItIsWrong) {
    EXPECT_EQ(problem("2*"), "at character 3 expected a number, not the end");
    EXPECT_EQ(problem("2 3"), "at character 3 expected an operator, as in 2*3, not \"3\"");
    EXPECT_EQ(problem("(1+2"), "at character 5 expected \")\", not the end");
    EXPECT_THAT(problem("1+wide"), HasSubstr("at character 3 expected a number, x, pi, e or"));
    EXPECT_THAT(problem("sqrt 2"), HasSubstr("at character 6 expected \"(\""));
    EXPECT_THAT(problem("min(1)"), HasSubstr("at character 6 expected \",\""));
    EXPECT_THAT(problem(""), HasSubstr("at character 1"));
    EXPECT_THAT(problem("1)"), HasSubstr("at character 2"));
    EXPECT_THAT(problem("1/0"), HasSubstr("no finite number"));
    EXPECT_THAT(problem("sqrt(-1)"), HasSubstr("no finite number"));
    EXPECT_THAT(problem("1e999"), HasSubstr("at character 1"));
    EXPECT_THAT(problem(std::string(100000, '(')), HasSubstr("nested too deeply"));
    EXPECT_THAT(problem(std::string(100000, '-')), HasSubstr("nested too deeply"));
}

TEST(Expression, BecomesWhatTheParameterReads) {
    float number = 0.0f;
    int whole = 0;
    bool on = false;
    FloatList<3> list;
    const auto text = [](const ParameterRef& p, const char* typed, const ParameterValue& now) {
        const Result<std::string> v = without_expressions(p, typed, now);
        return v ? *v : "! " + v.error().message;
    };
    const ParameterRef f = Parameter("f", number), i = Parameter("i", whole).Range(0, 9),
                       l = Parameter("l", list);
    EXPECT_EQ(text(f, "0.1", 2.0f), "0.1");
    EXPECT_EQ(text(f, " x*2 ", 0.25f), "0.5");
    EXPECT_EQ(text(i, "7/2", 0), "4");
    EXPECT_EQ(text(i, "x+1", 3), "4");
    EXPECT_EQ(text(l, "1,x,max(x,2)", std::vector<float>{3.0f, 4.0f, 1.0f}), "1.0,4.0,2.0");
    EXPECT_EQ(text(l, "x*2", std::vector<float>{3.0f}), "6.0");
    EXPECT_THAT(text(l, "1,2*", std::vector<float>{}), HasSubstr("in entry 2 at character 3"));
    // Not an expression's business.
    EXPECT_EQ(text(i, "99", 0), "99");
    EXPECT_EQ(text(f, "1:2,5:3:cubic", 0.0f), "1:2,5:3:cubic");
    EXPECT_EQ(text(Parameter("b", on), "on", false), "on");
    EXPECT_EQ(text(f, "", 0.0f), "");
}

TEST(Readable, KeepsFiveFiguresOfFractions) {
    const auto shown = [](float value) { return format_value(readable(value)); };
    EXPECT_EQ(shown(1.0f / 3.0f), "0.33333");
    EXPECT_EQ(shown(-12.345678f), "-12.346");
    EXPECT_EQ(shown(0.1f), "0.1");
    EXPECT_EQ(shown(0.00012345678f), "0.00012346");
    EXPECT_EQ(shown(1234567.0f), "1234567.0");
    EXPECT_EQ(shown(0.0f), "0.0");
    EXPECT_EQ(format_value(readable(std::vector<float>{2.0f / 3.0f, 1.0f})), "0.66667,1.0");
    EXPECT_EQ(readable(7), ParameterValue(7));
}

}  // namespace
}  // namespace weft::editor
