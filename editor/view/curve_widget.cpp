#include "view/curve_widget.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QStyle>
#include <algorithm>
#include <cmath>

#include "view/theme.h"

namespace weft::editor {
namespace {

constexpr double kHit = 9.0, kRadius = 4.0;  // pixels
constexpr int kFields = 20;                  // from 0 to 1, to which Ctrl snaps
constexpr double kFineWay = 0.1;             // of the way, with Shift
constexpr double kStep = 0.01;               // of a key
constexpr int kSamples = 160;

double snapped(double v) { return std::round(v * kFields) / kFields; }

QString number(double v) { return QString::number(std::round(v * 1000.0) / 1000.0); }

}  // namespace

CurveWidget::CurveWidget(const ParameterRef& parameter, QWidget* parent)
    : QWidget(parent), parameter_(parameter) {
    setObjectName(QStringLiteral("curve"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    describe();
}

void CurveWidget::show_points(CurvePoints points) {
    if (current_ >= static_cast<int>(points.size())) current_ = -1;
    points_ = std::move(points);
    // What is dragged beyond the window must not pull the window along.
    if (!dragging_) window_ = window_of(points_);
    sample();
    describe();
    update();
}

void CurveWidget::sample() {
    samples_ = shape_ ? shape_(window_.left, window_.right, kSamples) : std::vector<float>();
}

QRectF CurveWidget::box() const { return QRectF(rect()).adjusted(8.0, 8.0, -8.0, -8.0); }

QPointF CurveWidget::place_of(CurvePoint p) const {
    const QRectF b = box();
    return {b.left() + (p.in - window_.left) / (window_.right - window_.left) * b.width(),
            b.bottom() - (p.out - window_.bottom) / (window_.top - window_.bottom) * b.height()};
}

CurvePoint CurveWidget::point_at(QPointF place) const {
    const QRectF b = box();
    return {
        window_.left + (place.x() - b.left()) / b.width() * (window_.right - window_.left),
        window_.bottom + (b.bottom() - place.y()) / b.height() * (window_.top - window_.bottom)};
}

int CurveWidget::hit(QPointF place) const {
    int nearest = -1;
    double least = kHit;
    for (std::size_t i = 0; i < points_.size(); ++i) {
        const QPointF way = place_of(points_[i]) - place;
        if (const double far = std::hypot(way.x(), way.y()); far < least) {
            least = far;
            nearest = static_cast<int>(i);
        }
    }
    return nearest;
}

/// Of the curve as it is drawn.
double CurveWidget::output_at(double in) const {
    if (samples_.size() > 1) {
        const double at = (in - window_.left) / (window_.right - window_.left) *
                          static_cast<double>(samples_.size() - 1);
        const auto i = static_cast<std::size_t>(
            std::clamp(at, 0.0, static_cast<double>(samples_.size()) - 2.0));
        const double t = at - static_cast<double>(i);
        return samples_[i] + t * (static_cast<double>(samples_[i + 1]) - samples_[i]);
    }
    for (std::size_t i = 0; i + 1 < points_.size(); ++i)
        if (in <= points_[i + 1].in && in >= points_[i].in)
            return points_[i].out + (in - points_[i].in) / (points_[i + 1].in - points_[i].in) *
                                        (points_[i + 1].out - points_[i].out);
    return points_.empty()           ? in
           : in < points_.front().in ? points_.front().out
                                     : points_.back().out;
}

void CurveWidget::take(const CurveEdit& edit, bool on_the_way) {
    current_ = edit.current;
    if (edit.points == points_) {
        describe();
        update();
        return;
    }
    show_points(edit.points);
    const QString text = QString::fromStdString(text_of(points_));
    if (on_the_way)
        Q_EMIT dragged(text);
    else
        Q_EMIT edited(text);
}

void CurveWidget::choose(int which) {
    current_ = which;
    describe();
    update();
}

/// For who does not see it.
void CurveWidget::describe() {
    const auto count = static_cast<int>(points_.size());
    QString words = count == 0   ? tr("a straight line, no points")
                    : count == 1 ? tr("1 point")
                                 : tr("%1 points").arg(count);
    if (current_ >= 0) {
        const CurvePoint& p = points_[static_cast<std::size_t>(current_)];
        words += tr("; point %1: input %2, output %3")
                     .arg(current_ + 1)
                     .arg(number(p.in), number(p.out));
    }
    if (words == accessibleDescription()) return;
    setAccessibleDescription(words);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

void CurveWidget::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    pressed_ = last_ = event->position();
    int which = hit(pressed_);
    added_ = which < 0;
    dragging_ = true;
    moved_ = false;
    if (which < 0) {
        take(add_point(points_, point_at(pressed_), parameter_), true);
        which = current_;
        moved_ = which >= 0;
    }
    choose(which);
    dragging_ = which >= 0;
    if (dragging_) exact_ = points_[static_cast<std::size_t>(which)];
    event->accept();
}

void CurveWidget::mouseMoveEvent(QMouseEvent* event) {
    const QPointF place = event->position();
    if (!dragging_) {
        if (const int under = hit(place); under != hovered_) {
            hovered_ = under;
            update();
        }
        return;
    }
    const bool fine = event->modifiers() & Qt::ShiftModifier;
    const CurvePoint from = point_at(last_), to = point_at(place);
    exact_.in += (to.in - from.in) * (fine ? kFineWay : 1.0);
    exact_.out += (to.out - from.out) * (fine ? kFineWay : 1.0);
    last_ = place;
    // A click with an unsteady hand moves nothing.
    if (!moved_ && (place - pressed_).manhattanLength() < 3.0) return;
    moved_ = true;
    const bool fields = event->modifiers() & Qt::ControlModifier;
    take(move_point(points_, current_,
                    fields ? CurvePoint{snapped(exact_.in), snapped(exact_.out)} : exact_,
                    parameter_),
         true);
}

void CurveWidget::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !dragging_) return;
    dragging_ = false;
    if (moved_) Q_EMIT drag_ended();
    show_points(points_);
}

/// On nothing the first of the clicks has added a point, which is to stay.
void CurveWidget::mouseDoubleClickEvent(QMouseEvent* event) {
    const int which = hit(event->position());
    if (event->button() == Qt::LeftButton && which >= 0 && !added_)
        take(remove_point(points_, which), false);
}

void CurveWidget::leaveEvent(QEvent*) {
    hovered_ = -1;
    update();
}

bool CurveWidget::event(QEvent* event) {
    // These keys are the curve's, not the window's.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        for (const int own :
             {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down, Qt::Key_Home, Qt::Key_End,
              Qt::Key_I, Qt::Key_Insert, Qt::Key_Delete, Qt::Key_Backspace})
            if (key->key() == own) {
                event->accept();
                return true;
            }
    }
    return QWidget::event(event);
}

