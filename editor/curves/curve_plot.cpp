#include "curves/curve_plot.h"

#include <QAccessible>
#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "graph/tangents.h"
#include "view/theme.h"

namespace weft::editor {
namespace {

constexpr double kRuler = 20.0, kValues = 52.0, kMargin = 8.0;
constexpr double kLabelPitch = 64.0, kValuePitch = 28.0;  // pixels between labels, at least
constexpr double kSample = 3.0;                           // pixels

/// Signs that tell apart how values go on: square, diamond, circle, triangle, bow.
void draw_key(QPainter& painter, QPointF at, Interpolation interpolation, double r) {
    switch (interpolation) {
        case Interpolation::kHold:
            painter.drawRect(QRectF(at.x() - r * 0.85, at.y() - r * 0.85, r * 1.7, r * 1.7));
            break;
        case Interpolation::kLinear:
            painter.drawPolygon(QPolygonF{at + QPointF(0, -r * 1.2), at + QPointF(r * 1.2, 0),
                                          at + QPointF(0, r * 1.2), at + QPointF(-r * 1.2, 0)});
            break;
        case Interpolation::kSmooth: painter.drawEllipse(at, r, r); break;
        case Interpolation::kCubic:
            painter.drawPolygon(QPolygonF{at + QPointF(0, -r * 1.2), at + QPointF(r * 1.15, r),
                                          at + QPointF(-r * 1.15, r)});
            break;
        case Interpolation::kBezier:
            painter.drawPolygon(QPolygonF{at + QPointF(-r * 1.35, -r), at + QPointF(r * 1.35, r),
                                          at + QPointF(r * 1.35, -r), at + QPointF(-r * 1.35, r)});
            break;
    }
}

}  // namespace

CurvePlot::CurvePlot(Session& session, QWidget* parent) : QWidget(parent), session_(session) {
    setObjectName(QStringLiteral("curve-plot"));
    setAccessibleName(tr("Curves"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(200, 120);
    connect(&session, &Session::frame_changed, this, [this] { update(); });
}

void CurvePlot::show_tracks(std::map<TrackId, QColor> tracks) {
    tracks_ = std::move(tracks);
    follow();
}

void CurvePlot::set_current(const std::optional<TrackId>& track) {
    if (track == current_) return;
    current_ = track;
    update();
    Q_EMIT current_changed();
}

QString CurvePlot::description() const {
    if (selected_.size() != 1) return tr("%1 keyframes are selected").arg(selected_.size());
    const TrackKey& key = *selected_.begin();
    const Keyframe& at = *find_key(graph(), key);
    QString words =
        tr("%1 at frame %2: %3, %4")
            .arg(QString::fromStdString(name_of(graph(), session_.library(), key.track)))
            .arg(key.frame)
            .arg(number_in(at.value, key.track.part))
            .arg(QLatin1String(interpolation_name(at.interpolation)));
    if (!tangent_) return words;
    const Tangent tangent = tangent_at(graph(), *tangent_);
    return tr("%1; in hand the tangent %2, slope %3, weight %4")
        .arg(words, tangent_->side == Side::kIn ? tr("into it") : tr("out of it"))
        .arg(static_cast<double>(tangent.slope))
        .arg(static_cast<double>(tangent.weight));
}

void CurvePlot::follow() {
    TrackKeys kept = still_there(graph(), selected_);
    std::erase_if(kept, [this](const TrackKey& key) { return !tracks_.contains(key.track); });
    selected_ = std::move(kept);
    if (tangent_ &&
        (!selected_.contains(tangent_->key) || !is_there(graph(), session_.library(), *tangent_)))
        tangent_.reset();
    if (const QString words = description(); words != accessibleDescription()) {
        setAccessibleDescription(words);
        QAccessibleEvent event(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
    }
    update();
    Q_EMIT selected_changed();
}

void CurvePlot::select(TrackKeys keys) {
    selected_ = std::move(keys);
    follow();
}

TrackKeys CurvePlot::all_keys() const {
    TrackKeys keys;
    for (const auto& [track, colour] : tracks_)
        for (const int frame : frames_of(graph(), track)) keys.insert({track, frame});
    return keys;
}

void CurvePlot::select_all() { select(all_keys()); }

void CurvePlot::frame_all() { frame_keys(all_keys()); }

void CurvePlot::frame_selected() { frame_keys(selected_.empty() ? all_keys() : selected_); }

void CurvePlot::frame_keys(const TrackKeys& keys) {
    const Timeline& timeline = session_.document().timeline;
    double first = timeline.first, last = timeline.last, low = 0.0, high = 1.0;
    bool any = false;
    for (const TrackKey& key : keys) {
        const double value = number_in(find_key(graph(), key)->value, key.track.part);
        first = any ? std::min<double>(first, key.frame) : key.frame;
        last = any ? std::max<double>(last, key.frame) : key.frame;
        low = any ? std::min(low, value) : value;
        high = any ? std::max(high, value) : value;
        any = true;
    }
    // Where tangents lead beyond keyframes, and their own tips, are seen too.
    for (const TrackKey& key : keys) {
        const ParameterRef ref = parameter_of(graph(), session_.library(), key.track);
        const Curve& curve = *curve_of(graph(), key.track);
        for (const int frame : telling_frames(curve)) {
            if (frame < first || frame > last) continue;
            low = std::min(low, track_at(ref, curve, key.track.part, frame));
            high = std::max(high, track_at(ref, curve, key.track.part, frame));
        }
    }
    for (const TangentId& id : tangents()) {
        if (!keys.contains(id.key)) continue;
        low = std::min(low, tip_of(graph(), id).value);
        high = std::max(high, tip_of(graph(), id).value);
    }
    area_ = framed(area_, first, last, low, high);
    update();
}

QPointF CurvePlot::point_of(const TrackKey& key) const {
    return {area_.x_of(key.frame),
            area_.y_of(number_in(find_key(graph(), key)->value, key.track.part))};
}

void CurvePlot::resizeEvent(QResizeEvent*) {
    area_.box = QRectF(kValues, kRuler, std::max(1.0, width() - kValues - kMargin),
                       std::max(1.0, height() - kRuler - kMargin));
}

void CurvePlot::paint_grid(QPainter& painter) const {
    const theme::Colours& c = theme::now();
    const Timeline& t = session_.document().timeline;
    painter.fillRect(rect(), c.field);
    // What plays lies on the lighter ground.
    const QRectF plays(QPointF(area_.x_of(t.in - 0.5), area_.box.top()),
                       QPointF(area_.x_of(t.out + 0.5), area_.box.bottom()));
    painter.fillRect(plays.intersected(area_.box), theme::mixed(c.field, c.raised, 0.5));
    const QColor faint = theme::mixed(c.field, c.dim_text, 0.22);
    const double frames = std::max(1.0, round_step(kLabelPitch * area_.frames_per_pixel()));
    for (double f = std::ceil(area_.first_frame / frames) * frames; f <= area_.last_frame;
         f += frames) {
        const double x = std::round(area_.x_of(f)) + 0.5;
        painter.setPen(faint);
        painter.drawLine(QPointF(x, area_.box.top()), QPointF(x, area_.box.bottom()));
        painter.setPen(c.dim_text);
        painter.drawText(QRectF(x - 40, 1, 80, kRuler - 3), Qt::AlignCenter,
                         QString::number(std::lround(f)));
    }
    const double values = round_step(kValuePitch * area_.values_per_pixel());
    for (double n = std::ceil(area_.low / values); n * values <= area_.high; n += 1.0) {
        const double y = std::round(area_.y_of(n * values)) + 0.5;
        painter.setPen(n == 0.0 ? theme::mixed(c.field, c.dim_text, 0.5) : faint);
        painter.drawLine(QPointF(area_.box.left(), y), QPointF(area_.box.right(), y));
        painter.setPen(c.dim_text);
        painter.drawText(QRectF(0, y - 9, kValues - 6, 18), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(n * values, 'g', 5));
    }
}

void CurvePlot::paint_track(QPainter& painter, const TrackId& track, const QColor& colour) const {
    const Curve& curve = *curve_of(graph(), track);
    const ParameterRef ref = parameter_of(graph(), session_.library(), track);
    const auto point = [&](double frame) {
        return QPointF(area_.x_of(frame), area_.y_of(track_at(ref, curve, track.part, frame)));
    };
    const Keyframe& first = curve.keys.front();
    QPainterPath path(QPointF(area_.box.left() - 1.0, point(first.frame).y()));
    path.lineTo(point(first.frame));
    for (std::size_t i = 1; i < curve.keys.size(); ++i) {
        const Keyframe &from = curve.keys[i - 1], &to = curve.keys[i];
        const QPointF end = point(to.frame);
        if (holds(ref, from, to)) {
            path.lineTo(end.x(), path.currentPosition().y());
        } else if (from.interpolation != Interpolation::kLinear) {
            // Where it is seen, and a little before.
            const double left = std::max(area_.x_of(from.frame), area_.box.left() - kSample);
            const double right = std::min(end.x(), area_.box.right() + kSample);
            for (double x = left + kSample; x < right; x += kSample)
                path.lineTo(point(area_.frame_at(x)));
        }
        path.lineTo(end);
    }
    path.lineTo(std::max(area_.box.right(), path.currentPosition().x()) + 1.0,
                path.currentPosition().y());
    const bool current = track == current_;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(current ? colour : theme::mixed(colour, theme::now().field, 0.25),
                        current ? 2.0 : 1.2));
    painter.drawPath(path);
}

void CurvePlot::paint_keys(QPainter& painter, const TrackId& track, const QColor& colour) const {
    for (const Keyframe& key : curve_of(graph(), track)->keys) {
        const TrackKey id{track, key.frame};
        const QPointF at = point_of(id);
        if (!area_.box.adjusted(-8, -8, 8, 8).contains(at)) continue;
        const bool lit = selected_.contains(id);
        painter.setPen(QPen(lit ? theme::now().text : colour, lit ? 1.6 : 1.2));
        painter.setBrush(lit ? theme::now().accent : theme::now().field);
        draw_key(painter, at, key.interpolation, lit ? 4.6 : 3.8);
    }
}

void CurvePlot::paint_frame(QPainter& painter) const {
    const theme::Colours& c = theme::now();
    const double x = area_.x_of(session_.frame());
    if (x < area_.box.left() - 1.0 || x > area_.box.right() + 1.0) return;
    const QString number = QString::number(session_.frame());
    const double wide = std::max(24.0, painter.fontMetrics().horizontalAdvance(number) + 10.0);
    painter.setPen(QPen(c.accent, 1.2));
    painter.drawLine(QPointF(x, kRuler - 2.0), QPointF(x, area_.box.bottom()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(c.accent);
    const QRectF box(x - wide / 2, 2.0, wide, kRuler - 5.0);
    painter.drawRoundedRect(box, 2.0, 2.0);
    painter.setPen(c.on_accent);
    painter.drawText(box, Qt::AlignCenter, number);
}

void CurvePlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    painter.setFont(small);
    paint_grid(painter);
    painter.setClipRect(area_.box.adjusted(-6, 0, 6, 6));
    for (const auto& [track, colour] : tracks_) paint_track(painter, track, colour);
    paint_tips(painter);
    for (const auto& [track, colour] : tracks_) paint_keys(painter, track, colour);
    if (drag_ == Drag::kBox) {
        QColor fill = theme::now().accent;
        painter.setPen(fill);
        fill.setAlpha(36);
        painter.setBrush(fill);
        painter.drawRect(QRectF(pressed_, last_).normalized());
    }
    painter.setClipping(false);
    paint_frame(painter);
    if (tracks_.empty()) {
        const QString words =
            tr("Nothing that is selected changes over time.\nThe diamond beside a parameter sets a "
               "keyframe.");
        const int how = Qt::AlignCenter | Qt::TextWordWrap;
        painter.fillRect(painter.boundingRect(area_.box, how, words).adjusted(-12, -8, 12, 8),
                         theme::now().field);
        painter.setPen(theme::now().dim_text);
        painter.drawText(area_.box, how, words);
    }
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(theme::now().accent);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

}  // namespace weft::editor
