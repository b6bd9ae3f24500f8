#include "commands/tangent_edits.h"

#include "commands/change_keys.h"
#include "graph/tangents.h"

namespace weft::editor {
namespace {

/// The tangents of one number of a keyframe; null where bezier does not go.
struct BothSides {
    Tangent *in = nullptr, *out = nullptr;
    double before = 0.0, after = 0.0;  ///< frames to either neighbour
};

/// Draws the tangents of a keyframe that bezier goes by, as it goes without.
void draw_tangents(std::vector<Keyframe>& keys, std::size_t at) {
    const Curve curve{{}, keys};
    if (at > 0 && keys[at].in.empty()) keys[at].in = ends_after(curve, at - 1).in;
    if (keys[at].out.empty()) keys[at].out = ends_after(curve, at).out;
}

BothSides both_sides(std::vector<Keyframe>& keys, std::size_t at, int part) {
    const auto goes_by_bezier = [&](std::size_t from) {
        return keys[from].interpolation == Interpolation::kBezier && from + 1 < keys.size();
    };
    const auto i = static_cast<std::size_t>(part);
    Keyframe& key = keys[at];
    BothSides both;
    if (at > 0) both.before = static_cast<double>(key.frame) - keys[at - 1].frame;
    if (at + 1 < keys.size()) both.after = static_cast<double>(keys[at + 1].frame) - key.frame;
    if (at > 0 && goes_by_bezier(at - 1) && i < key.in.size()) both.in = &key.in[i];
    if (goes_by_bezier(at) && i < key.out.size()) both.out = &key.out[i];
    return both;
}

/// Changes the tangents of these keyframes, drawn first.
Result<Document> change_tangents(const Document& document, const Library& library,
                                 const TrackKeys& keys,
                                 const std::function<void(BothSides)>& change) {
    return change_some(document, library, keys,
                       [&](const ParameterRef&, std::vector<Keyframe>& all, const auto& chosen) {
                           for (std::size_t at = 0; at < all.size(); ++at) {
                               const auto parts = chosen.find(all[at].frame);
                               if (parts == chosen.end()) continue;
                               draw_tangents(all, at);
                               for (const int part : parts->second)
                                   change(both_sides(all, at, part));
                           }
                       });
}

/// From tip to tip.
float joint_slope(const BothSides& both) {
    const double in = both.before * static_cast<double>(both.in->weight),
                 out = both.after * static_cast<double>(both.out->weight);
    const double slopes[] = {static_cast<double>(both.in->slope),
                             static_cast<double>(both.out->slope)};
    if (!(in + out > 0.0)) return static_cast<float>((slopes[0] + slopes[1]) / 2.0);
    return static_cast<float>((slopes[0] * in + slopes[1] * out) / (in + out));
}

}  // namespace

Result<Document> set_tangent(const Document& document, const Library& library, const TangentId& id,
                             const Tangent& tangent, bool alone) {
    if (!is_there(document.draft.graph, library, id))
        return Error{ErrorKind::kUsage, "this tangent is not there any more"};
    return change_tangents(document, library, {id.key}, [&](const BothSides& both) {
        Tangent* const mine = id.side == Side::kIn ? both.in : both.out;
        Tangent* const other = id.side == Side::kIn ? both.out : both.in;
        if (!mine) return;  // of a linked parameter
        if (other && other->slope == mine->slope && !alone) other->slope = tangent.slope;
        *mine = tangent;
    });
}

Result<Document> join_tangents(const Document& document, const Library& library,
                               const TrackKeys& keys) {
    return change_tangents(document, library, keys, [](const BothSides& both) {
        if (both.in && both.out && both.in->slope != both.out->slope)
            both.in->slope = both.out->slope = joint_slope(both);
    });
}

Result<Document> flatten_tangents(const Document& document, const Library& library,
                                  const TrackKeys& keys) {
    return change_tangents(document, library, keys, [](const BothSides& both) {
        for (Tangent* t : {both.in, both.out})
            if (t) t->slope = 0.0f;
    });
}

}  // namespace weft::editor
