// Tangents as handles: each has a tip beside its keyframe, which the artist drags.
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

/// The least weight that dragging gives a tangent, so that its tip can be grasped again.
inline constexpr float kLeastWeight = 0.05f;

/// The tangents that kBezier uses at these keyframes, explicit or default, in the order of time.
std::vector<TangentId> tangents_of(const Graph& graph, const Library& library,
                                   const TrackKeys& keys);
/// Whether the keyframe exists and its segment on that side is interpolated by kBezier.
bool is_there(const Graph& graph, const Library& library, const TangentId& id);

/// The explicit tangent, or the default one. This and the functions below require is_there(id).
Tangent tangent_at(const Graph& graph, const TangentId& id);
/// The place of its tip.
TipPlace tip_of(const Graph& graph, const TangentId& id);
/// The tangent whose tip is nearest to `place`, its slope and weight rounded to five figures.
Tangent pulled_to(const Graph& graph, const TangentId& id, TipPlace place);

}  // namespace weft::editor
