#include "viewer/picture_view.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "model/frame_sizes.h"
#include "view/theme.h"
#include "viewer/picked_colour.h"
#include "viewer/wrapped_text.h"

namespace weft::editor {

PictureView::PictureView(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("picture"));
    setAccessibleName(tr("Picture"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(160, 90);
    rest_timer_.setSingleShot(true);
    connect(&rest_timer_, &QTimer::timeout, this, &PictureView::rest);
}

void PictureView::forget_picture() {
    shown_.reset();
    below_.reset();
    message_.clear();
    compare_anew();
}

void PictureView::show_message(const QString& message) {
    message_ = message;
    setAccessibleDescription(message);
    update();
}

void PictureView::set_wipe(double wipe) {
    wipe_ = std::clamp(wipe, 0.0, 1.0);
    update();
}

void PictureView::show_picture(const ViewedPicture& picture, bool more) {
    if (!message_.isEmpty()) show_message({});
    if (more && shown_ && picture.reduction > shown_->reduction) {
        below_ = picture;
        stale_ = false;
    } else {
        if (!more || (shown_ && picture.reduction < shown_->reduction)) {
            below_ = std::move(shown_);
            stale_ = !more;
        }
        shown_ = picture;
    }
    // What is not of this picture goes at once where it would show beside it, else once it is
    // covered.
    if (stale_ && below_ &&
        (below_->reduction != shown_->reduction ||
         below_->picture.domain() != shown_->picture.domain() ||
         holds(*shown_, {reduced(seen(), shown_->reduction), {}})))
        below_.reset();
    compare_anew();
    if (fitted_) fit();
}

void PictureView::set_compare(Compare compare) {
    compare_ = compare;
    compare_anew();
    if (fitted_) fit();
    Q_EMIT seen_changed();
}

void PictureView::compare_anew() {
    layers_.clear();
    other_layers_.clear();
    layer_.reset();
    for (const std::optional<ViewedPicture>& viewed : {shown_, below_}) {
        if (!viewed) continue;
        const bool differ = compare_ == Compare::kDifference;
        layers_.push_back(
            {viewed->picture, differ ? viewed->other : std::nullopt, viewed->reduction});
        if (viewed->other) other_layers_.push_back({*viewed->other, {}, viewed->reduction});
    }
    if (shown_) layer_ = layers_.front();
    forget_images();
}

std::shared_ptr<const Picture> PictureView::picture() const {
    return shown_ ? shown_->picture.whole() : nullptr;
}

Rect PictureView::seen() const {
    if (fitted_ || placement_.zoom <= 0.0) return kEverywhere;
    const QPointF first = pixel_at({0.0, 0.0}), last = pixel_at({room(), height() + 0.0});
    const auto whole = [](double v) { return static_cast<int>(std::clamp(v, -1e9, 1e9)); };
    return {whole(std::floor(first.x())), whole(std::floor(first.y())), whole(std::ceil(last.x())),
            whole(std::ceil(last.y()))};
}

void PictureView::set_region(std::optional<Rect> region) {
    region_ = region;
    update();
    Q_EMIT region_changed();
}

void PictureView::forget_images() {
    image_.forget();
    other_image_.forget();
    update();
}

double PictureView::room() const {
    return compare_ == Compare::kSideBySide && has_other() ? width() / 2 : width();  // whole pixels
}

void PictureView::set_transform(const DisplayTransform& transform) {
    colours_.set_transform(transform);
    forget_images();
}

QRectF PictureView::frame() const {
    if (!shown_) return {};
    const Rect d = shown_->picture.domain();
    const double step = placement_.zoom * shown_->reduction;
    return {placement_.origin + QPointF(d.x0, d.y0) * step,
            QSizeF(d.width() * step, d.height() * step)};
}

void PictureView::fit() {
    if (!std::exchange(fitted_, true)) Q_EMIT seen_changed();
    if (!shown_ || width() < 1) return;
    const Rect d = shown_->picture.domain();
    const double n = shown_->reduction;
    const double zoom =
        std::min((room() - 24.0) / (d.width() * n), (height() - 24.0) / (d.height() * n));
    placement_.zoom = std::clamp(zoom, 0.01, 64.0);
    const QPointF middle(d.x0 + d.width() / 2.0, d.y0 + d.height() / 2.0);
    placement_.origin = QPointF(room() / 2.0, height() / 2.0) - middle * placement_.zoom * n;
    in_motion_ = false;
    update();
    Q_EMIT zoomed(placement_.zoom);
}

void PictureView::zoom_to(double zoom) {
    zoom_at(QPointF(room(), height()) / 2.0, zoom);
    in_motion_ = false;
}

void PictureView::zoom_at(QPointF point, double zoom) {
    zoom = std::clamp(zoom, 0.01, 64.0);
    placement_.origin = point - (point - placement_.origin) * (zoom / placement_.zoom);
    placement_.zoom = zoom;
    fitted_ = false;
    move_on();
    Q_EMIT zoomed(zoom);
}

void PictureView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (!message_.isEmpty() || !shown_) painter.fillRect(rect(), ShownImage::kGround);
    if (!message_.isEmpty()) return paint_message(painter);
    if (!shown_) return;
    const bool beside = compare_ == Compare::kSideBySide && has_other();
    const bool wiped = compare_ == Compare::kWipe && has_other();
    // Whole pixels of the screen.
    const double scale = devicePixelRatioF();
    const double middle = beside ? room()
                          : wiped
                              ? std::round(std::clamp(wipe_x(), 0.0, width() + 0.0) * scale) / scale
                              : width();
    const QRectF here(0, 0, middle, height()), there(middle, 0, width() - middle, height());
    paint_layers(painter, image_, layers_, {}, here);
    if (beside || wiped) {
        paint_layers(painter, other_image_, other_layers_, {beside ? middle : 0.0, 0.0}, there);
        painter.setPen(beside ? QColor(60, 60, 60) : QColor(230, 230, 230));
        painter.drawLine(QPointF(middle, 0), QPointF(middle, height()));
    }
    if (!beside) paint_boxes(painter);
    paint_region(painter);
    paint_handles(painter);
    paint_picked(painter);
}

/// In the middle, in lines that can be read.
void PictureView::paint_message(QPainter& painter) const {
    constexpr int kWidest = 560, kMargin = 24;
    const int wide = std::min(kWidest, width() - 2 * kMargin);
    painter.setPen(QColor(200, 200, 200));
    const QString lines = wrapped(message_, wide, [&](const QString& line) {
        return painter.fontMetrics().horizontalAdvance(line);
    });
    painter.drawText(QRect((width() - wide) / 2, kMargin, wide, height() - 2 * kMargin),
                     Qt::AlignCenter, lines);
}

double PictureView::wipe_x() const { return frame().left() + wipe_ * frame().width(); }

QPointF PictureView::pixel_at(QPointF point) const {
    return (point - placement_.origin) / placement_.zoom;
}

void PictureView::show_boxes(bool shown) {
    shows_boxes_ = shown;
    update();
}

/// Of pixels of the picture as it is reduced.
QRectF PictureView::in_window(const Rect& pixels) const {
    const double step = placement_.zoom * shown_->reduction;
    return {placement_.origin + QPointF(pixels.x0, pixels.y0) * step,
            QSizeF(pixels.width() * step, pixels.height() * step)};
}

/// The frame with its size, and around what there is of the picture, where that is another
/// rectangle, the bounding box with its corners.
void PictureView::paint_boxes(QPainter& painter) const {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QColor(60, 60, 60));
    const ImageShape& shape = shown_->picture.shape();
    if (!shows_boxes_ || shape.frame.empty()) {
        painter.drawRect(frame().adjusted(-1, -1, 0, 0));
        return;
    }
    const int n = shown_->reduction;
    QFont small = font();
    if (small.pixelSize() > 0)
        small.setPixelSize(small.pixelSize() * 17 / 20);
    else
        small.setPointSizeF(small.pointSizeF() * 0.85);
    painter.setFont(small);
    const int line = painter.fontMetrics().height();
    const auto tell = [&](QPointF at, Qt::Alignment how, const QString& text) {
        QRectF box(at, QSizeF(0, 0));
        box.adjust(how & Qt::AlignRight ? -400 : 0, how & Qt::AlignBottom ? -line - 1 : 1,
                   how & Qt::AlignRight ? 0 : 400, how & Qt::AlignBottom ? -1 : line + 1);
        painter.drawText(box, static_cast<int>(how), text);
    };
    const QRectF framed = in_window(shape.frame).adjusted(-1, -1, 0, 0);
    painter.setPen(QColor(96, 96, 96));
    painter.drawRect(framed);
    const Rect whole{shape.frame.x0 * n, shape.frame.y0 * n, shape.frame.x1 * n,
                     shape.frame.y1 * n};
    const bool below = framed.bottom() + line + 1 < height();
    painter.setPen(QColor(128, 128, 128));
    if (below)
        tell(framed.bottomRight(), Qt::AlignRight | Qt::AlignTop,
             QString::fromStdString(frame_text(whole)));
    const Rect& data = shape.data_window;
    if (data.empty() || data == shape.frame) return painter.setFont(font());
    const QRectF box = in_window(data).adjusted(-1, -1, 0, 0);
    painter.setPen(QPen(QColor(0, 0, 0, 160), 1));
    painter.drawRect(box);
    painter.setPen(QPen(QColor(190, 190, 190), 1, Qt::DashLine));
    painter.drawRect(box);
    painter.setPen(QColor(190, 190, 190));
    tell(box.topLeft(), Qt::AlignLeft | Qt::AlignBottom,
         QStringLiteral("%1, %2").arg(data.x0 * n).arg(data.y0 * n));
    tell(box.bottomRight(), Qt::AlignRight | Qt::AlignTop,
         QStringLiteral("%1, %2").arg(data.x1 * n).arg(data.y1 * n));
    painter.setFont(font());
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
    const auto takes_handle = [&] {
        take_handle(keys & Qt::ControlModifier);
        return handle_ >= 0;
    };
    if (event->button() == Qt::MiddleButton || (left && (keys & Qt::AltModifier))) {
        drag_ = Drag::kPan;
    } else if (left && picking_) {
        drag_ = Drag::kPick;
        pick_from_ = last_;
        pick();
    } else if (left && !(keys & Qt::ShiftModifier) && takes_handle()) {
        drag_ = Drag::kHandle;
    } else if (left && (keys & Qt::ControlModifier) && (keys & Qt::ShiftModifier)) {
        drag_ = Drag::kRegion;
        region_from_ = pixel_at(last_);
    } else if (left && compare_ == Compare::kWipe && has_other() &&
               std::abs(last_.x() - wipe_x()) < 8.0) {
        drag_ = Drag::kWipe;
    }
}

