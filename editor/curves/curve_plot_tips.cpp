// Tangents in the plot: tips beside selected keyframes, painted, taken in hand and pulled.
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "commands/tangent_edits.h"
#include "curves/curve_plot.h"
#include "view/theme.h"

namespace weft::editor {
namespace {

constexpr double kTipReach = 8.0;  // pixels
constexpr double kTip = 3.2, kTipInHand = 4.2;

}  // namespace

std::vector<TangentId> CurvePlot::tangents() const {
    return tangents_of(graph(), session_.library(), selected_);
}

QPointF CurvePlot::tip_point(const TangentId& id) const {
    const TipPlace tip = tip_of(graph(), id);
    return {area_.x_of(tip.frame), area_.y_of(tip.value)};
}

void CurvePlot::paint_tips(QPainter& painter) const {
    const theme::Colours& c = theme::now();
    for (const TangentId& id : tangents()) {
        const QPointF key = point_of(id.key), tip = tip_point(id);
        const QColor colour = tracks_.at(id.key.track);
        const bool in_hand = id == tangent_;
        painter.setPen(QPen(theme::mixed(colour, c.text, in_hand ? 0.6 : 0.25), 1.2));
        painter.drawLine(key, tip);
        painter.setPen(QPen(in_hand ? c.text : colour, in_hand ? 1.6 : 1.2));
        painter.setBrush(in_hand ? c.accent : c.field);
        const double radius = in_hand ? kTipInHand : kTip;
        painter.drawEllipse(tip, radius, radius);
    }
}

std::optional<TangentId> CurvePlot::tip_under(QPointF point) const {
    std::optional<TangentId> nearest;
    double best = kTipReach;
    // Where a tip lies on a keyframe, the keyframe is meant.
    if (const auto key = key_under(point)) best = distance(point_of(*key), point);
    for (const TangentId& id : tangents())
        if (const double d = distance(tip_point(id), point); d < best) {
            best = d;
            nearest = id;
        }
    return nearest;
}

void CurvePlot::take(std::optional<TangentId> tangent) {
    if (tangent == tangent_) return;
    tangent_ = tangent;
    if (tangent) set_current(tangent->key.track);
    follow();
}

void CurvePlot::take_next_tangent() {
    const std::vector<TangentId> all = tangents();
    const auto at = tangent_ ? std::find(all.begin(), all.end(), *tangent_) + 1 : all.begin();
    take(at == all.end() ? std::nullopt : std::optional(*at));
}

void CurvePlot::press_tip(const TangentId& id) {
    take(id);
    drag_ = Drag::kTip;
    pulling_ = false;
    before_ = session_.document();
}

void CurvePlot::pull(const Document& from, const Tangent& to, bool alone, const QString& merge) {
    session_.apply(tr("Pull a tangent"),
                   set_tangent(from, session_.library(), *tangent_, to, alone), merge);
}

void CurvePlot::pull_to(const Tangent& tangent) {
    const Document now = session_.document();
    pull(now, tangent, false, {});
}

void CurvePlot::drag_tip(QPointF point, bool one_way, bool alone) {
    const Graph& from = before_.draft.graph;
    // Keys may have undone what the drag began with, or let go.
    if (!tangent_ || !is_there(from, session_.library(), *tangent_)) return;
    const TipPlace at = tip_of(from, *tangent_);
    const QPointF start(area_.x_of(at.frame), area_.y_of(at.value));
    const auto pulled = [&](QPointF to) {
        return pulled_to(from, *tangent_, {area_.frame_at(to.x()), area_.value_at(to.y())});
    };
    const QPointF way = point - pressed_;
    Tangent to = pulled(start + way);
    if (one_way) {
        // Along its line it becomes longer or shorter, across it turns.
        const Tangent was = tangent_at(from, *tangent_);
        const QPointF line = start - point_of(tangent_->key);
        const double length = std::max(1e-6, std::hypot(line.x(), line.y()));
        const double along = QPointF::dotProduct(way, line) / length;
        const double across = std::abs(way.x() * line.y() - way.y() * line.x()) / length;
        to = std::abs(along) >= across
                 ? Tangent{was.slope, pulled(start + line * (along / length)).weight}
                 : Tangent{pulled(start + QPointF(0.0, way.y())).slope, was.weight};
    }
    pull(before_, to, alone, QStringLiteral("drag of a tangent"));
}

void CurvePlot::nudge_tangent(int frames, int steps, bool alone) {
    if (!tangent_) return;
    const Tangent was = tangent_at(graph(), *tangent_);
    TipPlace place = tip_of(graph(), *tangent_);
    place.frame += frames;
    place.value += frames * static_cast<double>(was.slope) + steps * step_of_value();
    Tangent to = pulled_to(graph(), *tangent_, place);
    (steps == 0 ? to.slope : to.weight) = steps == 0 ? was.slope : was.weight;
    const Document now = session_.document();
    pull(now, to, alone, {});
}

void CurvePlot::join_selected() {
    if (!tangents().empty())
        session_.apply(tr("Join tangents"),
                       join_tangents(session_.document(), session_.library(), selected_));
}

void CurvePlot::flatten_selected() {
    if (!tangents().empty())
        session_.apply(tr("Flatten tangents"),
                       flatten_tangents(session_.document(), session_.library(), selected_));
}

}  // namespace weft::editor
