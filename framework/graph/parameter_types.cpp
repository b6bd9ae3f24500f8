#include "graph/parameter_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "graph/axes.h"
#include "graph/json_tree.h"
#include "support/words.h"

namespace weft {

namespace {

// What several types share.

template <class T>
ParameterValue get_member(const ParameterRef& p) {
    return *static_cast<const T*>(p.value);
}

template <class T>
void set_member(const ParameterRef& p, const ParameterValue& value) {
    *static_cast<T*>(p.value) = std::get<T>(value);
}

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

template <class T>
std::optional<ParameterValue> number_from_text(const ParameterRef&, std::string_view text) {
    T v{};
    return parse_number(text, v) ? std::optional<ParameterValue>(v) : std::nullopt;
}

/// What a list names: nothing where the text is blank.
std::vector<std::string_view> items(std::string_view text) {
    if (text.empty()) return {};
    return split(text, ',');
}

bool in_range(const ParameterRef& p, double v) { return v >= p.minimum && v <= p.maximum; }

/// Float ranges are given as doubles: a bound that no float meets exactly counts as its nearest.
bool in_float_range(const ParameterRef& p, float v) {
    return v >= static_cast<float>(p.minimum) && v <= static_cast<float>(p.maximum);
}

/// " from 0 to 1"; 3.0e38 and beyond stand for "no bound".
std::string float_range(const ParameterRef& p) {
    const bool bounded = p.minimum > -3.0e38 || p.maximum < 3.0e38;
    return bounded ? fmt::format(" from {:g} to {:g}", p.minimum, p.maximum) : "";
}

bool fits_whole(const ParameterRef& p, const ParameterValue& value) {
    const int* v = std::get_if<int>(&value);
    return v && in_range(p, *v);
}

ParameterValue nearest_whole(const ParameterRef& p, double number) {
    return static_cast<int>(
        std::clamp(std::round(number), std::ceil(p.minimum), std::floor(p.maximum)));
}

std::string write_plain(const ParameterRef&, const ParameterValue& value) {
    return format_value(value);
}

/// A name is a text in documents too.
std::optional<ParameterValue> name_from_json(const ParameterRef& p, const JsonValue& json) {
    const auto* text = json.get<std::string>();
    if (!text) return std::nullopt;
    const Result<ParameterValue> value = parse_value(p, *text);
    return value ? std::optional(*value) : std::nullopt;
}

std::string name_to_json(const ParameterRef& p, const ParameterValue& value) {
    return json_string(format_value(p, value));
}

/// An enum with a table of choices, whose values are their places.
template <HasChoices E>
struct Enumeration {
    static std::string takes(const ParameterRef&) { return choice_list<E>(); }
    static bool fits(const ParameterRef&, const ParameterValue& value) {
        const E* v = std::get_if<E>(&value);
        return v && std::any_of(std::begin(ChoicesOf<E>::kAll), std::end(ChoicesOf<E>::kAll),
                                [&](const Choice<E>& choice) { return choice.value == *v; });
    }
    static std::optional<ParameterValue> read(const ParameterRef&, std::string_view text) {
        for (const Choice<E>& choice : ChoicesOf<E>::kAll)
            if (text == choice.name || text == std::to_string(static_cast<int>(choice.value)))
                return choice.value;
        return std::nullopt;
    }
    static ParameterValue from_number(const ParameterRef&, double number) {
        constexpr double kLast = std::size(ChoicesOf<E>::kAll) - 1;
        const double place = std::clamp(std::round(number), 0.0, kLast);
        return ChoicesOf<E>::kAll[static_cast<std::size_t>(place)].value;
    }
    static std::vector<std::string> names(const ParameterRef&) { return choice_names<E>(); }

