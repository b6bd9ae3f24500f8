#include "model/timeline.h"

#include <algorithm>

#include <fmt/format.h>

#include "graph/value_at.h"
#include "support/refusal.h"

namespace weft::editor {
namespace {

/// `v` from 0 to below `n`, as on a clock.
int wrapped(int v, int n) { return (v % n + n) % n; }

}  // namespace

Status check(const Timeline& t) {
    if (t.first > t.last)
        return usage_error(fmt::format("frames go from {} to {}: the first comes before the last",
                                       t.first, t.last));
    if (t.first < -kFarthestFrame || t.last > kFarthestFrame)
        return usage_error(fmt::format("frames go from {} to {}: they are from {} to {}", t.first,
                                       t.last, -kFarthestFrame, kFarthestFrame));
    if (t.in < t.first || t.in > t.out || t.out > t.last)
        return usage_error(
            fmt::format("frames {} to {} would play, of {} to {}: the in point comes before "
                        "the out point, both within",
                        t.in, t.out, t.first, t.last));
    if (t.rate < 1 || t.rate > kFastestRate)
        return usage_error(
            fmt::format("{} frames would play a second: 1 to {} can", t.rate, kFastestRate));
    return {};
}

Timeline with_ends(const Timeline& timeline, int first, int last) {
    Timeline t = timeline;
    t.first = first;
    t.last = std::max(first, last);
    const bool whole = timeline.in == timeline.first && timeline.out == timeline.last;
    t.in = whole ? t.first : std::clamp(timeline.in, t.first, t.last);
    t.out = whole ? t.last : std::clamp(timeline.out, t.in, t.last);
    return t;
}

int frame_after(const Timeline& t, int frame, int step) {
    if (frame < t.in || frame > t.out) return step > 0 ? t.in : t.out;
    return t.in + wrapped(frame - t.in + step, t.out - t.in + 1);
}

int frames_until(const Timeline& t, int from, int frame, int step) {
    if (frame < t.in || frame > t.out) return kNeverPlays;
    return wrapped((frame - from) * step, t.out - t.in + 1);
}

std::vector<ParameterId> targets_of(const Control& control) {
    std::vector<ParameterId> targets;
    for (const auto& [node, parameter] : control.targets) targets.push_back({node, parameter});
    return targets;
}

std::vector<ParameterId> targets_of(const Graph& graph, const std::string& path) {
    const std::size_t dot = path.rfind('.');
    if (dot == std::string::npos) {
        for (const Control& control : graph.controls)
            if (control.name == path) return targets_of(control);
    } else if (const Node* node = graph.find(path.substr(0, dot))) {
        return {{node->id, path.substr(dot + 1)}};
    }
    return {};
}

std::vector<ParameterId> linked_with(const Graph& graph, const ParameterId& id) {
    for (const Control& control : graph.controls)
        if (std::vector<ParameterId> targets = targets_of(graph, control.name);
            std::find(targets.begin(), targets.end(), id) != targets.end())
            return targets;
    return {id};
}

const Curve* curve_of(const Graph& graph, const ParameterId& id) {
    const Node* node = graph.find(id.node);
    if (!node) return nullptr;
    const auto at = std::find_if(node->curves.begin(), node->curves.end(), [&](const Curve& curve) {
        return curve.parameter == id.parameter;
    });
    return at == node->curves.end() ? nullptr : &*at;
}

const Keyframe* key_at(const Curve& curve, int frame) {
    const auto at = std::find_if(curve.keys.begin(), curve.keys.end(),
                                 [frame](const Keyframe& key) { return key.frame == frame; });
    return at == curve.keys.end() ? nullptr : &*at;
}

ParameterValue value_at(const Node& node, const ParameterRef& parameter, int index, int frame) {
    for (const Curve& curve : node.curves)
        if (curve.parameter == parameter.name) return weft::value_at(parameter, curve, frame);
    return node.parameters[static_cast<std::size_t>(index)];
}

}  // namespace weft::editor
