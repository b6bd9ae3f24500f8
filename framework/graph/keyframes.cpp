// Curves: values between keyframes, and what a curve may be.
#include "graph/keyframes.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "graph/parameter_types.h"
#include "graph/tangents.h"
#include "graph/value_at.h"
#include "support/refusal.h"

namespace weft {
namespace {

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

constexpr int kFarthestFrame = 1'000'000'000;

/// The tangents on one side of a keyframe, `side` as "out of" or "into". `by`: how values go there;
/// null where nothing does.
Status check_tangents(const ParameterRef& p, const Keyframe& key, const char* side,
                      const std::vector<Tangent>& tangents, const Interpolation* by) {
    if (tangents.empty()) return {};
    const std::size_t count = blends(p.type) ? numbers_of(key.value).size() : 0;
    if (count == 0)
        return usage_error(
            fmt::format("has a tangent {} frame {}, and no values between keyframes: leave "
                        "it out",
                        side, key.frame));
    if (tangents.size() != count)
        return usage_error(fmt::format(
            "has {} tangents {} frame {}, but {} there: give each its own", tangents.size(), side,
            key.frame, count == 1 ? "one number" : fmt::format("{} numbers", count)));
    if (!by)
        return usage_error(fmt::format(
            "has a tangent {} frame {}, which is its first: leave it out", side, key.frame));
    if (*by != Interpolation::kBezier)
        return usage_error(
            fmt::format("has a tangent {} frame {}, but goes there by {}: only bezier has "
                        "tangents",
                        side, key.frame, interpolation_name(*by)));
    for (const Tangent& t : tangents) {
        if (!std::isfinite(t.slope))
            return usage_error(
                fmt::format("has a tangent {} frame {} with the slope {}: slopes are "
                            "finite",
                            side, key.frame, format_float(t.slope)));
        if (!(t.weight >= 0.0f && t.weight <= kMaxWeight))
            return usage_error(
                fmt::format("has a tangent {} frame {} with the weight {}: weights are from "
                            "0 to 3",
                            side, key.frame, format_float(t.weight)));
    }
    return {};
}

}  // namespace

const char* interpolation_name(Interpolation interpolation) {
    switch (interpolation) {
        case Interpolation::kHold: return "hold";
        case Interpolation::kLinear: return "linear";
        case Interpolation::kSmooth: return "smooth";
        case Interpolation::kCubic: return "cubic";
        case Interpolation::kBezier: break;
    }
    return "bezier";
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
    const auto at = static_cast<std::size_t>(&from - curve.keys.data());
    std::vector<double> numbers = numbers_of(from.value);
    if (at + 1 == curve.keys.size() || frame <= from.frame ||
        from.interpolation == Interpolation::kHold)
        return numbers;
    const Keyframe& to = curve.keys[at + 1];
    const std::vector<double> others = numbers_of(to.value);
    if (others.size() != numbers.size()) return numbers;
    const double passed = (frame - from.frame) / (static_cast<double>(to.frame) - from.frame);
    const double t = from.interpolation == Interpolation::kSmooth
                         ? passed * passed * (3.0 - 2.0 * passed)
                         : passed;
    const bool straight = from.interpolation == Interpolation::kLinear ||
                          from.interpolation == Interpolation::kSmooth;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] =
            straight ? numbers[i] + (others[i] - numbers[i]) * t : bezier_after(curve, at, i).at(t);
    return numbers;
}

ParameterValue value_at(const ParameterRef& parameter, const Curve& curve, int frame) {
    const ParameterValue& from = key_before(curve, frame).value;
    if (!blends(parameter.type)) return from;
    std::vector<double> numbers = numbers_at(curve, frame);
    if (numbers.empty()) return from;
    for (double& number : numbers)
        number = std::clamp(number, parameter.minimum, parameter.maximum);
    return std::visit(WithNumbers{numbers}, from);
}

Status check_curve(const ParameterRef& parameter, const Curve& curve) {
    if (curve.keys.empty()) return usage_error("has no keyframe: give one at least");
    for (std::size_t i = 0; i < curve.keys.size(); ++i) {
        const Keyframe& key = curve.keys[i];
        if (key.frame < -kFarthestFrame || key.frame > kFarthestFrame)
            return usage_error(fmt::format("has a keyframe at {}: frames are from {} to {}",
                                           key.frame, -kFarthestFrame, kFarthestFrame));
        if (i > 0 && key.frame == curve.keys[i - 1].frame)
            return usage_error(fmt::format("has two keyframes at frame {}: keep one", key.frame));
        if (i > 0 && key.frame < curve.keys[i - 1].frame)
            return usage_error(
                fmt::format("has a keyframe at frame {} after one at {}: put them in order",
                            key.frame, curve.keys[i - 1].frame));
        if (Status s = check_value(parameter, key.value); !s)
            return usage_error(fmt::format("at frame {} {}", key.frame, s.error().message));
        const Interpolation* const by = i > 0 ? &curve.keys[i - 1].interpolation : nullptr;
        if (Status s = check_tangents(parameter, key, "into", key.in, by); !s) return s;
        if (Status s = check_tangents(parameter, key, "out of", key.out, &key.interpolation); !s)
            return s;
    }
    return {};
}

}  // namespace weft
