// Curves: reading, checking, and values between keyframes.
#include "graph/keyframes.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "graph/value_at.h"
#include "support/nearest.h"

namespace weft {
namespace {

Error bad(std::string message) { return {ErrorKind::kUsage, std::move(message)}; }

/// The number of `i` that a value holds, which may be none.
std::optional<double> number(const Keyframe* key, std::size_t i, std::size_t count) {
    if (!key) return std::nullopt;
    const std::vector<double> numbers = numbers_of(key->value);
    return numbers.size() == count ? std::optional(numbers[i]) : std::nullopt;
}

/// The slope at `at` between neighbours, per frame: 0 where there is none, and where values turn;
/// otherwise a mean of those to either side, which no cubic of such slopes overshoots (Fritsch and
/// Butland, 1984).
double slope(const Keyframe* before, const Keyframe& at, const Keyframe* after, std::size_t i,
             std::size_t count) {
    const std::optional<double> v0 = number(before, i, count), v1 = number(&at, i, count),
                                v2 = number(after, i, count);
    if (!v0 || !v1 || !v2) return 0.0;
    const double h0 = static_cast<double>(at.frame) - before->frame,
                 h1 = static_cast<double>(after->frame) - at.frame;
    const double d0 = (*v1 - *v0) / h0, d1 = (*v2 - *v1) / h1;
    if (!(d0 * d1 > 0.0)) return 0.0;
    const double w0 = 2.0 * h1 + h0, w1 = h1 + 2.0 * h0;
    return (w0 + w1) / (w0 / d0 + w1 / d1);
}

/// A value's like with other numbers.
struct WithNumbers {
    const std::vector<double>& numbers;
    ParameterValue operator()(float) const { return static_cast<float>(numbers.front()); }
    ParameterValue operator()(int) const { return static_cast<int>(std::lround(numbers.front())); }
    ParameterValue operator()(const std::vector<float>&) const {
        return std::vector<float>(numbers.begin(), numbers.end());
    }
    template <class Other>
    ParameterValue operator()(const Other& other) const {
        return other;
    }
};

/// The keyframe that counts at `frame`: the last up to it, or the first.
const Keyframe& key_before(const Curve& curve, double frame) {
    const auto next =
        std::upper_bound(curve.keys.begin(), curve.keys.end(), frame,
                         [](double wanted, const Keyframe& key) { return wanted < key.frame; });
    return next == curve.keys.begin() ? *next : *std::prev(next);
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

constexpr int kFarthestFrame = 1'000'000'000;

Status read_key(const ParameterRef& p, std::string_view text, Keyframe& key) {
    text = trimmed(text);
    const std::size_t colon = text.find(':');
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), key.frame);
    if (colon == std::string_view::npos || error != std::errc() || end != text.data() + colon)
        return bad(
            fmt::format("takes keyframes as FRAME:VALUE, such as 1:2,100:20, not \"{}\"", text));
    std::string_view value = text.substr(colon + 1);
    if (const std::size_t second = value.find(':'); second != std::string_view::npos) {
        const std::string word(trimmed(value.substr(second + 1)));
        const auto* const known =
            std::find_if(std::begin(kInterpolations), std::end(kInterpolations),
                         [&](Interpolation i) { return word == interpolation_name(i); });
        if (known == std::end(kInterpolations))
            return bad(
                fmt::format("goes between keyframes by hold, linear, smooth or cubic, not \"{}\"{}",
                            word, did_you_mean(word, {"hold", "linear", "smooth", "cubic"})));
        key.interpolation = *known;
        value = value.substr(0, second);
    }
    Result<ParameterValue> read = parse_value(p, std::string(value));
    if (!read) return bad(fmt::format("at frame {} {}", key.frame, read.error().message));
    key.value = *std::move(read);
    return {};
}

}  // namespace

const char* interpolation_name(Interpolation interpolation) {
    switch (interpolation) {
        case Interpolation::kHold: return "hold";
        case Interpolation::kLinear: return "linear";
        case Interpolation::kSmooth: return "smooth";
        case Interpolation::kCubic: break;
    }
    return "cubic";
}