void CurveWidget::focusInEvent(QFocusEvent* event) {
    if (current_ < 0 && !points_.empty() && event->reason() != Qt::MouseFocusReason) choose(0);
    QWidget::focusInEvent(event);
    update();
}

void CurveWidget::keyPressEvent(QKeyEvent* event) {
    const auto count = static_cast<int>(points_.size());
    const bool moves = event->modifiers() & Qt::AltModifier;
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Right:
        case Qt::Key_Up:
        case Qt::Key_Down:
            if (moves && current_ >= 0)
                move_by_keys(*event);
            else if (!moves && count > 0 && event->key() == Qt::Key_Left)
                choose(std::max(current_ - 1, 0));
            else if (!moves && count > 0 && event->key() == Qt::Key_Right)
                choose(std::min(current_ + 1, count - 1));
            else
                QWidget::keyPressEvent(event);
            break;
        case Qt::Key_Home:
            if (count > 0) choose(0);
            break;
        case Qt::Key_End: choose(count - 1); break;
        case Qt::Key_I:
        case Qt::Key_Insert: {
            // Halfway to the next point, or to the side of what is seen.
            const double left =
                current_ < 0 ? window_.left : points_[static_cast<std::size_t>(current_)].in;
            const double right = current_ + 1 < count
                                     ? points_[static_cast<std::size_t>(current_) + 1].in
                                     : window_.right;
            const double in = (left + right) / 2.0;
            take(add_point(points_, {in, output_at(in)}, parameter_), false);
            break;
        }
        case Qt::Key_Delete:
        case Qt::Key_Backspace:
            if (current_ >= 0) take(remove_point(points_, current_), false);
            break;
        default: QWidget::keyPressEvent(event);
    }
}