    static constexpr ParameterTypeRow row(ParameterType type, const char* name) {
        return {
            .type = type,
            .name = name,
            .form = ValueForm::kNamed,
            .takes = takes,
            .get = get_member<E>,
            .set = set_member<E>,
            .fits = fits,
            .read = read,
            .write = write_plain,
            .from_json = name_from_json,
            .to_json = name_to_json,
            .from_number = from_number,
            .names = names,
        };
    }
};

// Each type: what it has of its own, and its row.

std::string takes_float(const ParameterRef& p) { return "a number" + float_range(p); }

bool fits_float(const ParameterRef& p, const ParameterValue& value) {
    const float* v = std::get_if<float>(&value);
    return v && in_float_range(p, *v);
}

std::optional<ParameterValue> float_from_json(const ParameterRef&, const JsonValue& json) {
    float v = 0;
    return read_float(json, v) ? std::optional<ParameterValue>(v) : std::nullopt;
}

ParameterValue nearest_float(const ParameterRef&, double number) {
    return static_cast<float>(number);
}

constexpr ParameterTypeRow kFloat{
    .type = ParameterType::eFloat,
    .name = "float",
    .form = ValueForm::kNumber,
    .takes = takes_float,
    .get = get_member<float>,
    .set = set_member<float>,
    .fits = fits_float,
    .read = number_from_text<float>,
    .write = write_plain,
    .from_json = float_from_json,
    .to_json = write_plain,
    .from_number = nearest_float,
};

std::string takes_whole(const ParameterRef& p) {
    const bool bounded = p.minimum > -2147483647.0 || p.maximum < 2147483647.0;
    return bounded ? fmt::format("a whole number from {:.0f} to {:.0f}", p.minimum, p.maximum)
                   : "a whole number";
}

std::optional<ParameterValue> whole_from_json(const ParameterRef&, const JsonValue& json) {
    int v = 0;
    const auto* number = json.get<JsonValue::Number>();
    return number && read_number(*number, v) ? std::optional<ParameterValue>(v) : std::nullopt;
}

constexpr ParameterTypeRow kInt{
    .type = ParameterType::eInt,
    .name = "int",
    .form = ValueForm::kWhole,
    .takes = takes_whole,
    .get = get_member<int>,
    .set = set_member<int>,
    .fits = fits_whole,
    .read = number_from_text<int>,
    .write = write_plain,
    .from_json = whole_from_json,
    .to_json = write_plain,
    .from_number = nearest_whole,
};

std::string takes_flag(const ParameterRef&) { return "true or false"; }

bool fits_flag(const ParameterRef&, const ParameterValue& value) {
    return std::holds_alternative<bool>(value);
}

std::optional<ParameterValue> read_flag(const ParameterRef&, std::string_view text) {
    const auto is = [&](auto... names) { return ((text == names) || ...); };
    if (is("true", "on", "yes", "1")) return true;
    if (is("false", "off", "no", "0")) return false;
    return std::nullopt;
}

std::optional<ParameterValue> flag_from_json(const ParameterRef&, const JsonValue& json) {
    const bool* v = json.get<bool>();
    return v ? std::optional<ParameterValue>(*v) : std::nullopt;
}

ParameterValue nearest_flag(const ParameterRef&, double number) { return number >= 0.5; }

constexpr ParameterTypeRow kBool{
    .type = ParameterType::eBool,
    .name = "bool",
    .form = ValueForm::kFlag,
    .takes = takes_flag,
    .get = get_member<bool>,
    .set = set_member<bool>,
    .fits = fits_flag,
    .read = read_flag,
    .write = write_plain,
    .from_json = flag_from_json,
    .to_json = write_plain,
    .from_number = nearest_flag,
};

constexpr ParameterTypeRow kAxis = Enumeration<Axis>::row(ParameterType::eAxis, "axis");

std::vector<std::string> names_of_choice(const ParameterRef& p) {
    return {p.choices, p.choices + p.choice_count};
}

std::string takes_choice(const ParameterRef& p) {
    return fmt::format("one of {}", fmt::join(names_of_choice(p), ", "));
}

std::optional<ParameterValue> read_choice(const ParameterRef& p, std::string_view text) {
    for (int i = 0; i < p.choice_count; ++i)
        if (text == p.choices[i]) return i;
    return number_from_text<int>(p, text);
}

std::string write_choice(const ParameterRef& p, const ParameterValue& value) {
    const int* v = std::get_if<int>(&value);
    return v && *v >= 0 && *v < p.choice_count ? p.choices[*v] : format_value(value);
}

constexpr ParameterTypeRow kChoice{
    .type = ParameterType::eChoice,
    .name = "choice",
    .form = ValueForm::kNamed,
    .takes = takes_choice,
    .get = get_member<int>,
    .set = set_member<int>,
    .fits = fits_whole,
    .read = read_choice,
    .write = write_choice,
    .from_json = name_from_json,
    .to_json = name_to_json,
    .from_number = nearest_whole,
    .names = names_of_choice,
};

std::string takes_floats(const ParameterRef& p) {
    return fmt::format("a list of at most {} numbers{}, as 0.5,1,0.5", p.capacity, float_range(p));
}

ParameterValue get_floats(const ParameterRef& p) {
    return std::vector<float>(p.list_values, p.list_values + *p.list_count);
}

void set_floats(const ParameterRef& p, const ParameterValue& value) {
    // Entries beyond the count are zeroed: functors with equal parameters are equal.
    const auto& list = std::get<std::vector<float>>(value);
    *p.list_count = static_cast<int>(list.size());
    std::fill(p.list_values, p.list_values + p.capacity, 0.0f);
    std::copy(list.begin(), list.end(), p.list_values);
}

bool fits_floats(const ParameterRef& p, const ParameterValue& value) {
    const auto* list = std::get_if<std::vector<float>>(&value);
    return list && list->size() <= static_cast<std::size_t>(p.capacity) &&
           std::all_of(list->begin(), list->end(), [&](float v) { return in_float_range(p, v); });
}

std::optional<ParameterValue> read_floats(const ParameterRef&, std::string_view text) {
    std::vector<float> list;
    for (const std::string_view item : items(text))
        if (!parse_number(item, list.emplace_back())) return std::nullopt;
    return list;
}

std::optional<ParameterValue> floats_from_json(const ParameterRef&, const JsonValue& json) {
    const auto* list = json.get<JsonValue::Array>();
    if (!list) return std::nullopt;
    std::vector<float> values;
    for (const JsonValue& item : *list)
        if (!read_float(item, values.emplace_back())) return std::nullopt;
    return values;
}

std::string floats_to_json(const ParameterRef&, const ParameterValue& value) {
    std::vector<std::string> list;
    if (const auto* floats = std::get_if<std::vector<float>>(&value))
        for (const float v : *floats) list.push_back(json_float(v));
    return fmt::format("[{}]", fmt::join(list, ", "));
}

ParameterValue full_of_floats(const ParameterRef& p, double number) {
    return std::vector<float>(static_cast<std::size_t>(p.capacity), static_cast<float>(number));
}

constexpr ParameterTypeRow kFloatList{
    .type = ParameterType::eFloatList,
    .name = "float list",
    .form = ValueForm::kNumberList,
    .takes = takes_floats,
    .get = get_floats,
    .set = set_floats,
    .fits = fits_floats,
    .read = read_floats,
    .write = write_plain,
    .from_json = floats_from_json,
    .to_json = floats_to_json,
    .from_number = full_of_floats,
};

std::string takes_offsets(const ParameterRef& p) {
    return fmt::format("a list of 1 to {} offsets x:y from {:.0f} to {:.0f}, as -1:0,1:0",
                       kMaxSparseOffsets, p.minimum, p.maximum);
}

ParameterValue get_offsets(const ParameterRef& p) {
    const auto& list = *static_cast<const OffsetList*>(p.value);
    return std::vector<Offset>(list.items, list.items + list.count);
}

void set_offsets(const ParameterRef& p, const ParameterValue& value) {
    OffsetList& target = *static_cast<OffsetList*>(p.value);
    const auto& list = std::get<std::vector<Offset>>(value);
    target = OffsetList();
    target.count = static_cast<int>(list.size());
    std::copy(list.begin(), list.end(), target.items);
}

bool fits_offsets(const ParameterRef& p, const ParameterValue& value) {
    const auto* list = std::get_if<std::vector<Offset>>(&value);
    return list && !list->empty() && list->size() <= kMaxSparseOffsets &&
           std::all_of(list->begin(), list->end(),
                       [&](Offset o) { return in_range(p, o.x) && in_range(p, o.y); });
}

std::optional<ParameterValue> read_offsets(const ParameterRef&, std::string_view text) {
    std::vector<Offset> list;
    for (const std::string_view item : items(text)) {
        const std::size_t colon = item.find(':');
        Offset& o = list.emplace_back();
        if (colon == std::string_view::npos || !parse_number(trimmed(item.substr(0, colon)), o.x) ||
            !parse_number(trimmed(item.substr(colon + 1)), o.y))
            return std::nullopt;
    }
    return list;
}

std::optional<ParameterValue> offsets_from_json(const ParameterRef&, const JsonValue& json) {
    const auto* list = json.get<JsonValue::Array>();
    if (!list) return std::nullopt;
    std::vector<Offset> values;
    for (const JsonValue& item : *list) {
        const auto* pair = item.get<JsonValue::Array>();
        if (!pair || pair->size() != 2) return std::nullopt;
        const auto* x = pair->front().get<JsonValue::Number>();
        const auto* y = pair->back().get<JsonValue::Number>();
        Offset& o = values.emplace_back();
        if (!x || !y || !read_number(*x, o.x) || !read_number(*y, o.y)) return std::nullopt;
    }
    return values;
}

std::string offsets_to_json(const ParameterRef&, const ParameterValue& value) {
    std::vector<std::string> list;
    if (const auto* offsets = std::get_if<std::vector<Offset>>(&value))
        for (const Offset o : *offsets) list.push_back(fmt::format("[{}, {}]", o.x, o.y));
    return fmt::format("[{}]", fmt::join(list, ", "));
}

constexpr ParameterTypeRow kOffsetList{
    .type = ParameterType::eOffsetList,
    .name = "offset list",
    .form = ValueForm::kText,
    .takes = takes_offsets,
    .get = get_offsets,
    .set = set_offsets,
    .fits = fits_offsets,
    .read = read_offsets,
    .write = write_plain,
    .from_json = offsets_from_json,
    .to_json = offsets_to_json,
};

/// In the order of ParameterType.
constexpr ParameterTypeRow kRows[] = {kFloat, kInt, kBool, kAxis, kChoice, kFloatList, kOffsetList};

constexpr bool in_order() {
    for (std::size_t i = 0; i < std::size(kRows); ++i)
        if (kRows[i].type != static_cast<ParameterType>(i)) return false;
    return true;
}
static_assert(in_order(), "rows are in the order of ParameterType");

}  // namespace

std::span<const ParameterTypeRow> parameter_types() { return kRows; }

const ParameterTypeRow& row_of(ParameterType type) { return kRows[static_cast<int>(type)]; }

bool blends(ParameterType type) {
    const ValueForm form = form_of(type);
    return form == ValueForm::kNumber || form == ValueForm::kWhole ||
           form == ValueForm::kNumberList;
}

std::vector<std::string> names_of(const ParameterRef& p) {
    const auto names = row_of(p.type).names;
    return names ? names(p) : std::vector<std::string>();
}

}  // namespace weft
