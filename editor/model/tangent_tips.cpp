#include "model/tangent_tips.h"

#include <algorithm>
#include <iterator>

#include "graph/tangents.h"
#include "model/readable.h"

namespace weft::editor {
namespace {

/// Which of its curve's stretches a tangent belongs to; -1 before the first keyframe.
std::ptrdiff_t stretch_of(const Graph& graph, const TangentId& id) {
    const Keyframe* first = curve_of(graph, id.key.track)->keys.data();
    return find_key(graph, id.key) - first - (id.side == Side::kIn ? 1 : 0);
}

/// The signed length of the tangent's segment in frames: > 0 for an outgoing tangent, < 0 for an
/// incoming one.
double way_of(const Graph& graph, const TangentId& id) {
    const std::vector<Keyframe>& keys = curve_of(graph, id.key.track)->keys;
    const auto at = static_cast<std::size_t>(stretch_of(graph, id));
    const double length = static_cast<double>(keys[at + 1].frame) - keys[at].frame;
    return id.side == Side::kIn ? -length : length;
}

float readable(double v) {
    return std::get<float>(editor::readable(static_cast<float>(std::clamp(v, -3.0e38, 3.0e38))));
}

}  // namespace

bool is_there(const Graph& graph, const Library& library, const TangentId& id) {
    if (!find_key(graph, id.key)) return false;
    const std::vector<Keyframe>& keys = curve_of(graph, id.key.track)->keys;
    const std::ptrdiff_t at = stretch_of(graph, id);
    if (at < 0 || at + 1 == std::ssize(keys)) return false;
    const Keyframe* from = keys.data() + at;
    return from->interpolation == Interpolation::kBezier &&
           !holds(parameter_of(graph, library, id.key.track), *from, *(from + 1));
}

std::vector<TangentId> tangents_of(const Graph& graph, const Library& library,
                                   const TrackKeys& keys) {
    std::vector<TangentId> all;
    for (const TrackKey& key : keys)
        for (const Side side : {Side::kIn, Side::kOut})
            if (is_there(graph, library, {key, side})) all.push_back({key, side});
    return all;
}

Tangent tangent_at(const Graph& graph, const TangentId& id) {
    const Ends ends =
        ends_after(*curve_of(graph, id.key.track), static_cast<std::size_t>(stretch_of(graph, id)));
    return (id.side == Side::kIn ? ends.in : ends.out)[static_cast<std::size_t>(id.key.track.part)];
}

TipPlace tip_of(const Graph& graph, const TangentId& id) {
    const Tangent t = tangent_at(graph, id);
    const double frames = way_of(graph, id) * static_cast<double>(t.weight) / 3.0;
    const double value = number_in(find_key(graph, id.key)->value, id.key.track.part);
    return {id.key.frame + frames, value + frames * static_cast<double>(t.slope)};
}

Tangent pulled_to(const Graph& graph, const TangentId& id, TipPlace place) {
    const double way = way_of(graph, id);
    const double value = number_in(find_key(graph, id.key)->value, id.key.track.part);
    const double weight =
        std::clamp(3.0 * (place.frame - id.key.frame) / way, static_cast<double>(kLeastWeight),
                   static_cast<double>(kMaxWeight));
    return {readable(3.0 * (place.value - value) / (way * weight)), readable(weight)};
}

}  // namespace weft::editor