/// Alt and an arrow: finely with Shift, from field to field with Ctrl.
void CurveWidget::move_by_keys(QKeyEvent& event) {
    const double step = event.modifiers() & Qt::ShiftModifier     ? kStep * kFineWay
                        : event.modifiers() & Qt::ControlModifier ? 1.0 / kFields
                                                                  : kStep;
    CurvePoint p = points_[static_cast<std::size_t>(current_)];
    if (event.key() == Qt::Key_Left || event.key() == Qt::Key_Right)
        p.in += event.key() == Qt::Key_Right ? step : -step;
    else
        p.out += event.key() == Qt::Key_Up ? step : -step;
    take(move_point(points_, current_, p, parameter_), false);
}

void CurveWidget::paintEvent(QPaintEvent*) {
    const theme::Colours& colours = theme::now();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hasFocus() ? colours.accent : colours.line, 1.0));
    painter.setBrush(colours.field);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 2.0, 2.0);
    painter.setClipRect(rect().adjusted(1, 1, -1, -1));

    painter.setPen(QPen(theme::mixed(colours.field, colours.text, 0.1), 1.0));
    for (int i = 0; i <= 4; ++i) {
        painter.drawLine(place_of({i / 4.0, window_.bottom}), place_of({i / 4.0, window_.top}));
        painter.drawLine(place_of({window_.left, i / 4.0}), place_of({window_.right, i / 4.0}));
    }
    painter.setPen(QPen(theme::mixed(colours.field, colours.text, 0.25), 1.0, Qt::DashLine));
    painter.drawLine(place_of({window_.left, window_.left}),
                     place_of({window_.right, window_.right}));

    QPainterPath curve;
    const auto to = [&](CurvePoint p) {
        curve.elementCount() == 0 ? curve.moveTo(place_of(p)) : curve.lineTo(place_of(p));
    };
    for (std::size_t i = 0; i < samples_.size(); ++i)
        to({window_.left + static_cast<double>(i) / static_cast<double>(samples_.size() - 1) *
                               (window_.right - window_.left),
            samples_[i]});
    if (samples_.empty() && points_.empty()) {
        to({window_.left, window_.left});
        to({window_.right, window_.right});
    } else if (samples_.empty()) {
        for (const CurvePoint& p : points_) to(p);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colours.text, 1.6));
    painter.drawPath(curve);

    for (std::size_t i = 0; i < points_.size(); ++i) {
        const int which = static_cast<int>(i);
        const double radius = kRadius + (which == hovered_ || which == current_ ? 1.0 : 0.0);
        painter.setPen(QPen(which == current_ ? colours.accent : colours.text, 1.4));
        painter.setBrush(which == current_ ? colours.accent : colours.field);
        painter.drawEllipse(place_of(points_[i]), radius, radius);
    }
    painter.setPen(colours.dim_text);
    QFont small = font();
    small.setPointSizeF(8.0);
    painter.setFont(small);
    QString words = points_.empty() ? tr("Click to add a point") : QString();
    if (const int said = dragging_ || hovered_ < 0 ? current_ : hovered_; said >= 0) {
        const CurvePoint& p = points_[static_cast<std::size_t>(said)];
        words = tr("%1 → %2").arg(number(p.in), number(p.out));
    }
    painter.drawText(box(), Qt::AlignLeft | Qt::AlignTop, words);
}

}  // namespace weft::editor
