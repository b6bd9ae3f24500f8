// Values of parameters to and from members and text, by the table of types.
#include "graph/parameter_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "graph/axes.h"
#include "graph/parameter_types.h"
#include "support/nearest.h"
#include "support/refusal.h"
#include "support/words.h"

namespace weft {

namespace {

Error wrong(const ParameterRef& p, std::string seen) {
    constexpr std::size_t kShown = 80;
    if (seen.size() > kShown) seen = seen.substr(0, kShown) + "...";
    return usage_error(fmt::format("must be {}, but is {}", describe_range(p), seen));
}

/// Each alternative of a value as text.
struct Printer {
    std::string operator()(float v) const { return format_float(v); }
    std::string operator()(int v) const { return fmt::format("{}", v); }
    std::string operator()(bool v) const { return v ? "true" : "false"; }
    template <HasChoices T>
    std::string operator()(T v) const {
        return name_of(v);
    }
    std::string operator()(const std::vector<float>& list) const {
        std::string s;
        for (const float v : list) s += (s.empty() ? "" : ",") + format_float(v);
        return s;
    }
    std::string operator()(const std::vector<Offset>& list) const {
        std::string s;
        for (const Offset o : list) s += fmt::format("{}{}:{}", s.empty() ? "" : ",", o.x, o.y);
        return s;
    }
};

}  // namespace

std::string format_float(float v) {
    if (std::isnan(v)) return "nan";
    if (std::isinf(v)) return v > 0 ? "inf" : "-inf";
    std::string s = fmt::format("{}", v);
    if (s.find_first_of(".e") == std::string::npos) s += ".0";
    return s;
}

ParameterValue get_value(const ParameterRef& p) { return row_of(p.type).get(p); }

void set_value(const ParameterRef& p, const ParameterValue& value) { row_of(p.type).set(p, value); }

std::string describe_range(const ParameterRef& p) { return row_of(p.type).takes(p); }

Status check_value(const ParameterRef& p, const ParameterValue& value) {
    if (row_of(p.type).fits(p, value)) return {};
    return wrong(p, format_value(p, value));
}

Result<ParameterValue> parse_value(const ParameterRef& p, const std::string& text) {
    const std::string_view word = trimmed(text);
    const std::optional<ParameterValue> value = row_of(p.type).read(p, word);
    if (!value) {
        Error error = wrong(p, fmt::format("\"{}\"", text));
        error.message += did_you_mean(word, {p.choices, p.choices + p.choice_count});
        return error;
    }
    if (const Status status = check_value(p, *value); !status) return status.error();
    return *value;
}

std::string format_value(const ParameterValue& value) { return std::visit(Printer(), value); }

std::string format_value(const ParameterRef& p, const ParameterValue& value) {
    return row_of(p.type).write(p, value);
}

std::optional<ParameterValue> from_number(const ParameterRef& p, double number) {
    const auto make = row_of(p.type).from_number;
    if (!make || std::isnan(number)) return std::nullopt;
    return make(p, std::clamp(number, p.minimum, p.maximum));
}

std::optional<double> to_number(const ParameterValue& value) {
    return std::visit(
        []<class T>(const T& v) -> std::optional<double> {
            if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
                return static_cast<double>(v);
            else
                return std::nullopt;
        },
        value);
}

}  // namespace weft
