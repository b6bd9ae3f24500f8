#include "viewer/picture_view.h"

#include <QMouseEvent>
#include <QPainter>
#include <cmath>

namespace weft::editor {

PictureView::PictureView(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("picture"));
    setAccessibleName(tr("Picture"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(160, 90);
}

void PictureView::show_picture(std::shared_ptr<const Picture> picture, int reduction) {
    picture_ = std::move(picture);
    placement_.reduction = reduction;
    image_ = {};
    if (fitted_ && picture_) fit();
    update();
}

void PictureView::set_transform(const DisplayTransform& transform) {
    transform_ = transform;
    image_ = {};
    update();
}

QRectF PictureView::frame() const {
    if (!picture_) return {};
    const Rect d = picture_->domain();
    const double step = placement_.zoom * placement_.reduction;
    return {placement_.origin + QPointF(d.x0, d.y0) * step,
            QSizeF(d.width() * step, d.height() * step)};
}

void PictureView::fit() {
    fitted_ = true;
    if (!picture_ || width() < 1) return;
    const Rect d = picture_->domain();
    const double n = placement_.reduction;
    const double zoom =
        std::min((width() - 24.0) / (d.width() * n), (height() - 24.0) / (d.height() * n));
    placement_.zoom = std::clamp(zoom, 0.01, 64.0);
    const QPointF middle(d.x0 + d.width() / 2.0, d.y0 + d.height() / 2.0);
    placement_.origin = QPointF(width() / 2.0, height() / 2.0) - middle * placement_.zoom * n;
    image_ = {};
    update();
    Q_EMIT zoomed(placement_.zoom);
}

void PictureView::zoom_to(double zoom) { zoom_at(QPointF(width(), height()) / 2.0, zoom); }

void PictureView::zoom_at(QPointF point, double zoom) {
    zoom = std::clamp(zoom, 0.01, 64.0);
    placement_.origin = point - (point - placement_.origin) * (zoom / placement_.zoom);
    placement_.zoom = zoom;
    fitted_ = false;
    image_ = {};
    update();
    Q_EMIT zoomed(zoom);
}

void PictureView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), QColor(22, 22, 22));
    if (!picture_) return;
    if (image_.isNull()) {
        const double scale = devicePixelRatioF();
        Placement placement = placement_;
        placement.origin *= scale;
        placement.zoom *= scale;
        image_ = shown(*picture_, transform_, placement, size() * scale);
        image_.setDevicePixelRatio(scale);
    }
    painter.drawImage(0, 0, image_);
    painter.setPen(QColor(60, 60, 60));
    painter.drawRect(frame().adjusted(-1, -1, 0, 0));
}

void PictureView::mousePressEvent(QMouseEvent* event) { last_ = event->position(); }

void PictureView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF step = event->position() - last_;
    last_ = event->position();
    const bool alt = event->modifiers() & Qt::AltModifier;
    if ((event->buttons() & Qt::MiddleButton) || (alt && (event->buttons() & Qt::LeftButton))) {
        placement_.origin += step;
        fitted_ = false;
        image_ = {};
        update();
    }
    probe(event->position());
}

void PictureView::leaveEvent(QEvent*) { Q_EMIT probed({}); }

void PictureView::probe(QPointF point) {
    if (!picture_) return;
    const QPointF at = (point - placement_.origin) / (placement_.zoom * placement_.reduction);
    const int x = static_cast<int>(std::floor(at.x())), y = static_cast<int>(std::floor(at.y()));
    if (!picture_->domain().contains(x, y)) {
        Q_EMIT probed({});
        return;
    }
    QString text =
        QStringLiteral("x %1  y %2").arg(x * placement_.reduction).arg(y * placement_.reduction);
    static constexpr const char* kNames[] = {"r", "g", "b", "a"};
    for (int p = 0; p < std::min(picture_->planes(), 4); ++p)
        text += QStringLiteral("   %1 %2")
                    .arg(QLatin1String(picture_->planes() == 1 ? "v" : kNames[p]))
                    .arg(static_cast<double>(picture_->at(x, y, p)), 0, 'f', 5);
    Q_EMIT probed(text);
}

void PictureView::wheelEvent(QWheelEvent* event) {
    zoom_at(event->position(), placement_.zoom * std::pow(1.0015, event->angleDelta().y()));
    event->accept();
}

void PictureView::resizeEvent(QResizeEvent*) {
    image_ = {};
    if (fitted_) fit();
}

}  // namespace weft::editor
