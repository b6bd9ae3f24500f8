// Curves as an editor of them has them: one track for each number of each parameter that changes
// over time.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/editor_document.h"

namespace weft::editor {

/// One number over time: a parameter's own, or number `part` of a list. Switches and axes count as
/// 0 and 1, choices as their numbers.
struct TrackId {
    NodeId node;
    std::string parameter;
    int part = 0;
    friend auto operator<=>(const TrackId&, const TrackId&) = default;
};

/// A keyframe of a track. The tracks of a list share their keyframes' frames.
struct TrackKey {
    TrackId track;
    int frame = 0;
    friend auto operator<=>(const TrackKey&, const TrackKey&) = default;
};

using TrackKeys = std::set<TrackKey>;

/// The tracks of the selected nodes, of all where none is selected: in the order of nodes and their
/// parameters. Lists have as many as their shortest keyframe has numbers; offsets have none.
std::vector<TrackId> tracks_of(const Graph& graph, const Library& library,
                               const Selection& selection);
/// Which of red, green and blue a track is of a colour, as 0 to 2; -1: it is of none.
int colour_of(const Graph& graph, const Library& library, const TrackId& track);
/// "exposure1.stops"; of a list with several numbers "grade1.gain red" where it is a colour, or
/// "convolution1.weights 2".
std::string name_of(const Graph& graph, const Library& library, const TrackId& track);

/// The curve that a track is part of; null where there is none.
const Curve* curve_of(const Graph& graph, const TrackId& track);
/// The keyframe itself; null where there is none.
const Keyframe* find_key(const Graph& graph, const TrackKey& key);
/// The number of a keyframe. Requires that it is there.
double number_in(const ParameterValue& value, int part);
/// What a track's parameter is. Requires that the track is there.
ParameterRef parameter_of(const Graph& graph, const Library& library, const TrackId& track);
/// The number of a curve's track at `frame`, which may lie between frames: what renders, but for
/// rounding.
double track_at(const ParameterRef& parameter, const Curve& curve, int part, double frame);
/// Whether a track has nothing between two keyframes but what the first one says.
bool holds(const ParameterRef& parameter, const Keyframe& from, const Keyframe& to);

/// All keyframes of a track, ascending.
std::vector<int> frames_of(const Graph& graph, const TrackId& track);
/// Those of `keys` that are still there.
TrackKeys still_there(const Graph& graph, const TrackKeys& keys);

}  // namespace weft::editor
