// How the picture keeps up with a hand: what a pan or a zoom draws at once, and what after it.
#include <QPainter>

#include "viewer/picture_view.h"

namespace weft::editor {
namespace {

// Milliseconds: without a movement, until it counts as ended; of drawing exactly, in a frame of a
// movement and at a time after it, so that no hand waits for it.
constexpr int kRest = 60, kInFrame = 3, kAtATime = 8;

}  // namespace

/// Something else is seen.
void PictureView::moved() {
    update();
    Q_EMIT seen_changed();
}

/// By hand, which does not wait for every pixel.
void PictureView::move_on() {
    in_motion_ = true;
    rest_timer_.start(kRest);
    moved();
}

void PictureView::rest() {
    image_.refine({layers_, colours_}, kAtATime);
    other_image_.refine({other_layers_, colours_}, kAtATime);
    update();
    in_motion_ = !image_.is_exact() || !other_image_.is_exact();
    if (in_motion_) rest_timer_.start(0);
}

void PictureView::paint_layers(QPainter& painter, ShownImage& image,
                               const std::vector<Layer>& layers, QPointF shift,
                               const QRectF& part) const {
    const double scale = devicePixelRatioF();
    const QRect pixels(qRound(part.x() * scale), 0, qRound(part.width() * scale),
                       qRound(part.height() * scale));
    if (pixels.isEmpty()) return;
    const ShownScene scene{layers, colours_};
    image.show(scene, {(placement_.origin + shift) * scale, placement_.zoom * scale}, pixels,
               in_motion_);
    if (in_motion_) image.refine(scene, kInFrame);
    painter.save();
    painter.scale(1.0 / scale, 1.0 / scale);
    painter.drawImage(pixels.topLeft(), image.image());
    painter.restore();
}

}  // namespace weft::editor
