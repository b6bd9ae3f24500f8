// Tangents as an artist takes them in hand: a tip beside its keyframe, to be pulled.
#pragma once

#include <vector>

#include "model/curve_tracks.h"

namespace weft::editor {

enum class Side { kIn, kOut };

/// One tangent of one number of a keyframe.
struct TangentId {
    TrackKey key;
    Side side = Side::kOut;
    friend auto operator<=>(const TangentId&, const TangentId&) = default;
};

/// Where a tip lies among curves.
struct TipPlace {
    double frame = 0.0, value = 0.0;
};

/// A pull leaves a tip so far from its keyframe that it can be taken again.
inline constexpr float kLeastWeight = 0.05f;

/// The tangents that bezier goes by at these keyframes, drawn or not, in the order of time.
std::vector<TangentId> tangents_of(const Graph& graph, const Library& library,
                                   const TrackKeys& keys);
bool is_there(const Graph& graph, const Library& library, const TangentId& id);

/// The tangent that is drawn, or the one that bezier uses where none is. This and what follows
/// require is_there(id).
Tangent tangent_at(const Graph& graph, const TangentId& id);
TipPlace tip_of(const Graph& graph, const TangentId& id);
/// The tangent whose tip comes to a place, or nearest: to figures that people read.
Tangent pulled_to(const Graph& graph, const TangentId& id, TipPlace place);

}  // namespace weft::editor
