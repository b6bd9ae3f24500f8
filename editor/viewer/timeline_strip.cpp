#include "viewer/timeline_strip.h"

#include <QMouseEvent>
#include <QPainter>
#include <cmath>

#include "model/groups.h"
#include "view/theme.h"

namespace weft::editor {
namespace {

constexpr double kMargin = 18.0;               // room for half a label at either end
constexpr double kLabelPitch = 64.0;           // pixels between labels, at least
constexpr double kTicks = 16.0, kKeys = 24.0;  // where ticks end and keys lie, from the top

/// The least of 1, 2, 5, 10, 20, 50, ... that is at least `v`.
int round_step(double v) {
    const int unit = static_cast<int>(std::pow(10.0, std::floor(std::log10(std::max(v, 1.0)))));
    for (const int step : {unit, 2 * unit, 5 * unit})
        if (step >= v) return step;
    return 10 * unit;
}

/// The first multiple of `step` from `frame` on.
int first_multiple(int frame, int step) {
    const int rest = ((frame % step) + step) % step;
    return rest == 0 ? frame : frame + step - rest;
}

}  // namespace

std::set<int> key_frames(const Graph& graph, const Selection& selection) {
    std::set<int> frames;
    for (const Node& node : graph.nodes)
        if (selection.empty() || selection.contains(item(node.id)))
            for (const Curve& curve : node.curves)
                for (const Keyframe& key : curve.keys) frames.insert(key.frame);
    return frames;
}

TimelineStrip::TimelineStrip(Session& session, QWidget* parent)
    : QWidget(parent), session_(session) {
    setObjectName(QStringLiteral("timeline"));
    setAccessibleName(tr("Timeline"));
    setToolTip(
        tr("Drag to go to a frame. Diamonds are keyframes of what is selected, the line "
           "below says which frames are at hand."));
    setFocusPolicy(Qt::ClickFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const auto repaint = [this] { update(); };
    for (const auto signal : {&Session::timeline_changed, &Session::graph_changed,
                              &Session::frame_changed, &Session::selection_changed})
        connect(&session, signal, this, repaint);
    connect(&session, &Session::parameters_changed, this, repaint);  // among them are keyframes
}

void TimelineStrip::show_cached(std::vector<int> frames) {
    if (frames == cached_) return;
    cached_ = std::move(frames);
    update();
}

double TimelineStrip::pitch() const {
    const Timeline& t = session_.document().timeline;
    return (width() - 2.0 * kMargin) / (t.last - t.first + 1);
}

double TimelineStrip::x_of(int frame) const {
    return kMargin + (frame - session_.document().timeline.first + 0.5) * pitch();
}

void TimelineStrip::go_to(double x) {
    session_.set_frame(session_.document().timeline.first +
                       static_cast<int>(std::floor((x - kMargin) / pitch())));
}

void TimelineStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) go_to(event->position().x());
}

void TimelineStrip::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) go_to(event->position().x());
}

void TimelineStrip::paint_ruler(QPainter& painter) const {
    const Timeline& t = session_.document().timeline;
    const int step = round_step(kLabelPitch / pitch());
    const int small = std::max(1, step / 5);
    for (int frame = first_multiple(t.first, small); frame <= t.last; frame += small) {
        const bool large = frame % step == 0;
        const double x = std::round(x_of(frame)) + 0.5;
        painter.setPen(large ? theme::mixed(theme::now().dim_text, theme::now().window, 0.28)
                             : theme::now().hover);
        painter.drawLine(QPointF(x, kTicks), QPointF(x, kTicks + (large ? 5.0 : 3.0)));
        if (!large) continue;
        const bool plays = frame >= t.in && frame <= t.out;
        painter.setPen(plays ? theme::now().dim_text
                             : theme::mixed(theme::now().dim_text, theme::now().window, 0.42));
        painter.drawText(QRectF(x - 40.0, 1.0, 80.0, kTicks - 2.0), Qt::AlignCenter,
                         QString::number(frame));
    }
}

void TimelineStrip::paint_keys(QPainter& painter) const {
    const Timeline& t = session_.document().timeline;
    painter.setPen(Qt::NoPen);
    for (const int frame : key_frames(session_.document().draft.graph,
                                      expanded(session_.document(), session_.selection()))) {
        if (frame < t.first || frame > t.last) continue;
        const QPointF at(x_of(frame), kKeys);
        painter.setBrush(frame == session_.frame() ? theme::now().accent : theme::now().text);
        painter.drawPolygon(QPolygonF{at + QPointF(0, -4), at + QPointF(4, 0), at + QPointF(0, 4),
                                      at + QPointF(-4, 0)});
    }
}

void TimelineStrip::paint_head(QPainter& painter) const {
    const QString number = QString::number(session_.frame());
    const double x = x_of(session_.frame());
    const double wide = std::max(24.0, painter.fontMetrics().horizontalAdvance(number) + 10.0);
    painter.fillRect(QRectF(std::round(x) - 0.5, kTicks - 1.0, 1.5, height() - kTicks + 1.0),
                     theme::now().accent);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme::now().accent);
    const QRectF box(x - wide / 2, 1.0, wide, kTicks - 2.0);
    painter.drawRoundedRect(box, 2.0, 2.0);
    painter.setPen(theme::now().on_accent);
    painter.drawText(box, Qt::AlignCenter, number);
}

void TimelineStrip::paintEvent(QPaintEvent*) {
    const Timeline& t = session_.document().timeline;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    painter.setFont(small);
    const double half = pitch() / 2;
    painter.fillRect(QRectF(kMargin, kTicks, width() - 2 * kMargin, height() - kTicks - 1.0),
                     theme::now().line);
    const double in = x_of(t.in) - half, out = x_of(t.out) + half;
    painter.fillRect(QRectF(in, kTicks, out - in, height() - kTicks - 1.0), theme::now().raised);
    paint_ruler(painter);
    // Runs of frames at hand, as one line each.
    const QColor cached = theme::colour(Category::kFilter);
    for (std::size_t i = 0; i < cached_.size();) {
        std::size_t end = i + 1;
        while (end < cached_.size() && cached_[end] == cached_[end - 1] + 1) ++end;
        const int from = std::max(cached_[i], t.first), to = std::min(cached_[end - 1], t.last);
        if (from <= to)
            painter.fillRect(
                QRectF(x_of(from) - half, height() - 3.0, x_of(to) - x_of(from) + pitch(), 2.0),
                cached);
        i = end;
    }
    paint_keys(painter);
    paint_head(painter);
}

}  // namespace weft::editor
