#include "graph/tangents.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>

#include "graph/parameter_types.h"
#include "graph/value_at.h"

namespace weft {
namespace {

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

bool has_values_after(const Curve& curve, std::size_t key) {
    if (key + 1 >= curve.keys.size()) return false;
    const std::size_t count = numbers_of(curve.keys[key].value).size();
    return count > 0 && count == numbers_of(curve.keys[key + 1].value).size();
}

double length_after(const Curve& curve, std::size_t key) {
    return static_cast<double>(curve.keys[key + 1].frame) - curve.keys[key].frame;
}

constexpr double kSteepest = 3.0e38;

/// A slope per frame of one over so many frames.
float per_frame(double slope, double frames) {
    return static_cast<float>(std::clamp(slope / frames, -kSteepest, kSteepest));
}

void add(Ends& ends, const Bezier& bezier, double frames) {
    ends.out.push_back({per_frame(bezier.out, frames), static_cast<float>(bezier.out_weight)});
    ends.in.push_back({per_frame(bezier.in, frames), static_cast<float>(bezier.in_weight)});
}

/// Whether a keyframe may have tangents at all: so many numbers as it has tangents.
bool fit(const ParameterRef& parameter, const Keyframe& key, const std::vector<Tangent>& tangents) {
    return blends(parameter.type) && tangents.size() == numbers_of(key.value).size();
}

}  // namespace

Bezier bezier_after(const Curve& curve, std::size_t key, std::size_t part) {
    const Keyframe &from = curve.keys[key], &to = curve.keys[key + 1];
    const std::vector<double> numbers = numbers_of(from.value);
    const std::size_t count = numbers.size();
    const double frames = length_after(curve, key);
    const Keyframe* const first = curve.keys.data();
    const Keyframe* const end = first + curve.keys.size();
    Bezier b{numbers[part], numbers_of(to.value)[part]};
    const bool drawn = from.interpolation == Interpolation::kBezier;
    if (drawn && from.out.size() == count) {
        b.out = static_cast<double>(from.out[part].slope) * frames;
        b.out_weight = static_cast<double>(from.out[part].weight);
    } else {
        b.out = slope(&from == first ? nullptr : &from - 1, from, &to, part, count) * frames;
    }
    if (drawn && to.in.size() == count) {
        b.in = static_cast<double>(to.in[part].slope) * frames;
        b.in_weight = static_cast<double>(to.in[part].weight);
    } else {
        b.in = slope(&from, to, &to + 1 == end ? nullptr : &to + 1, part, count) * frames;
    }
    return b;
}

Ends ends_after(const Curve& curve, std::size_t key) {
    Ends ends;
    if (!has_values_after(curve, key)) return ends;
    const double frames = length_after(curve, key);
    for (std::size_t i = 0; i < numbers_of(curve.keys[key].value).size(); ++i) {
        Bezier b = bezier_after(curve, key, i);
        switch (curve.keys[key].interpolation) {
            case Interpolation::kHold:
            case Interpolation::kSmooth: b.out = b.in = 0.0; break;
            case Interpolation::kLinear: b.out = b.in = b.to - b.from; break;
            case Interpolation::kCubic:
            case Interpolation::kBezier: break;
        }
        add(ends, b, frames);
    }
    return ends;
}

std::vector<Keyframe> with_key(const ParameterRef& parameter, std::vector<Keyframe> keys, int frame,
                               const ParameterValue& value) {
    const auto next =
        std::lower_bound(keys.begin(), keys.end(), frame,
                         [](const Keyframe& key, int wanted) { return key.frame < wanted; });
    if (next != keys.end() && next->frame == frame) {
        next->value = value;
        return keys;
    }
    const auto at = static_cast<std::size_t>(next - keys.begin());
    Keyframe made{frame, value, at == 0 ? Interpolation::kLinear : keys[at - 1].interpolation};
    if (const Curve curve{{}, keys}; at > 0 && made.interpolation == Interpolation::kBezier &&
                                     has_values_after(curve, at - 1) &&
                                     value == value_at(parameter, curve, frame)) {
        const double all = length_after(curve, at - 1),
                     left = static_cast<double>(frame) - keys[at - 1].frame;
        Ends before, after;
        for (std::size_t i = 0; i < numbers_of(value).size(); ++i) {
            const CutBezier halves = cut(bezier_after(curve, at - 1, i), left / all);
            add(before, halves.before, left);
            add(after, halves.after, all - left);
        }
        keys[at - 1].out = std::move(before.out);
        made.in = std::move(before.in);
        made.out = std::move(after.out);
        keys[at].in = std::move(after.in);
    }
    keys.insert(keys.begin() + static_cast<std::ptrdiff_t>(at), std::move(made));
    return keys;
}

void drop_idle_tangents(const ParameterRef& parameter, std::vector<Keyframe>& keys) {
    bool comes_by_bezier = false;
    for (Keyframe& key : keys) {
        const bool goes_by_bezier = key.interpolation == Interpolation::kBezier;
        if (!comes_by_bezier || !fit(parameter, key, key.in)) key.in.clear();
        if (!goes_by_bezier || !fit(parameter, key, key.out)) key.out.clear();
        comes_by_bezier = goes_by_bezier;
    }
}

std::vector<int> telling_frames(const Curve& curve) {
    std::set<int> frames;
    for (std::size_t key = 0; key < curve.keys.size(); ++key) {
        const Keyframe& from = curve.keys[key];
        frames.insert(from.frame);
        if (from.interpolation != Interpolation::kBezier || !has_values_after(curve, key)) continue;
        const double length = length_after(curve, key);
        for (std::size_t i = 0; i < numbers_of(from.value).size(); ++i)
            for (const double x : bezier_after(curve, key, i).turns()) {
                const double frame = from.frame + x * length;
                frames.insert(static_cast<int>(std::floor(frame)));
                frames.insert(static_cast<int>(std::ceil(frame)));
            }
    }
    return {frames.begin(), frames.end()};
}

}  // namespace weft
