// Values of parameters to and from members and text.
#include "graph/parameter_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "support/nearest.h"
#include "support/refusal.h"
#include "support/words.h"

namespace weft {

namespace {

/// Whole-string conversion; false when `text` is anything but one number in range of T.
template <class T>
bool parse_number(std::string_view text, T& value) {
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end;
}

bool parse_number(std::string_view text, float& value) {
    if (parse_number<float>(text, value)) return true;
    // A magnitude below every float is a number too: it rounds to zero.
    double v = 0;
    if (!parse_number<double>(text, v) || !(std::fabs(v) < 1.0)) return false;
    value = static_cast<float>(v);
    return true;
}

/// What a list names: nothing where the text is blank.
std::vector<std::string_view> items(std::string_view text) {
    if (trimmed(text).empty()) return {};
    return split(text, ',');
}

std::vector<std::string> choice_names(const ParameterRef& p) {
    return {p.choices, p.choices + p.choice_count};
}

/// 3.0e38 and beyond stand for "no bound".
bool bounded_float(const ParameterRef& p) { return p.minimum > -3.0e38 || p.maximum < 3.0e38; }
bool bounded_int(const ParameterRef& p) {
    return p.minimum > -2147483647.0 || p.maximum < 2147483647.0;
}

bool in_range(const ParameterRef& p, double v) { return v >= p.minimum && v <= p.maximum; }

/// Float ranges are given as doubles: a bound that no float meets exactly counts as its nearest.
bool in_float_range(const ParameterRef& p, float v) {
    return v >= static_cast<float>(p.minimum) && v <= static_cast<float>(p.maximum);
}

Error wrong(const ParameterRef& p, std::string seen) {
    constexpr std::size_t kShown = 80;
    if (seen.size() > kShown) seen = seen.substr(0, kShown) + "...";
    return usage_error(fmt::format("must be {}, but is {}", describe_range(p), seen));
}

Result<ParameterValue> parse_float_list(const ParameterRef& p, const std::string& text) {
    std::vector<float> list;
    for (const std::string_view part : items(text)) {
        float v = 0;
        if (!parse_number(part, v)) return wrong(p, fmt::format("\"{}\"", text));
        list.push_back(v);
    }
    return ParameterValue(std::move(list));
}

Result<ParameterValue> parse_offset_list(const ParameterRef& p, const std::string& text) {
    std::vector<Offset> list;
    for (const std::string_view part : items(text)) {
        const std::size_t colon = part.find(':');
        Offset o;
        if (colon == std::string_view::npos || !parse_number(trimmed(part.substr(0, colon)), o.x) ||
            !parse_number(trimmed(part.substr(colon + 1)), o.y))
            return wrong(p, fmt::format("\"{}\"", text));
        list.push_back(o);
    }
    return ParameterValue(std::move(list));
}

/// The value that `text` spells, of the parameter's type; its range is not checked.
Result<ParameterValue> read(const ParameterRef& p, const std::string& text) {
    const std::string_view word = trimmed(text);
    const auto is = [&](auto... names) { return ((word == names) || ...); };
    switch (p.type) {
        case ParameterType::eFloat: {
            float v = 0;
            if (parse_number(word, v)) return ParameterValue(v);
            break;
        }
        case ParameterType::eInt: {
            int v = 0;
            if (parse_number(word, v)) return ParameterValue(v);
            break;
        }
        case ParameterType::eBool:
            if (is("true", "on", "yes", "1")) return ParameterValue(true);
            if (is("false", "off", "no", "0")) return ParameterValue(false);
            break;
        case ParameterType::eAxis:
            if (is("horizontal", "0")) return ParameterValue(eHorizontal);
            if (is("vertical", "1")) return ParameterValue(eVertical);
            break;
        case ParameterType::eChoice: {
            for (int i = 0; i < p.choice_count; ++i)
                if (word == p.choices[i]) return ParameterValue(i);
            int v = 0;
            if (parse_number(word, v)) return ParameterValue(v);
            Error error = wrong(p, fmt::format("\"{}\"", text));
            error.message += did_you_mean(word, choice_names(p));
            return error;
        }
        case ParameterType::eFloatList: return parse_float_list(p, text);
        case ParameterType::eOffsetList: return parse_offset_list(p, text);
    }
    return wrong(p, fmt::format("\"{}\"", text));
}

}  // namespace

std::string format_float(float v) {
    if (std::isnan(v)) return "nan";
    if (std::isinf(v)) return v > 0 ? "inf" : "-inf";
    std::string s = fmt::format("{}", v);
    if (s.find_first_of(".e") == std::string::npos) s += ".0";
    return s;
}

const char* axis_name(Axis axis) { return axis == eHorizontal ? "horizontal" : "vertical"; }

ParameterValue get_value(const ParameterRef& p) {
    switch (p.type) {
        case ParameterType::eFloat: return *static_cast<const float*>(p.value);
        case ParameterType::eInt:
        case ParameterType::eChoice: return *static_cast<const int*>(p.value);
        case ParameterType::eBool: return *static_cast<const bool*>(p.value);
        case ParameterType::eAxis: return *static_cast<const Axis*>(p.value);
        case ParameterType::eFloatList:
            return std::vector<float>(p.list_values, p.list_values + *p.list_count);
        case ParameterType::eOffsetList: break;
    }
    const auto& list = *static_cast<const OffsetList*>(p.value);
    return std::vector<Offset>(list.items, list.items + list.count);
}

void set_value(const ParameterRef& p, const ParameterValue& value) {
    switch (p.type) {
        case ParameterType::eFloat: *static_cast<float*>(p.value) = std::get<float>(value); break;
        case ParameterType::eInt:
        case ParameterType::eChoice: *static_cast<int*>(p.value) = std::get<int>(value); break;
        case ParameterType::eBool: *static_cast<bool*>(p.value) = std::get<bool>(value); break;
        case ParameterType::eAxis: *static_cast<Axis*>(p.value) = std::get<Axis>(value); break;
        case ParameterType::eFloatList: {
            // Entries beyond the count are zeroed: functors with equal parameters are equal.
            const auto& list = std::get<std::vector<float>>(value);
            *p.list_count = static_cast<int>(list.size());
            std::fill(p.list_values, p.list_values + p.capacity, 0.0f);
            std::copy(list.begin(), list.end(), p.list_values);
            break;
        }
        case ParameterType::eOffsetList: {
            OffsetList& target = *static_cast<OffsetList*>(p.value);
            const auto& list = std::get<std::vector<Offset>>(value);
            target = OffsetList();
            target.count = static_cast<int>(list.size());
            std::copy(list.begin(), list.end(), target.items);
            break;
        }
    }
}

std::string describe_range(const ParameterRef& p) {
    const auto floats = [&] {
        return bounded_float(p) ? fmt::format(" from {:g} to {:g}", p.minimum, p.maximum) : "";
    };
    switch (p.type) {
        case ParameterType::eFloat: return "a number" + floats();
        case ParameterType::eInt:
            return bounded_int(p)
                       ? fmt::format("a whole number from {:.0f} to {:.0f}", p.minimum, p.maximum)
                       : "a whole number";
        case ParameterType::eBool: return "true or false";
        case ParameterType::eAxis: return "horizontal or vertical";
        case ParameterType::eChoice:
            return fmt::format("one of {}", fmt::join(choice_names(p), ", "));
        case ParameterType::eFloatList:
            return fmt::format("a list of at most {} numbers{}, as 0.5,1,0.5", p.capacity,
                               floats());
        case ParameterType::eOffsetList: break;
    }
    return fmt::format("a list of 1 to {} offsets x:y from {:.0f} to {:.0f}, as -1:0,1:0",
                       kMaxSparseOffsets, p.minimum, p.maximum);
}

Status check_value(const ParameterRef& p, const ParameterValue& value) {
    const auto refuse = [&]() -> Status { return wrong(p, format_value(p, value)); };
    switch (p.type) {
        case ParameterType::eFloat: {
            const float* v = std::get_if<float>(&value);
            return v && in_float_range(p, *v) ? Status() : refuse();
        }
        case ParameterType::eInt:
        case ParameterType::eChoice: {
            const int* v = std::get_if<int>(&value);
            return v && in_range(p, *v) ? Status() : refuse();
        }
        case ParameterType::eBool: return std::get_if<bool>(&value) ? Status() : refuse();
        case ParameterType::eAxis: {
            const Axis* v = std::get_if<Axis>(&value);
            return v && (*v == eHorizontal || *v == eVertical) ? Status() : refuse();
        }
        case ParameterType::eFloatList: {
            const auto* list = std::get_if<std::vector<float>>(&value);
            if (!list || list->size() > static_cast<std::size_t>(p.capacity)) return refuse();
            const bool inside = std::all_of(list->begin(), list->end(),
                                            [&](float v) { return in_float_range(p, v); });
            return inside ? Status() : refuse();
        }
        case ParameterType::eOffsetList: {
            const auto* list = std::get_if<std::vector<Offset>>(&value);
            if (!list || list->empty() || list->size() > kMaxSparseOffsets) return refuse();
            const bool inside = std::all_of(list->begin(), list->end(), [&](Offset o) {
                return in_range(p, o.x) && in_range(p, o.y);
            });
            return inside ? Status() : refuse();
        }
    }
    return refuse();
}

Result<ParameterValue> parse_value(const ParameterRef& p, const std::string& text) {
    Result<ParameterValue> value = read(p, text);
    if (!value) return value;
    if (const Status status = check_value(p, *value); !status) return status.error();
    return value;
}

std::string format_value(const ParameterValue& value) {
    struct Printer {
        std::string operator()(float v) const { return format_float(v); }
        std::string operator()(int v) const { return fmt::format("{}", v); }
        std::string operator()(bool v) const { return v ? "true" : "false"; }
        std::string operator()(Axis v) const { return axis_name(v); }
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
    return std::visit(Printer(), value);
}

std::string format_value(const ParameterRef& p, const ParameterValue& value) {
    const int* choice = std::get_if<int>(&value);
    if (p.type == ParameterType::eChoice && choice && *choice >= 0 && *choice < p.choice_count)
        return p.choices[*choice];
    return format_value(value);
}

}  // namespace weft
