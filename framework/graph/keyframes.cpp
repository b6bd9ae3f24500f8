// Curves: reading, checking, and values between keyframes.
#include "graph/keyframes.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <map>
#include <string_view>

#include <fmt/format.h>

#include "support/nearest.h"

namespace weft {
namespace {

Error bad(std::string message) { return {ErrorKind::kUsage, std::move(message)}; }

constexpr Interpolation kInterpolations[] = {Interpolation::kHold, Interpolation::kLinear,
                                             Interpolation::kSmooth};

/// The way from `a` to `b`, of which `t` is done. At the ends exactly a and b.
double between(double a, double b, double t) { return t == 0 ? a : a + (b - a) * t; }

struct Between {
    double t;
    const ParameterValue& to;
    ParameterValue operator()(float a) const {
        return static_cast<float>(between(a, std::get<float>(to), t));
    }
    ParameterValue operator()(int a) const {
        return static_cast<int>(std::lround(between(a, std::get<int>(to), t)));
    }
    ParameterValue operator()(const std::vector<float>& a) const {
        const auto& b = std::get<std::vector<float>>(to);
        if (a.size() != b.size()) return a;
        std::vector<float> list;
        for (std::size_t i = 0; i < a.size(); ++i)
            list.push_back(static_cast<float>(between(a[i], b[i], t)));
        return list;
    }
    template <class Other>
    ParameterValue operator()(const Other& a) const {
        return a;
    }
};

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
            return bad(fmt::format("goes between keyframes by hold, linear or smooth, not \"{}\"{}",
                                   word, did_you_mean(word, {"hold", "linear", "smooth"})));
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
        case Interpolation::kSmooth: break;
    }
    return "smooth";
}

ParameterValue value_at(const Curve& curve, int frame) {
    const auto next =
        std::upper_bound(curve.keys.begin(), curve.keys.end(), frame,
                         [](int wanted, const Keyframe& key) { return wanted < key.frame; });
    if (next == curve.keys.begin()) return curve.keys.front().value;
    const Keyframe& from = *std::prev(next);
    if (next == curve.keys.end() || from.interpolation == Interpolation::kHold) return from.value;
    const double length = static_cast<double>(next->frame) - from.frame;
    double t = (static_cast<double>(frame) - from.frame) / length;
    if (from.interpolation == Interpolation::kSmooth) t = t * t * (3.0 - 2.0 * t);
    return std::visit(Between{t, next->value}, from.value);
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
