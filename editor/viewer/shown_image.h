// What a window shows of a picture, kept from one frame to the next: while it moves, what is at
// hand is moved or stretched, and only the rest is drawn.
#pragma once

#include <QImage>
#include <QRegion>
#include <span>

#include "viewer/display.h"

namespace weft::editor {

/// What is drawn, and how.
struct ShownScene {
    std::span<const Layer> layers;
    const ScreenColours& colours;
};

class ShownImage {
  public:
    /// Around the picture.
    static constexpr QRgb kGround = qRgb(22, 22, 22);

    /// Nothing that was drawn holds any more: the scene is another.
    void forget();
    /// Shows `part` of the window, in pixels of the screen. What was drawn and lies a whole number
    /// of them elsewhere is moved. Without `in_motion` all is exact; with it what else is large
    /// stands in until refine() draws it: stretched from what was drawn, or 1 pixel in 16.
    void show(const ShownScene& scene, const Placement& placement, const QRect& part,
              bool in_motion);
    /// Draws what stands in, from where it stopped the last time, until it is done or
    /// `milliseconds` have passed. The scene is that of show().
    void refine(const ShownScene& scene, int milliseconds);
    bool is_exact() const { return stands_in_.isEmpty(); }
    /// As large as the part; opaque.
    const QImage& image() const { return image_; }

  private:
    /// They bring what was drawn to another place; what of the part they covered comes back.
    QRect move(QPoint shift, const Placement& placement, const QRect& part);
    QRect stretch(const Placement& placement, const QRect& part);
    void begin(const Placement& placement, const QRect& part);
    void draw(const ShownScene& scene, const QRect& rect);
    void draw_coarse(const ShownScene& scene, const QRect& rect);
    /// Draws all that stands in.
    void finish(const ShownScene& scene);
    /// The row of the window, from the part's first column on.
    QRgb* pixels(int y);

    QImage image_, before_;  // before_: of the frame before, used again
    bool is_drawn_ = false;  // what follows tells what the image holds
    Placement placement_;
    QRect part_;
    QRegion stands_in_;  // in the window
    int next_row_ = 0;   // of the window, that refine() goes on with
};

}  // namespace weft::editor
