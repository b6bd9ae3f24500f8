// What hands do to curves: the mouse and the keys of the plot, as edits of keyframes.
#include <QKeyEvent>
#include <QMouseEvent>
#include <cmath>

#include "curves/curve_plot.h"

namespace weft::editor {
namespace {

constexpr double kKeyReach = 8.0, kCurveReach = 6.0, kLineReach = 4.0;  // pixels
constexpr double kNudge = 4.0;  // pixels that a step of value moves, about

TrackKeys moved(const TrackKeys& keys, int frames) {
    TrackKeys after;
    for (const TrackKey& key : keys) after.insert({key.track, key.frame + frames});
    return after;
}

}  // namespace

std::optional<TrackKey> CurvePlot::key_under(QPointF point) const {
    std::optional<TrackKey> nearest;
    double best = kKeyReach;
    for (const TrackKey& key : all_keys()) {
        // Of keyframes at the same place the current track's, so that each can be reached.
        const double d = distance(point_of(key), point) - (key.track == current_ ? 0.5 : 0.0);
        if (d >= best) continue;
        best = d;
        nearest = key;
    }
    return nearest;
}

std::optional<TrackId> CurvePlot::track_under(QPointF point) const {
    std::optional<TrackId> nearest;
    double best = kCurveReach;
    for (const auto& [track, colour] : tracks_) {
        const ParameterRef ref = parameter_of(graph(), session_.library(), track);
        const Curve& curve = *curve_of(graph(), track);
        // The line's height at the pointer, and to either side where it is steep.
        for (const double dx : {-2.0, 0.0, 2.0}) {
            const double y =
                area_.y_of(track_at(ref, curve, track.part, area_.frame_at(point.x() + dx)));
            if (std::abs(y - point.y()) >= best) continue;
            best = std::abs(y - point.y());
            nearest = track;
        }
    }
    return nearest;
}

bool CurvePlot::move_to(const Document& from, const TrackKeys& keys, int frames, double by,
                        const QString& merge) {
    const TrackKeys before = std::exchange(selected_, moved(keys, frames));
    const QString name = keys.size() == 1 ? tr("Move a keyframe") : tr("Move keyframes");
    const bool done =
        session_.apply(name, move_keys(from, session_.library(), keys, frames, by), merge);
    if (!done) select(before);
    return done;
}

double CurvePlot::step_of_value() const { return round_step(area_.values_per_pixel() * kNudge); }

void CurvePlot::nudge(int frames, int steps) {
    if (tangent_) return nudge_tangent(frames, steps, false);
    if (selected_.empty()) return;
    double step = step_of_value();
    for (const TrackKey& key : selected_)
        if (!std::holds_alternative<float>(find_key(graph(), key)->value) &&
            !std::holds_alternative<std::vector<float>>(find_key(graph(), key)->value))
            step = std::max(step, 1.0);
    const Document now = session_.document();
    const TrackKeys keys = selected_;
    move_to(now, keys, frames, steps * step, {});
}

void CurvePlot::add_here() {
    if (!current_) return;
    const int frame = session_.frame();
    if (session_.apply(tr("Add a keyframe"),
                       add_key(session_.document(), session_.library(), *current_, frame)))
        select({{*current_, frame}});
}

void CurvePlot::add_under(QPointF point) {
    const std::optional<TrackId> on = track_under(point);
    const std::optional<TrackId> track = on ? on : current_;
    if (!track) return;
    set_current(track);
    const int frame = static_cast<int>(std::lround(area_.frame_at(point.x())));
    const double grain = area_.grain();
    const double value = std::round(area_.value_at(point.y()) / grain) * grain;
    if (session_.apply(tr("Add a keyframe"),
                       add_key(session_.document(), session_.library(), *track, frame,
                               on ? std::nullopt : std::optional(value))))
        select({{*track, frame}});
}

void CurvePlot::delete_selected() {
    if (!selected_.empty())
        session_.apply(selected_.size() == 1 ? tr("Delete a keyframe") : tr("Delete keyframes"),
                       delete_keys(session_.document(), session_.library(), selected_));
}

void CurvePlot::set_kind(Interpolation interpolation) {
    if (!selected_.empty())
        session_.apply(
            tr("Go on %1").arg(QLatin1String(interpolation_name(interpolation))),
            set_interpolation(session_.document(), session_.library(), selected_, interpolation));
}

void CurvePlot::go_to_key(int step, bool extend) {
    if (!current_) return;
    const std::vector<int> frames = frames_of(graph(), *current_);
    int from = session_.frame();
    bool on_key = false;  // of this track
    for (const TrackKey& key : selected_)
        if (key.track == *current_ && (!on_key || (step > 0) == (key.frame > from))) {
            from = key.frame;
            on_key = true;
        }
    const auto is_next = [&](int frame) { return step > 0 ? frame > from : frame < from; };
    const auto ahead = std::find_if(frames.begin(), frames.end(), is_next);
    const auto behind = std::find_if(frames.rbegin(), frames.rend(), is_next);
    if (step > 0 ? ahead == frames.end() : behind == frames.rend()) return;
    TrackKeys keys = extend ? selected_ : TrackKeys();
    keys.insert({*current_, step > 0 ? *ahead : *behind});
    select(std::move(keys));
}

void CurvePlot::scrub(QPointF point) {
    session_.set_frame(static_cast<int>(std::lround(area_.frame_at(point.x()))));
}

void CurvePlot::press_key(const TrackKey& key, bool more) {
    set_current(key.track);
    take({});
    if (!selected_.contains(key)) {
        TrackKeys keys = more ? selected_ : TrackKeys();
        keys.insert(key);
        select(std::move(keys));
    } else if (more) {
        let_go_ = key;
    }
    drag_ = Drag::kKeys;
    before_ = session_.document();
    held_ = selected_;
}

void CurvePlot::mousePressEvent(QMouseEvent* event) {
    pressed_ = last_ = event->position();
    let_go_.reset();
    const Qt::KeyboardModifiers keys = event->modifiers();
    const bool left = event->button() == Qt::LeftButton;
    if (left && (keys & Qt::ControlModifier) && (keys & Qt::AltModifier)) {
        add_under(pressed_);
    } else if (event->button() == Qt::MiddleButton || (left && (keys & Qt::AltModifier))) {
        drag_ = Drag::kPan;
    } else if (left && pressed_.y() < area_.box.top()) {
        drag_ = Drag::kFrame;
        scrub(pressed_);
    } else if (const auto tip = left ? tip_under(pressed_) : std::nullopt) {
        press_tip(*tip);
    } else if (const auto key = left ? key_under(pressed_) : std::nullopt) {
        press_key(*key, keys & Qt::ShiftModifier);
    } else if (left && std::abs(pressed_.x() - area_.x_of(session_.frame())) < kLineReach) {
        drag_ = Drag::kFrame;
    } else if (left) {
        if (const auto track = track_under(pressed_)) set_current(track);
        drag_ = Drag::kBox;
        held_ = keys & Qt::ShiftModifier ? selected_ : TrackKeys();
        select(held_);
    }
}

void CurvePlot::drag_keys(QPointF point, bool one_way) {
    QPointF way = point - pressed_;
    if (one_way) (std::abs(way.x()) < std::abs(way.y()) ? way.rx() : way.ry()) = 0.0;
    const double grain = area_.grain();
    const double by = -std::round(way.y() * area_.values_per_pixel() / grain) * grain;
    const int frames = static_cast<int>(std::lround(way.x() * area_.frames_per_pixel()));
    move_to(before_, held_, frames, by, QStringLiteral("drag of keyframes"));
}

void CurvePlot::mouseMoveEvent(QMouseEvent* event) {
    const QPointF step = event->position() - last_;
    last_ = event->position();
    switch (drag_) {
        case Drag::kNone: {
            const bool on_line = last_.y() < area_.box.top() ||
                                 (!key_under(last_) && !tip_under(last_) &&
                                  std::abs(last_.x() - area_.x_of(session_.frame())) < kLineReach);
            setCursor(on_line ? Qt::SplitHCursor : Qt::ArrowCursor);
            break;
        }
        case Drag::kPan:
            area_ = panned(area_, step);
            update();
            break;
        case Drag::kFrame: scrub(last_); break;
        case Drag::kKeys:
            if (distance(last_, pressed_) < 3.0 && let_go_) break;
            let_go_.reset();
            drag_keys(last_, event->modifiers() & Qt::ShiftModifier);
            break;
        case Drag::kTip:
            if (distance(last_, pressed_) < 3.0 && !pulling_) break;
            pulling_ = true;
            drag_tip(last_, event->modifiers() & Qt::ShiftModifier,
                     event->modifiers() & Qt::ControlModifier);
            break;
        case Drag::kBox: {
            TrackKeys keys = held_;
            const QRectF box = QRectF(pressed_, last_).normalized();
            for (const TrackKey& key : all_keys())
                if (box.contains(point_of(key))) keys.insert(key);
            select(std::move(keys));
            break;
        }
    }
}

void CurvePlot::end_drag() {
    if (drag_ == Drag::kKeys || drag_ == Drag::kTip) session_.end_merge();
    drag_ = Drag::kNone;
    before_ = {};
    update();
}

void CurvePlot::mouseReleaseEvent(QMouseEvent*) {
    if (let_go_) {
        TrackKeys keys = selected_;
        keys.erase(*let_go_);
        select(std::move(keys));
    }
    end_drag();
}

void CurvePlot::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && event->position().y() >= area_.box.top() &&
        !key_under(event->position()) && !tip_under(event->position()))
        add_under(event->position());
}

