// Curves as text: "1:2,100:20:smooth", for --set and fields.
#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "graph/keyframes.h"
#include "graph/parameter_types.h"
#include "support/nearest.h"
#include "support/refusal.h"
#include "support/words.h"

namespace weft {
namespace {

bool parse_float(std::string_view text, float& v) {
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, v);
    return error == std::errc() && end == last;
}

/// "in=0.5" or "out=0.5@2,0,1": slopes, with weights that are not 1.
Status parse_tangents(std::string_view text, Keyframe& key) {
    const std::size_t sign = text.find('=');
    const std::string_view side = trimmed(text.substr(0, sign));
    if (sign == std::string_view::npos || (side != "in" && side != "out"))
        return usage_error(
            fmt::format("at frame {} has tangents as in=SLOPE or out=SLOPE@WEIGHT, not \"{}\"",
                        key.frame, text));
    std::vector<Tangent>& tangents = side == "in" ? key.in : key.out;
    if (!tangents.empty())
        return usage_error(fmt::format("at frame {} has \"{}=\" twice: keep one", key.frame, side));
    for (const std::string_view part : split(text.substr(sign + 1), ',')) {
        const std::vector<std::string_view> numbers = split(part, '@');
        Tangent t;
        if (numbers.size() > 2 || !parse_float(numbers[0], t.slope) ||
            (numbers.size() == 2 && !parse_float(numbers[1], t.weight)))
            return usage_error(
                fmt::format("at frame {} must have a tangent as SLOPE or SLOPE@WEIGHT, such "
                            "as 0.5@2, not \"{}\"",
                            key.frame, part));
        tangents.push_back(t);
    }
    return {};
}

Status read_interpolation(std::string_view word, Keyframe& key) {
    for (const Interpolation i : kInterpolations)
        if (word == interpolation_name(i)) {
            key.interpolation = i;
            return {};
        }
    return usage_error(
        fmt::format("goes between keyframes by hold, linear, smooth, cubic or bezier, not \"{}\"{}",
                    word, did_you_mean(word, {"hold", "linear", "smooth", "cubic", "bezier"})));
}

Status parse_key(const ParameterRef& p, std::string_view text, Keyframe& key) {
    const std::vector<std::string_view> parts = split(text, ':');
    const char* const last = parts[0].data() + parts[0].size();
    const auto [end, error] = std::from_chars(parts[0].data(), last, key.frame);
    if (parts.size() < 2 || error != std::errc() || end != last)
        return usage_error(fmt::format(
            "takes keyframes as FRAME:VALUE, such as 1:2,100:20, not \"{}\"", trimmed(text)));
    if (parts.size() > 2)
        if (Status s = read_interpolation(parts[2], key); !s) return s;
    for (std::size_t i = 3; i < parts.size(); ++i)
        if (Status s = parse_tangents(parts[i], key); !s) return s;
    Result<ParameterValue> read = parse_value(p, std::string(parts[1]));
    if (!read) return usage_error(fmt::format("at frame {} {}", key.frame, read.error().message));
    key.value = *std::move(read);
    return {};
}

std::string tangents_text(const char* side, const std::vector<Tangent>& tangents) {
    std::string text;
    for (const Tangent& t : tangents)
        text += (text.empty() ? "" : ",") + format_float(t.slope) +
                (t.weight == 1.0f ? "" : "@" + format_float(t.weight));
    return text.empty() ? text : fmt::format(":{}={}", side, text);
}

}  // namespace

bool is_curve(const ParameterRef& parameter, const std::string& text) {
    return form_of(parameter.type) != ValueForm::kText && text.find(':') != std::string::npos;
}

Result<Curve> parse_curve(const ParameterRef& parameter, const std::string& text) {
    const char separator = text.find(';') != std::string::npos ? ';' : ',';
    std::multimap<int, Keyframe> keys;  // by frame
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        Keyframe key;
        if (Status s = parse_key(parameter, std::string_view(text).substr(begin, end - begin), key);
            !s)
            return s.error();
        keys.emplace(key.frame, std::move(key));
        begin = end + 1;
    }
    Curve curve;
    curve.parameter = parameter.name;
    for (auto& [frame, key] : keys) curve.keys.push_back(std::move(key));
    if (Status s = check_curve(parameter, curve); !s) return s.error();
    return curve;
}

std::string format_key(const Keyframe& key) {
    return fmt::format("{}:{}:{}{}{}", key.frame, format_value(key.value),
                       interpolation_name(key.interpolation), tangents_text("in", key.in),
                       tangents_text("out", key.out));
}

}  // namespace weft
