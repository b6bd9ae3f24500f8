#include "model/turn_ring.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "graph/descriptor.h"
#include "graph/parameter_types.h"

namespace weft::editor {
namespace {

constexpr double kDegrees = 57.29577951308232;  // of a radian
constexpr double kDiagonal = 0.7071067811865476;

/// The directions in which a picture's own right and top point once it is turned; y grows
/// downwards.
struct Axes {
    RingPlace right, up;
};

Axes axes_of(const TurnRing& ring) {
    const double a = ring.degrees / kDegrees;
    return {{std::cos(a), -std::sin(a)}, {-std::sin(a), -std::cos(a)}};
}

double dot(RingPlace a, RingPlace b) { return a.x * b.x + a.y * b.y; }

/// From the middle to where a point of a picture comes that lies so far to the right and up.
RingPlace way_to(const TurnRing& ring, double right, double up) {
    const Axes axes = axes_of(ring);
    const double x = right * ring.by_x + ring.skew * up * ring.by_y, y = up * ring.by_y;
    return {x * axes.right.x + y * axes.up.x, x * axes.right.y + y * axes.up.y};
}

RingPlace reach_of(const TurnRing& ring, RingPart part) {
    const double r = ring.radius;
    switch (part) {
        case RingPart::kTurn: {
            const Axes axes = axes_of(ring);
            return {-r * axes.right.x, -r * axes.right.y};
        }
        case RingPart::kScaleX: return way_to(ring, r, 0.0);
        case RingPart::kScaleY: return way_to(ring, 0.0, r);
        case RingPart::kScale: return way_to(ring, r * kDiagonal, r * kDiagonal);
    }
    return {};
}

double to_parts_of(double v, double parts) { return std::round(v * parts) / parts; }

}  // namespace

std::optional<TurnRing> ring_of(const Document& document, const Library& library, NodeId id,
                                int frame, const std::vector<Handle>& handles) {
    const Node* node = document.draft.graph.find(id);
    if (!node) return std::nullopt;
    const FunctorDescriptor d = weft::describe(*library.find(node->functor));
    const auto number = [&](const char* name) -> std::optional<double> {
        const int at = d.find_parameter(name);
        if (at < 0) return std::nullopt;
        const ParameterRef& ref = d.parameters[static_cast<std::size_t>(at)].ref;
        if (form_of(ref.type) != ValueForm::kNumber) return std::nullopt;
        return std::get<float>(value_at(*node, ref, at, frame));
    };
    const std::optional<double> angle = number("angle"), by_x = number("scale-x"),
                                by_y = number("scale-y");
    const auto handle = [&](const char* name) {
        return std::find_if(handles.begin(), handles.end(),
                            [&](const Handle& one) { return one.x.parameter == name; });
    };
    const auto pivot = handle("pivot-x"), move = handle("move-x");
    if (!angle || !by_x || !by_y || pivot == handles.end()) return std::nullopt;
    const Rect& box = pivot->frame;
    TurnRing ring{{id, "angle"}, {id, "scale-x"}, {id, "scale-y"}, pivot->at_x, pivot->at_y};
    if (move != handles.end() && move->group == ParameterGroup::eShift) {
        ring.x += move->at_x - box.x0 - box.width() / 2.0;
        ring.y += move->at_y - box.y0 - box.height() / 2.0;
    }
    ring.radius = std::min(box.width(), box.height()) / 5.0;
    ring.degrees = *angle;
    ring.by_x = *by_x;
    ring.by_y = *by_y;
    ring.skew = number("skew").value_or(0.0);
    return ring;
}

RingPlace place_of(const TurnRing& ring, RingPart part) {
    const RingPlace way = reach_of(ring, part);
    return {ring.x + way.x, ring.y + way.y};
}

std::vector<std::pair<ParameterId, double>> values_at(const TurnRing& ring, RingPart part,
                                                      RingPlace place) {
    const RingPlace way{place.x - ring.x, place.y - ring.y};
    if (way.x == 0.0 && way.y == 0.0) return {};
    const Axes axes = axes_of(ring);
    switch (part) {
        case RingPart::kTurn: {
            // The knob is on the left.
            const double there = std::atan2(way.y, -way.x) * kDegrees;
            const double turns = std::round((ring.degrees - there) / 360.0);
            return {{ring.angle, to_parts_of(there + 360.0 * turns, 10.0)}};
        }
        case RingPart::kScaleX:
            return {{ring.scale_x, to_parts_of(dot(way, axes.right) / ring.radius, 1e3)}};
        case RingPart::kScaleY:
            return {{ring.scale_y, to_parts_of(dot(way, axes.up) / ring.radius, 1e3)}};
        case RingPart::kScale: {
            const RingPlace now = reach_of(ring, part);
            const double factor = std::max(dot(way, now) / dot(now, now), 1e-3);
            return {{ring.scale_x, to_parts_of(ring.by_x * factor, 1e3)},
                    {ring.scale_y, to_parts_of(ring.by_y * factor, 1e3)}};
        }
    }
    return {};
}

}  // namespace weft::editor
