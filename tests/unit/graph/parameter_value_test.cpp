// Parameter values as text: every type, its range, and the way back.
#include "graph/parameter_value.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graph/descriptor.h"
#include "random_graph.h"
#include "sample_functors.h"

namespace weft::test {
namespace {

ParameterRef find(FunctorBase& functor, const std::string& name) {
    for (const ParameterRef& p : parameters_of(functor))
        if (p.name == name) return p;
    ADD_FAILURE() << "no parameter " << name;
    return {};
}

std::string parse_error(const ParameterRef& p, const std::string& text) {
    const Result<ParameterValue> value = parse_value(p, text);
    return value ? "" : value.error().message;
}

TEST(ParameterValue, ReadsEveryType) {
    Grade grade;
    Split split;
    Scatter scatter;
    EXPECT_EQ(*parse_value(find(grade, "gain"), " 0.25 "), ParameterValue(0.25f));
    EXPECT_EQ(*parse_value(find(grade, "gain"), "+1e-50"), ParameterValue(0.0f));
    EXPECT_EQ(*parse_value(find(grade, "gain"), "4"), ParameterValue(4.0f));
    EXPECT_EQ(*parse_value(find(grade, "steps"), "17"), ParameterValue(17));
    for (const char* yes : {"true", "on", "yes", "1"})
        EXPECT_EQ(*parse_value(find(grade, "invert"), yes), ParameterValue(true));
    for (const char* no : {"false", "off", "no", "0"})
        EXPECT_EQ(*parse_value(find(grade, "invert"), no), ParameterValue(false));
    EXPECT_EQ(*parse_value(find(grade, "curve"), "cube"), ParameterValue(2));
    EXPECT_EQ(*parse_value(find(grade, "curve"), "1"), ParameterValue(1));
    EXPECT_EQ(*parse_value(find(split, "axis"), "vertical"), ParameterValue(eVertical));
    EXPECT_EQ(*parse_value(find(scatter, "weights"), "0.5, -1,2e0"),
              ParameterValue(std::vector<float>{0.5f, -1.0f, 2.0f}));
    EXPECT_EQ(*parse_value(find(scatter, "weights"), ""), ParameterValue(std::vector<float>{}));
    EXPECT_EQ(*parse_value(find(scatter, "offsets"), "-1:0, 3:-4"),
              ParameterValue(std::vector<Offset>{{-1, 0}, {3, -4}}));
}

TEST(ParameterValue, RefusesWhatIsOfAnotherTypeOrOutOfRangeNamingTheRange) {
    Grade grade;
    Split split;
    Scatter scatter;
    EXPECT_EQ(parse_error(find(grade, "gain"), "4.001"),
              "must be a number from 0 to 4, but is 4.001");
    EXPECT_EQ(parse_error(find(grade, "gain"), "nan"), "must be a number from 0 to 4, but is nan");
    EXPECT_EQ(parse_error(find(grade, "gain"), "inf"), "must be a number from 0 to 4, but is inf");
    EXPECT_EQ(parse_error(find(grade, "gain"), "1e99"),
              "must be a number from 0 to 4, but is \"1e99\"");
    EXPECT_EQ(parse_error(find(grade, "gain"), "0,5"),
              "must be a number from 0 to 4, but is \"0,5\"");
    EXPECT_EQ(parse_error(find(grade, "gain"), ""), "must be a number from 0 to 4, but is \"\"");
    EXPECT_EQ(parse_error(find(grade, "steps"), "1.5"),
              "must be a whole number from 0 to 255, but is \"1.5\"");
    EXPECT_EQ(parse_error(find(grade, "steps"), "256"),
              "must be a whole number from 0 to 255, but is 256");
    EXPECT_EQ(parse_error(find(grade, "steps"), "99999999999"),
              "must be a whole number from 0 to 255, but is \"99999999999\"");
    EXPECT_EQ(parse_error(find(grade, "invert"), "maybe"),
              "must be true or false, but is \"maybe\"");
    EXPECT_EQ(parse_error(find(grade, "curve"), "sqare"),
              "must be one of linear, square, cube, but is \"sqare\" (did you mean \"square\"?)");
    EXPECT_EQ(parse_error(find(grade, "curve"), "3"),
              "must be one of linear, square, cube, but is 3");
    EXPECT_EQ(parse_error(find(split, "axis"), "x"),
              "must be horizontal or vertical, but is \"x\"");
    EXPECT_EQ(parse_error(find(scatter, "weights"), "1,,2"),
              "must be a list of at most 8 numbers from -8 to 8, as 0.5,1,0.5, but is \"1,,2\"");
    EXPECT_NE(parse_error(find(scatter, "weights"), "1,2,3,4,5,6,7,8,9"), "");
    EXPECT_NE(parse_error(find(scatter, "offsets"), ""), "");
    EXPECT_NE(parse_error(find(scatter, "offsets"), "1:2:3"), "");
    EXPECT_NE(parse_error(find(scatter, "offsets"), "2000:0"), "");
    EXPECT_LT(parse_error(find(scatter, "offsets"), std::string(5000, '7')).size(), 300u);
}

TEST(ParameterValue, ComesBackFromItsText) {
    std::mt19937 random(test_seed());
    for (int i = 0; i < 200; ++i) {
        const Graph graph = random_graph(random);
        for (const Node& node : graph.nodes) {
            const auto functor = instantiate(node, sample_library());
            const std::vector<ParameterRef> refs = parameters_of(*functor);
            for (std::size_t p = 0; p < refs.size(); ++p) {
                EXPECT_EQ(get_value(refs[p]), node.parameters[p]) << refs[p].name;
                const std::string text = format_value(refs[p], node.parameters[p]);
                const Result<ParameterValue> again = parse_value(refs[p], text);
                ASSERT_TRUE(again) << text << ": " << again.error().message;
                EXPECT_EQ(*again, node.parameters[p]) << text << ", seed " << test_seed();
            }
        }
    }
}

TEST(ParameterValue, FloatsPrintTheirShortestDigits) {
    EXPECT_EQ(format_float(0.1f), "0.1");
    EXPECT_EQ(format_float(2.0f), "2.0");
    EXPECT_EQ(format_float(-0.0f), "-0.0");
    EXPECT_EQ(format_float(1e20f), "1e+20");
    EXPECT_EQ(format_float(std::numeric_limits<float>::denorm_min()), "1e-45");
    EXPECT_EQ(format_float(-std::numeric_limits<float>::infinity()), "-inf");
}

TEST(ParameterValue, SettingAShorterListClearsTheRest) {
    Scatter a, b;
    const ParameterRef weights = find(a, "weights");
    set_value(weights, std::vector<float>{1, 2, 3});
    set_value(weights, std::vector<float>{4});
    EXPECT_EQ(weights.list_values[1], 0.0f);
    EXPECT_EQ(get_value(weights), ParameterValue(std::vector<float>{4}));
}

}  // namespace
}  // namespace weft::test
