#include "model/curve_tracks.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "graph/descriptor.h"
#include "graph/parameter_types.h"

namespace weft::editor {
namespace {

/// How many numbers a value has, as tracks count them.
int parts_of(const ParameterValue& value) {
    return to_number(value) ? 1 : static_cast<int>(numbers_of(value).size());
}

int parts_of(const Curve& curve) {
    int parts = parts_of(curve.keys.front().value);
    for (const Keyframe& key : curve.keys) parts = std::min(parts, parts_of(key.value));
    return parts;
}

}  // namespace

std::vector<TrackId> tracks_of(const Graph& graph, const Library& library,
                               const Selection& selection) {
    std::vector<TrackId> tracks;
    for (const Node& node : graph.nodes) {
        if (node.curves.empty() || (!selection.empty() && !selection.contains(item(node.id))))
            continue;
        for (const ParameterDescriptor& p : weft::describe(*library.find(node.functor)).parameters)
            if (const Curve* curve = curve_of(graph, ParameterId{node.id, p.name}))
                for (int part = 0; part < parts_of(*curve); ++part)
                    tracks.push_back({node.id, p.name, part});
    }
    return tracks;
}

int colour_of(const Graph& graph, const Library& library, const TrackId& track) {
    const Node* node = graph.find(track.node);
    const Curve* curve = curve_of(graph, track);
    if (!node || !curve) return -1;
    const FunctorDescriptor d = weft::describe(*library.find(node->functor));
    const int index = d.find_parameter(track.parameter);
    for (int first = index; first >= std::max(0, index - 2); --first) {
        const ParameterRef& ref = d.parameters[static_cast<std::size_t>(first)].ref;
        if (ref.group != ParameterGroup::eColour) continue;
        if (form_of(ref.type) != ValueForm::kNumberList) return index - first;
        return first == index && parts_of(*curve) == 3 ? track.part : -1;
    }
    return -1;
}

std::string name_of(const Graph& graph, const Library& library, const TrackId& track) {
    const Node* node = graph.find(track.node);
    const Curve* curve = curve_of(graph, track);
    if (!node || !curve) return {};
    std::string name = fmt::format("{}.{}", node->name, track.parameter);
    if (parts_of(*curve) < 2) return name;
    static constexpr const char* kColours[] = {"red", "green", "blue"};
    const int colour = colour_of(graph, library, track);
    return colour >= 0 ? fmt::format("{} {}", name, kColours[colour])
                       : fmt::format("{} {}", name, track.part + 1);
}

const Curve* curve_of(const Graph& graph, const TrackId& track) {
    return curve_of(graph, ParameterId{track.node, track.parameter});
}

const Keyframe* find_key(const Graph& graph, const TrackKey& key) {
    const Curve* curve = curve_of(graph, key.track);
    return curve && key.track.part < parts_of(*curve) ? key_at(*curve, key.frame) : nullptr;
}

double number_in(const ParameterValue& value, int part) {
    if (const std::optional<double> number = to_number(value)) return *number;
    return numbers_of(value)[static_cast<std::size_t>(part)];
}

ParameterRef parameter_of(const Graph& graph, const Library& library, const TrackId& track) {
    const FunctorDescriptor d = weft::describe(*library.find(graph.find(track.node)->functor));
    return d.parameters[static_cast<std::size_t>(d.find_parameter(track.parameter))].ref;
}

double track_at(const ParameterRef& parameter, const Curve& curve, int part, double frame) {
    const std::vector<double> numbers = numbers_at(curve, frame);
    if (!numbers.empty() && blends(parameter.type))
        return std::clamp(numbers[static_cast<std::size_t>(part)], parameter.minimum,
                          parameter.maximum);
    const auto next =
        std::upper_bound(curve.keys.begin(), curve.keys.end(), frame,
                         [](double wanted, const Keyframe& key) { return wanted < key.frame; });
    return number_in((next == curve.keys.begin() ? next : std::prev(next))->value, part);
}

bool holds(const ParameterRef& parameter, const Keyframe& from, const Keyframe& to) {
    const std::vector<double> numbers = numbers_of(from.value);
    return from.interpolation == Interpolation::kHold || numbers.empty() ||
           !blends(parameter.type) || numbers.size() != numbers_of(to.value).size();
}

std::vector<int> frames_of(const Graph& graph, const TrackId& track) {
    std::vector<int> frames;
    if (const Curve* curve = curve_of(graph, track))
        for (const Keyframe& key : curve->keys) frames.push_back(key.frame);
    return frames;
}

TrackKeys still_there(const Graph& graph, const TrackKeys& keys) {
    TrackKeys there;
    std::copy_if(keys.begin(), keys.end(), std::inserter(there, there.end()),
                 [&](const TrackKey& key) { return find_key(graph, key); });
    return there;
}

}  // namespace weft::editor
