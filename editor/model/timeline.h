// Time, as the editor has it: which frames there are, which of them play, and how fast.
#pragma once

#include <limits>
#include <vector>

#include "graph/graph.h"
#include "support/result.h"

namespace weft::editor {

/// Frames `first` to `last`, both among them; of these `in` to `out` play, at `rate` a second.
struct Timeline {
    int first = 1, last = 100;
    int in = 1, out = 100;  ///< first <= in <= out <= last
    int rate = 24;          ///< 1 <= rate <= kFastestRate
    friend bool operator==(const Timeline&, const Timeline&) = default;
};

inline constexpr int kFastestRate = 240;
inline constexpr int kFarthestFrame = 1'000'000;  ///< of a timeline, to either side of 0

/// Whether the bounds above hold; the error says which does not.
Status check(const Timeline& timeline);
/// The timeline with other ends. What plays is all of it where it was, and otherwise what is left.
Timeline with_ends(const Timeline& timeline, int first, int last);

/// The frame that plays after `frame`, forwards with a step of 1 and backwards with -1: round from
/// one end of what plays to the other.
int frame_after(const Timeline& timeline, int frame, int step);
/// How many frames play from `from` before `frame` does; kNeverPlays outside in and out.
int frames_until(const Timeline& timeline, int from, int frame, int step);
inline constexpr int kNeverPlays = std::numeric_limits<int>::max();

/// One parameter of one node.
struct ParameterId {
    NodeId node;
    std::string parameter;
    friend bool operator==(const ParameterId&, const ParameterId&) = default;
};

/// What "node.parameter" or a control sets; empty where there is none of that name.
std::vector<ParameterId> targets_of(const Graph& graph, const std::string& path);

/// What a control sets.
std::vector<ParameterId> targets_of(const Control& control);

/// A parameter and those it is linked with: what the control that sets it sets. Itself alone where
/// no control does.
std::vector<ParameterId> linked_with(const Graph& graph, const ParameterId& id);

/// The curve of a parameter; null where it is the same at all frames, or is not there.
const Curve* curve_of(const Graph& graph, const ParameterId& id);
/// The key of a curve at `frame`; null where there is none.
const Keyframe* key_at(const Curve& curve, int frame);
/// The value at `frame` of the parameter that a node declares at `index`.
ParameterValue value_at(const Node& node, const ParameterRef& parameter, int index, int frame);

}  // namespace weft::editor