void PictureView::mouseReleaseEvent(QMouseEvent*) {
    const Drag ended = std::exchange(drag_, Drag::kNone);
    if (ended == Drag::kHandle) Q_EMIT handle_released();
    if (ended == Drag::kPick) Q_EMIT pick_ended();
    if (ended == Drag::kPick) update();
}

void PictureView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF step = event->position() - last_;
    last_ = event->position();
    const bool on_wipe =
        compare_ == Compare::kWipe && has_other() && std::abs(last_.x() - wipe_x()) < 8.0;
    if (drag_ == Drag::kNone)
        if (const int under = handle_under(last_, false); under != std::exchange(handle_, under))
            update();
    setCursor(picking_                          ? Qt::CrossCursor
              : handle_ >= 0                    ? Qt::PointingHandCursor
              : on_wipe || drag_ == Drag::kWipe ? Qt::SplitHCursor
                                                : Qt::ArrowCursor);
    switch (drag_) {
        case Drag::kNone: break;
        case Drag::kPan:
            placement_.origin += step;
            fitted_ = false;
            move_on();
            break;
        case Drag::kWipe:
            wipe_ = std::clamp((last_.x() - frame().left()) / frame().width(), 0.0, 1.0);
            update();
            break;
        case Drag::kHandle: Q_EMIT handle_dragged(handle_, pixel_at(handle_place())); break;
        case Drag::kRegion: set_region(area(region_from_, pixel_at(last_))); break;
        case Drag::kPick: pick(); break;
    }
    probe(event->position());
}

