// The table of parameter types: each type has a row, and what a row writes it reads.
#include "graph/parameter_types.h"

#include <gmock/gmock.h>

#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include "graph/descriptor.h"
#include "graph/json_tree.h"
#include "graph/keyframes.h"
#include "sample_functors.h"

namespace weft::test {
namespace {

using testing::ElementsAre;

/// Whether a number is an enumerator: compilers spell those by name, and others by a cast.
template <ParameterType kType>
constexpr bool is_enumerator() {
    constexpr std::string_view kSpelt = __PRETTY_FUNCTION__;
    return kSpelt.find('(', kSpelt.find("kType = ")) == std::string_view::npos;
}

template <int... kNumbers>
std::vector<int> enumerators(std::integer_sequence<int, kNumbers...>) {
    std::vector<int> found;
    ((is_enumerator<static_cast<ParameterType>(kNumbers)>() ? found.push_back(kNumbers) : void()),
     ...);
    return found;
}

/// Parameters of every type, each with the functor that it is of.
struct Samples {
    Grade grade;
    Split split{eVertical, 3};
    Scatter scatter;

    std::vector<ParameterRef> of(ParameterType type) {
        std::vector<ParameterRef> list;
        for (FunctorBase* functor :
             {static_cast<FunctorBase*>(&grade), static_cast<FunctorBase*>(&split),
              static_cast<FunctorBase*>(&scatter)})
            for (const ParameterRef& p : parameters_of(*functor))
                if (p.type == type) list.push_back(p);
        return list;
    }
};

/// What the parameter has, and both ends and the middle of its range.
std::vector<ParameterValue> values_of(const ParameterRef& p) {
    std::vector<ParameterValue> values{get_value(p)};
    for (const double part : {0.0, 0.37, 0.5, 1.0})
        if (const auto v = from_number(p, p.minimum + part * (p.maximum - p.minimum)))
            values.push_back(*v);
    return values;
}

/// Goes through each parameter of each type.
template <class Check>
void for_each_sample(const Check& check) {
    for (const ParameterTypeRow& row : parameter_types()) {
        SCOPED_TRACE(row.name);
        Samples samples;
        const std::vector<ParameterRef> parameters = samples.of(row.type);
        EXPECT_FALSE(parameters.empty()) << "give Samples a parameter of this type";
        for (const ParameterRef& p : parameters) check(row, p);
    }
}

TEST(ParameterTypes, EveryTypeHasARow) {
    std::vector<int> rows;
    for (const ParameterTypeRow& row : parameter_types())
        rows.push_back(static_cast<int>(row.type));
    EXPECT_EQ(rows, enumerators(std::make_integer_sequence<int, 100>()));
}

TEST(ParameterTypes, HaveNames) {
    std::vector<std::string> names;
    for (const ParameterTypeRow& row : parameter_types()) {
        names.emplace_back(row.name);
        EXPECT_STREQ(name_of(row.type), row.name);
    }
    EXPECT_THAT(names,
                ElementsAre("float", "int", "bool", "axis", "choice", "float list", "offset list"));
}

TEST(ParameterTypes, ReadWhatTheyWrite) {
    for_each_sample([](const ParameterTypeRow& row, const ParameterRef& p) {
        for (const ParameterValue& value : values_of(p)) {
            const std::string text = row.write(p, value);
            EXPECT_TRUE(row.fits(p, value)) << text;
            EXPECT_EQ(row.read(p, text), value) << text;
            const std::string in_document = row.to_json(p, value);
            const Result<JsonValue> json = parse_json(in_document);
            ASSERT_TRUE(json) << in_document;
            EXPECT_EQ(row.from_json(p, *json), value) << in_document;
        }
    });
}

TEST(ParameterTypes, KeepWhatTheyAreSetTo) {
    for_each_sample([](const ParameterTypeRow& row, const ParameterRef& p) {
        for (const ParameterValue& value : values_of(p)) {
            row.set(p, value);
            EXPECT_EQ(row.get(p), value) << row.write(p, value);
        }
    });
}

TEST(ParameterTypes, RefuseOtherTypesAndOtherTexts) {
    const ParameterValue others[] = {
        0.5f, 1, true, eVertical, std::vector<float>{0.5f}, std::vector<Offset>{{1, 1}}};
    for_each_sample([&](const ParameterTypeRow& row, const ParameterRef& p) {
        for (const ParameterValue& other : others)
            EXPECT_EQ(row.fits(p, other), other.index() == get_value(p).index())
                << format_value(other);
        EXPECT_EQ(row.read(p, "no such value"), std::nullopt);
        EXPECT_EQ(row.from_json(p, *parse_json("{}")), std::nullopt);
        EXPECT_EQ(parse_value(p, "no such value").error().message,
                  "must be " + describe_range(p) + ", but is \"no such value\"");
    });
}

/// Whoever asks for a form relies on what a value then is.
TEST(ParameterTypes, FormsTellWhatValuesAre) {
    for_each_sample([](const ParameterTypeRow& row, const ParameterRef& p) {
        for (const ParameterValue& value : values_of(p)) {
            EXPECT_EQ(std::holds_alternative<float>(value), row.form == ValueForm::kNumber);
            EXPECT_EQ(std::holds_alternative<bool>(value), row.form == ValueForm::kFlag);
            EXPECT_EQ(std::holds_alternative<std::vector<float>>(value),
                      row.form == ValueForm::kNumberList);
            EXPECT_TRUE(std::holds_alternative<int>(value) || row.form != ValueForm::kWhole);
            EXPECT_TRUE(!numbers_of(value).empty() || !blends(row.type));
        }
        const bool list = row.form == ValueForm::kNumberList || row.form == ValueForm::kText;
        EXPECT_EQ(to_number(get_value(p)).has_value(), !list);
        EXPECT_EQ(from_number(p, 0).has_value(), row.form != ValueForm::kText);
        EXPECT_FALSE(from_number(p, std::numeric_limits<double>::quiet_NaN()));
    });
}

TEST(ParameterTypes, NamesStandForTheirPlaces) {
    for_each_sample([](const ParameterTypeRow& row, const ParameterRef& p) {
        const std::vector<std::string> names = names_of(p);
        EXPECT_EQ(names.empty(), row.form != ValueForm::kNamed);
        EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
        for (std::size_t place = 0; place < names.size(); ++place) {
            const auto value = from_number(p, static_cast<double>(place));
            ASSERT_TRUE(value);
            EXPECT_EQ(to_number(*value), static_cast<double>(place));
            EXPECT_EQ(format_value(p, *value), names[place]);
            EXPECT_EQ(*parse_value(p, names[place]), *value);
            EXPECT_EQ(*parse_value(p, std::to_string(place)), *value);
            EXPECT_THAT(describe_range(p), testing::HasSubstr(names[place]));
        }
        if (!names.empty()) {
            EXPECT_EQ(p.minimum, 0.0);
            EXPECT_EQ(p.maximum, static_cast<double>(names.size() - 1));
        }
    });
}

TEST(ParameterTypes, NumbersBecomeTheNearestValueInTheRange) {
    Samples samples;
    const auto first = [&](ParameterType type) { return samples.of(type).front(); };
    const ParameterRef gain = first(ParameterType::eFloat), steps = first(ParameterType::eInt),
                       invert = first(ParameterType::eBool), axis = first(ParameterType::eAxis),
                       curve = first(ParameterType::eChoice),
                       weights = first(ParameterType::eFloatList);
    EXPECT_EQ(from_number(gain, 0.25), ParameterValue(0.25f));
    EXPECT_EQ(from_number(gain, 9.0), ParameterValue(4.0f));
    EXPECT_EQ(from_number(steps, 2.5), ParameterValue(3));
    EXPECT_EQ(from_number(steps, -1.0), ParameterValue(0));
    EXPECT_EQ(from_number(steps.Range(0.5, 2.5), 9.0), ParameterValue(2));
    EXPECT_EQ(from_number(steps.Range(0.5, 2.5), -9.0), ParameterValue(1));
    EXPECT_EQ(from_number(invert, 0.49), ParameterValue(false));
    EXPECT_EQ(from_number(invert, 0.5), ParameterValue(true));
    EXPECT_EQ(from_number(axis, 0.49), ParameterValue(eHorizontal));
    EXPECT_EQ(from_number(axis, 7.0), ParameterValue(eVertical));
    EXPECT_EQ(from_number(curve, 1.6), ParameterValue(2));
    EXPECT_EQ(from_number(weights, -9.0), ParameterValue(std::vector<float>(8, -8.0f)));
}

TEST(ParameterTypes, NumbersBlendAndOthersHold) {
    std::vector<std::string> blending;
    for (const ParameterTypeRow& row : parameter_types())
        if (blends(row.type)) blending.emplace_back(row.name);
    EXPECT_THAT(blending, ElementsAre("float", "int", "float list"));
}

}  // namespace
}  // namespace weft::test