std::vector<double> numbers_of(const ParameterValue& value) {
    if (const float* v = std::get_if<float>(&value)) return {static_cast<double>(*v)};
    if (const int* v = std::get_if<int>(&value)) return {static_cast<double>(*v)};
    if (const auto* list = std::get_if<std::vector<float>>(&value))
        return {list->begin(), list->end()};
    return {};
}

std::vector<double> numbers_at(const Curve& curve, double frame) {
    const Keyframe& from = key_before(curve, frame);
    const Keyframe* const first = curve.keys.data();
    const Keyframe* const end = first + curve.keys.size();
    const Keyframe* const to = &from + 1 == end ? nullptr : &from + 1;
    std::vector<double> numbers = numbers_of(from.value);
    if (!to || frame <= from.frame || from.interpolation == Interpolation::kHold) return numbers;
    const std::vector<double> others = numbers_of(to->value);
    const std::size_t count = numbers.size();
    if (others.size() != count) return numbers;
    const double length = static_cast<double>(to->frame) - from.frame;
    double t = (frame - from.frame) / length;
    if (from.interpolation == Interpolation::kSmooth) t = t * t * (3.0 - 2.0 * t);
    for (std::size_t i = 0; i < count; ++i) {
        const double a = numbers[i], b = others[i];
        if (from.interpolation != Interpolation::kCubic) {
            numbers[i] = a + (b - a) * t;
            continue;
        }
        const double out = slope(&from == first ? nullptr : &from - 1, from, to, i, count) * length;
        const double in = slope(&from, *to, to + 1 == end ? nullptr : to + 1, i, count) * length;
        const double left = 1.0 - t;
        numbers[i] = a + t * t * (3.0 - 2.0 * t) * (b - a) + t * left * (left * out - t * in);
    }
    return numbers;
}

ParameterValue value_at(const Curve& curve, int frame) {
    const ParameterValue& from = key_before(curve, frame).value;
    const std::vector<double> numbers = numbers_at(curve, frame);
    return numbers.empty() ? from : std::visit(WithNumbers{numbers}, from);
}

ParameterValue value_at(const ParameterRef& parameter, const Curve& curve, int frame) {
    return parameter.type == ParameterType::eChoice ? key_before(curve, frame).value
                                                    : value_at(curve, frame);
}

bool is_curve(const ParameterRef& parameter, const std::string& text) {
    return parameter.type != ParameterType::eOffsetList && text.find(':') != std::string::npos;
}

Result<Curve> parse_curve(const ParameterRef& parameter, const std::string& text) {
    const char separator = text.find(';') != std::string::npos ? ';' : ',';
    std::multimap<int, Keyframe> keys;  // by frame
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        Keyframe key;
        if (Status s = read_key(parameter, std::string_view(text).substr(begin, end - begin), key);
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

Status check_curve(const ParameterRef& parameter, const Curve& curve) {
    if (curve.keys.empty()) return bad("has no keyframe: give one at least");
    for (std::size_t i = 0; i < curve.keys.size(); ++i) {
        const Keyframe& key = curve.keys[i];
        if (key.frame < -kFarthestFrame || key.frame > kFarthestFrame)
            return bad(fmt::format("has a keyframe at {}: frames are from {} to {}", key.frame,
                                   -kFarthestFrame, kFarthestFrame));
        if (i > 0 && key.frame == curve.keys[i - 1].frame)
            return bad(fmt::format("has two keyframes at frame {}: keep one", key.frame));
        if (i > 0 && key.frame < curve.keys[i - 1].frame)
            return bad(fmt::format("has a keyframe at frame {} after one at {}: put them in order",
                                   key.frame, curve.keys[i - 1].frame));
        if (Status s = check_value(parameter, key.value); !s)
            return bad(fmt::format("at frame {} {}", key.frame, s.error().message));
    }
    return {};
}

}  // namespace weft
