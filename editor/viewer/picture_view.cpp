#include "viewer/picture_view.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "view/theme.h"
#include "viewer/statistics.h"

namespace weft::editor {

PictureView::PictureView(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("picture"));
    setAccessibleName(tr("Picture"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(160, 90);
}

void PictureView::show_picture(std::shared_ptr<const Picture> picture, int reduction,
                               std::shared_ptr<const Picture> other) {
    picture_ = std::move(picture);
    other_ = std::move(other);
    placement_.reduction = reduction;
    compare_anew();
    if (fitted_ && picture_) fit();
}

void PictureView::set_compare(Compare compare) {
    compare_ = compare;
    compare_anew();
    if (fitted_) fit();
}

void PictureView::compare_anew() {
    difference_ = compare_ == Compare::kDifference && picture_ && other_
                      ? std::make_shared<Picture>(difference(*picture_, *other_))
                      : nullptr;
    forget_images();
}

void PictureView::set_region(std::optional<Rect> region) {
    region_ = region;
    update();
    Q_EMIT region_changed();
}

void PictureView::forget_images() {
    image_ = other_image_ = {};
    update();
}

const Picture* PictureView::shown_here() const {
    return difference_ ? difference_.get() : picture_.get();
}

double PictureView::room() const {
    return compare_ == Compare::kSideBySide && other_ ? width() / 2 : width();  // whole pixels
}

void PictureView::set_transform(const DisplayTransform& transform) {
    transform_ = transform;
    forget_images();
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
        std::min((room() - 24.0) / (d.width() * n), (height() - 24.0) / (d.height() * n));
    placement_.zoom = std::clamp(zoom, 0.01, 64.0);
    const QPointF middle(d.x0 + d.width() / 2.0, d.y0 + d.height() / 2.0);
    placement_.origin = QPointF(room() / 2.0, height() / 2.0) - middle * placement_.zoom * n;
    forget_images();
    Q_EMIT zoomed(placement_.zoom);
}

void PictureView::zoom_to(double zoom) { zoom_at(QPointF(room(), height()) / 2.0, zoom); }

void PictureView::zoom_at(QPointF point, double zoom) {
    zoom = std::clamp(zoom, 0.01, 64.0);
    placement_.origin = point - (point - placement_.origin) * (zoom / placement_.zoom);
    placement_.zoom = zoom;
    fitted_ = false;
    forget_images();
    Q_EMIT zoomed(zoom);
}

void PictureView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), QColor(22, 22, 22));
    if (!picture_) return;
    if (image_.isNull()) image_ = image_of(*shown_here(), {});
    if (compare_ == Compare::kNone || compare_ == Compare::kDifference || !other_) {
        painter.drawImage(0, 0, image_);
    } else {
        const bool beside = compare_ == Compare::kSideBySide;
        const double middle = beside ? room() : wipe_x();
        if (other_image_.isNull()) other_image_ = image_of(*other_, {beside ? room() : 0.0, 0.0});
        painter.setClipRect(QRectF(0, 0, middle, height()));
        painter.drawImage(0, 0, image_);
        painter.setClipRect(QRectF(middle, 0, width() - middle, height()));
        painter.drawImage(0, 0, other_image_);
        painter.setClipping(false);
        painter.setPen(QColor(beside ? 60 : 230, beside ? 60 : 230, beside ? 60 : 230));
        painter.drawLine(QPointF(middle, 0), QPointF(middle, height()));
    }
    painter.setPen(QColor(60, 60, 60));
    if (room() == width()) painter.drawRect(frame().adjusted(-1, -1, 0, 0));
    paint_region(painter);
    paint_handles(painter);
}

QImage PictureView::image_of(const Picture& picture, QPointF shift) const {
    const double scale = devicePixelRatioF();
    Placement placement = placement_;
    placement.origin = (placement.origin + shift) * scale;
    placement.zoom *= scale;
    QImage image = shown(picture, transform_, placement, size() * scale);
    image.setDevicePixelRatio(scale);
    return image;
}

double PictureView::wipe_x() const { return frame().left() + wipe_ * frame().width(); }

QPointF PictureView::pixel_at(QPointF point) const {
    return (point - placement_.origin) / placement_.zoom;
}

void PictureView::show_handles(std::vector<HandleMark> handles, bool figure) {
    if (handles == handles_ && figure == figure_) return;
    handles_ = std::move(handles);
    figure_ = figure;
    if (handle_ >= static_cast<int>(handles_.size())) handle_ = -1;
    update();
}

QPointF PictureView::handle_at(int handle) const {
    return placement_.origin + handles_[static_cast<std::size_t>(handle)].place * placement_.zoom;
}

int PictureView::handle_under(QPointF point, bool below) const {
    int found = -1;
    for (int i = 0; i < static_cast<int>(handles_.size()); ++i) {
        const QPointF way = handle_at(i) - point;
        if (std::hypot(way.x(), way.y()) < 10.0 && (found < 0 || below)) found = i;
    }
    return found;
}