void PictureView::leaveEvent(QEvent*) { Q_EMIT probed({}); }

const std::vector<Layer>& PictureView::layers_under(QPointF& point) const {
    const bool beside = compare_ == Compare::kSideBySide && has_other() && point.x() >= room();
    const bool behind = compare_ == Compare::kWipe && has_other() && point.x() >= wipe_x();
    if (beside) point.rx() -= room();
    return beside || behind ? other_layers_ : layers_;
}

Rect PictureView::area(QPointF from, QPointF to) const {
    const QRectF box = QRectF(from, to).normalized();
    return {static_cast<int>(std::floor(box.left())), static_cast<int>(std::floor(box.top())),
            static_cast<int>(std::floor(box.right())) + 1,
            static_cast<int>(std::floor(box.bottom())) + 1};
}

void PictureView::set_picking(bool picking) {
    picking_ = picking;
    if (drag_ == Drag::kPick) drag_ = Drag::kNone;
    setCursor(picking ? Qt::CrossCursor : Qt::ArrowCursor);
    if (picking) setFocus();
    update();
}

/// The picture is the one in which the drag began.
void PictureView::pick() {
    pick_to_ = last_;
    QPointF from = pick_from_;
    const std::vector<Layer>& layers = layers_under(from);
    const QPointF to = pick_to_ - (pick_from_ - from);
    if (const auto light = picked_colour(layers, area(pixel_at(from), pixel_at(to))))
        Q_EMIT picked(*light);
    update();
}

