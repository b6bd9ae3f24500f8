#include "viewer/scopes_panel.h"

#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "view/hand_over.h"
#include "view/theme.h"

namespace weft::editor {
namespace {

constexpr double kScopeMargin = 12.0, kTitle = 18.0;

void paint_title(QPainter& painter, const QRectF& box, const QString& title) {
    painter.setPen(theme::now().dim_text);
    painter.drawText(QRectF(box.left(), box.top() - kTitle, box.width(), kTitle),
                     Qt::AlignLeft | Qt::AlignVCenter, title);
}

}  // namespace

ScopesPanel::ScopesPanel(QWidget* parent)
    : QWidget(parent),
      work_([this](const Request& request, int number, const std::atomic<bool>& cancel) {
          work(request, number, cancel);
      }) {
    setObjectName(QStringLiteral("scopes"));
    setAccessibleName(tr("Scopes"));
    setMinimumSize(300, 200);
}

void ScopesPanel::show_picture(const Layer& layer, std::optional<Rect> region) {
    if (!isVisible()) return;
    subject_ = Subject{layer, region};
    counted_ = false;
    measure();
}

void ScopesPanel::show_transform(const DisplayTransform& transform) {
    transform_ = transform;
    transform_.channel = Channel::kColour;
    measure();
}

void ScopesPanel::hideEvent(QHideEvent*) {
    subject_.reset();
    Q_EMIT visibility_changed();
}

/// One after the other: of what changes faster than it is measured, something is always shown.
void ScopesPanel::measure() {
    if (!subject_) return;
    if (busy_) {
        again_ = true;
        return;
    }
    busy_ = true;
    work_.request({*subject_, transform_, !std::exchange(counted_, true)});
}

void ScopesPanel::work(const Request& request, int number, const std::atomic<bool>& cancel) {
    const Subject& subject = request.subject;
    const Rect area = subject.area();
    Scopes scopes = editor::scopes(subject.layer, area, request.transform, kScopeLevels, cancel);
    std::optional<Measured> measured;
    if (request.counts)
        measured = Measured{subject.region, area, statistics(subject.layer, area, cancel)};
    hand_over(this, [this, number, scopes = std::move(scopes), measured = std::move(measured)] {
        if (!work_.is_latest(number)) return;
        busy_ = false;
        scopes_ = scopes;
        if (measured) measured_ = measured;
        update();
        if (std::exchange(again_, false)) measure();
    });
}

QStringList ScopesPanel::numbers() const {
    if (!measured_) return {};
    const Rect& d = measured_->area;
    const std::vector<PlaneStatistics>& planes = measured_->statistics;
    QStringList lines{tr("%1 %2×%3 at %4, %5")
                          .arg(measured_->region ? tr("Region") : tr("Picture"))
                          .arg(d.width())
                          .arg(d.height())
                          .arg(d.x0)
                          .arg(d.y0)};
    static constexpr const char* kNames[] = {"r", "g", "b", "a"};
    const auto number = [](double v) { return QString::number(v, 'f', 4); };
    for (std::size_t p = 0; p < std::min<std::size_t>(planes.size(), 4); ++p) {
        const PlaneStatistics& s = planes[p];
        QString line = tr("%1  min %2  mean %3  max %4")
                           .arg(QLatin1String(planes.size() == 1 ? "v" : kNames[p]),
                                number(static_cast<double>(s.minimum)), number(s.mean),
                                number(static_cast<double>(s.maximum)));
        if (s.not_finite > 0) line += tr("  %1 not finite").arg(s.not_finite);
        lines.append(line);
    }
    return lines;
}

void ScopesPanel::paint_histogram(QPainter& painter, const QRectF& box) const {
    // The ends, where all that is too dark or too bright lies, do not set the scale.
    int most = 1;
    for (const auto& colour : scopes_.histogram)
        for (std::size_t v = 1; v + 1 < colour.size(); ++v) most = std::max(most, colour[v]);
    painter.setCompositionMode(QPainter::CompositionMode_Plus);
    painter.setPen(Qt::NoPen);
    static constexpr QRgb kColours[] = {qRgb(112, 34, 32), qRgb(32, 96, 40), qRgb(36, 54, 120)};
    for (std::size_t c = 0; c < 3; ++c) {
        QPolygonF outline{box.bottomLeft()};
        for (std::size_t v = 0; v < scopes_.histogram[c].size(); ++v) {
            const double share =
                std::sqrt(std::min(1.0, static_cast<double>(scopes_.histogram[c][v]) / most));
            outline << QPointF(box.left() + box.width() * static_cast<double>(v) / 255.0,
                               box.bottom() - box.height() * share);
        }
        outline << box.bottomRight();
        painter.setBrush(QColor(kColours[c]));
        painter.drawPolygon(outline);
    }
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
}

void ScopesPanel::paint_vectorscope(QPainter& painter, const QRectF& box) const {
    painter.drawImage(box, scopes_.vectorscope);
    painter.setPen(QPen(QColor(70, 70, 70), 1.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(box);
    painter.drawLine(QPointF(box.center().x(), box.top()), QPointF(box.center().x(), box.bottom()));
    painter.drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
    // Where colours of three quarters are.
    static constexpr int kColours[6][3] = {{191, 0, 0},   {191, 191, 0}, {0, 191, 0},
                                           {0, 191, 191}, {0, 0, 191},   {191, 0, 191}};
    for (const auto& c : kColours) {
        const QPointF at = box.topLeft() + vectorscope_place(c[0], c[1], c[2]) *
                                               (box.width() / (kScopeLevels - 1.0));
        painter.setPen(QPen(QColor(c[0], c[1], c[2]).lighter(120), 1.0));
        painter.drawRect(QRectF(at - QPointF(3, 3), QSizeF(6, 6)));
    }
}

void ScopesPanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.fillRect(rect(), theme::now().pane);
    if (!measured_) return;
    const QStringList lines = numbers();
    const double line = painter.fontMetrics().height() + 2.0;
    const double text = line * static_cast<double>(lines.size()) + kScopeMargin;
    // Two over each other on the left, the vectorscope on the right, numbers below all.
    const double high = height() - text - 2 * kScopeMargin - kTitle;
    const double round = std::max(40.0, std::min(high, width() * 0.45));
    const double wide = width() - round - 3 * kScopeMargin, each = (high - kTitle - 6.0) / 2.0;
    const double top = kScopeMargin + kTitle;
    const QRectF first(kScopeMargin, top, wide, each);
    const QRectF second(kScopeMargin, top + each + kTitle + 6.0, wide, each);
    const QRectF third(2 * kScopeMargin + wide, top + (high - round) / 2.0, round, round);
    for (const QRectF& dark : {first, second}) painter.fillRect(dark, QColor(16, 16, 16));
    paint_title(painter, first, tr("Histogram"));
    paint_histogram(painter, first);
    paint_title(painter, second, tr("Waveform"));
    painter.drawImage(second, scopes_.waveform);
    painter.setPen(QPen(QColor(255, 255, 255, 28), 1.0));
    for (int quarter = 1; quarter < 4; ++quarter) {
        const double level = second.bottom() - second.height() * quarter / 4.0;
        painter.drawLine(QPointF(second.left(), level), QPointF(second.right(), level));
    }
    paint_title(painter, QRectF(third.left(), top, round, round), tr("Vectorscope"));
    QPainterPath circle;
    circle.addEllipse(third);
    painter.fillPath(circle, QColor(16, 16, 16));
    painter.setClipPath(circle);
    paint_vectorscope(painter, third);
    painter.setClipping(false);
    painter.setPen(theme::now().text);
    for (qsizetype i = 0; i < lines.size(); ++i)
        painter.drawText(QRectF(kScopeMargin, height() - text + line * static_cast<double>(i),
                                width() - kScopeMargin, line),
                         Qt::AlignLeft | Qt::AlignVCenter, lines[i]);
}

}  // namespace weft::editor