/// Light on dark, so that they are seen on any picture.
void PictureView::paint_handles(QPainter& painter) const {
    if (handles_.empty() || !picture_) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    QPolygonF ring;
    for (int i = 0; i < static_cast<int>(handles_.size()); ++i) ring.append(handle_at(i));
    for (const auto& [colour, wide] :
         {std::pair(QColor(0, 0, 0, 150), 3.0), std::pair(QColor(235, 235, 235), 1.2)}) {
        painter.setPen(QPen(colour, wide));
        if (figure_) painter.drawPolygon(ring);
        for (int i = 0; i < static_cast<int>(handles_.size()); ++i) {
            const QPointF at = handle_at(i);
            const double r = i == handle_ ? 7.0 : 5.5;
            const HandleMark& mark = handles_[static_cast<std::size_t>(i)];
            if (mark.from != mark.place)
                painter.drawLine(placement_.origin + mark.from * placement_.zoom, at);
            painter.drawEllipse(at, r, r);
            painter.drawLine(at - QPointF(2.5, 0), at + QPointF(2.5, 0));
            painter.drawLine(at - QPointF(0, 2.5), at + QPointF(0, 2.5));
        }
    }
    if (handle_ >= 0) {
        painter.setPen(QPen(theme::now().accent, 1.6));
        painter.drawEllipse(handle_at(handle_), 7.0, 7.0);
    }
}

void PictureView::paint_region(QPainter& painter) const {
    if (!region_) return;
    const QRectF box(placement_.origin + QPointF(region_->x0, region_->y0) * placement_.zoom,
                     QSizeF(region_->width(), region_->height()) * placement_.zoom);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(QColor(0, 0, 0), 1));
    painter.drawRect(box);
    painter.setPen(QPen(QColor(255, 255, 255), 1, Qt::DashLine));
    painter.drawRect(box);
}

void PictureView::mousePressEvent(QMouseEvent* event) {
    last_ = event->position();
    const Qt::KeyboardModifiers keys = event->modifiers();
    const bool left = event->button() == Qt::LeftButton;
    if (event->button() == Qt::MiddleButton || (left && (keys & Qt::AltModifier))) {
        drag_ = Drag::kPan;
    } else if (left && !(keys & Qt::ShiftModifier) &&
               (handle_ = handle_under(last_, keys & Qt::ControlModifier)) >= 0) {
        drag_ = Drag::kHandle;
        handle_offset_ = handle_at(handle_) - last_;
    } else if (left && (keys & Qt::ControlModifier) && (keys & Qt::ShiftModifier)) {
        drag_ = Drag::kRegion;
        region_from_ = pixel_at(last_);
    } else if (left && compare_ == Compare::kWipe && other_ &&
               std::abs(last_.x() - wipe_x()) < 8.0) {
        drag_ = Drag::kWipe;
    }
}

void PictureView::mouseReleaseEvent(QMouseEvent*) {
    if (std::exchange(drag_, Drag::kNone) == Drag::kHandle) Q_EMIT handle_released();
}

void PictureView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF step = event->position() - last_;
    last_ = event->position();
    const bool on_wipe =
        compare_ == Compare::kWipe && other_ && std::abs(last_.x() - wipe_x()) < 8.0;
    if (drag_ == Drag::kNone)
        if (const int under = handle_under(last_, false); under != std::exchange(handle_, under))
            update();
    setCursor(handle_ >= 0                      ? Qt::PointingHandCursor
              : on_wipe || drag_ == Drag::kWipe ? Qt::SplitHCursor
                                                : Qt::ArrowCursor);
    switch (drag_) {
        case Drag::kNone: break;
        case Drag::kPan:
            placement_.origin += step;
            fitted_ = false;
            forget_images();
            break;
        case Drag::kWipe:
            wipe_ = std::clamp((last_.x() - frame().left()) / frame().width(), 0.0, 1.0);
            update();
            break;
        case Drag::kHandle: Q_EMIT handle_dragged(handle_, pixel_at(last_ + handle_offset_)); break;
        case Drag::kRegion: {
            const QRectF box = QRectF(region_from_, pixel_at(last_)).normalized();
            const Rect area{static_cast<int>(std::floor(box.left())),
                            static_cast<int>(std::floor(box.top())),
                            static_cast<int>(std::floor(box.right())) + 1,
                            static_cast<int>(std::floor(box.bottom())) + 1};
            set_region(area);
            break;
        }
    }
    probe(event->position());
}

void PictureView::leaveEvent(QEvent*) { Q_EMIT probed({}); }

void PictureView::probe(QPointF point) {
    if (!picture_) return;
    const bool beside = compare_ == Compare::kSideBySide && other_ && point.x() >= room();
    const bool behind = compare_ == Compare::kWipe && other_ && point.x() >= wipe_x();
    if (beside) point.rx() -= room();
    const Picture& picture = beside || behind ? *other_ : *shown_here();
    const QPointF at = (point - placement_.origin) / (placement_.zoom * placement_.reduction);
    const int x = static_cast<int>(std::floor(at.x())), y = static_cast<int>(std::floor(at.y()));
    if (!picture.domain().contains(x, y)) {
        Q_EMIT probed({});
        return;
    }
    QString text =
        QStringLiteral("x %1  y %2").arg(x * placement_.reduction).arg(y * placement_.reduction);
    static constexpr const char* kNames[] = {"r", "g", "b", "a"};
    for (int p = 0; p < std::min(picture.planes(), 4); ++p)
        text += QStringLiteral("   %1 %2")
                    .arg(QLatin1String(picture.planes() == 1 ? "v" : kNames[p]))
                    .arg(static_cast<double>(picture.at(x, y, p)), 0, 'f', 5);
    Q_EMIT probed(text);
}

void PictureView::wheelEvent(QWheelEvent* event) {
    zoom_at(event->position(), placement_.zoom * std::pow(1.0015, event->angleDelta().y()));
    event->accept();
}

void PictureView::resizeEvent(QResizeEvent*) {
    forget_images();
    if (fitted_) fit();
}

}  // namespace weft::editor