void CurvePlot::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && drag_ == Drag::kKeys) {
        move_to(before_, held_, 0, 0.0, QStringLiteral("drag of keyframes"));
        end_drag();
    } else if (event->key() == Qt::Key_Escape && drag_ == Drag::kTip) {
        session_.apply(tr("Pull a tangent"), before_, QStringLiteral("drag of a tangent"));
        end_drag();
    } else if (event->key() == Qt::Key_Escape && tangent_) {
        take({});
    } else {
        QWidget::keyPressEvent(event);
    }
}

void CurvePlot::wheelEvent(QWheelEvent* event) {
    // Qt turns the wheel across with Alt, and some mice do with Shift.
    const double turn = event->angleDelta().y() + event->angleDelta().x();
    const double factor = std::pow(1.0015, turn);
    const Qt::KeyboardModifiers keys = event->modifiers();
    area_ = zoomed(area_, event->position(), keys & Qt::ShiftModifier ? 1.0 : factor,
                   keys & Qt::ControlModifier ? 1.0 : factor);
    update();
    event->accept();
}

void CurvePlot::contextMenuEvent(QContextMenuEvent* event) {
    if (const auto key = key_under(event->pos()); key && !selected_.contains(*key)) {
        set_current(key->track);
        select({*key});
    }
    Q_EMIT menu_wanted(event->globalPos());
}

}  // namespace weft::editor