void PictureView::keyPressEvent(QKeyEvent* event) {
    if (!picking_ || event->key() != Qt::Key_Escape) return QWidget::keyPressEvent(event);
    Q_EMIT picking_given_up();
}

void PictureView::paint_picked(QPainter& painter) const {
    if (drag_ != Drag::kPick || pick_from_ == pick_to_) return;
    const QRectF box = QRectF(pick_from_, pick_to_).normalized();
    painter.setBrush(Qt::NoBrush);
    for (const auto& [colour, wide] :
         {std::pair(QColor(0, 0, 0), 3.0), std::pair(theme::now().accent, 1.2)}) {
        painter.setPen(QPen(colour, wide));
        painter.drawRect(box);
    }
}

void PictureView::probe(QPointF point) {
    if (!shown_) return;
    const std::vector<Layer>& layers = layers_under(point);
    const QPointF at = pixel_at(point);
    QString text;
    for (const Layer& layer : layers) {
        const int n = layer.reduction;
        const int x = static_cast<int>(std::floor(at.x() / n)),
                  y = static_cast<int>(std::floor(at.y() / n));
        each_piece(layer, {x, y, x + 1, y + 1}, [&](const LayerPiece& piece) {
            text = QStringLiteral("x %1  y %2").arg(x * n).arg(y * n);
            static constexpr const char* kNames[] = {"r", "g", "b", "a"};
            for (int p = 0; p < std::min(layer.planes(), 4); ++p)
                text += QStringLiteral("   %1 %2")
                            .arg(QLatin1String(layer.planes() == 1 ? "v" : kNames[p]))
                            .arg(static_cast<double>(piece.at(x, y, p)), 0, 'f', 5);
        });
        if (!text.isEmpty()) break;
    }
    Q_EMIT probed(text);
}

void PictureView::wheelEvent(QWheelEvent* event) {
    zoom_at(event->position(), placement_.zoom * std::pow(1.0015, event->angleDelta().y()));
    event->accept();
}

void PictureView::resizeEvent(QResizeEvent*) {
    moved();
    if (fitted_) fit();
}

}  // namespace weft::editor
