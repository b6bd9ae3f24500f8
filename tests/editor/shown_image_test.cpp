// What the viewer keeps of a picture from frame to frame: it has the pixels of one drawn anew.
#include <gtest/gtest.h>

#include <QWheelEvent>
#include <cmath>

#include "viewer/shown_image.h"
#include "window.h"

namespace weft::editor {
namespace {

constexpr QRect kWindow{0, 0, 600, 400};

/// Of 700 by 500 pixels, no two beside one another alike.
std::vector<Layer> grains() {
    auto picture = std::make_shared<Picture>(Rect{-20, 10, 680, 510}, 3);
    unsigned state = 1;
    for (int y = 10; y < 510; ++y)
        for (int x = -20; x < 680; ++x)
            for (int p = 0; p < 3; ++p)
                picture->at(x, y, p) =
                    static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) * 0x1p-24f;
    return {{TiledPicture(std::move(picture)), {}, 1}};
}

/// As if it were the first.
QImage drawn(const ShownScene& scene, const Placement& placement, const QRect& part) {
    ShownImage image;
    image.show(scene, placement, part, false);
    EXPECT_TRUE(image.is_exact());
    return image.image();
}

TEST(ShownImage, WhatIsMovedHasThePixelsOfWhatIsDrawn) {
    const std::vector<Layer> layers = grains();
    const ScreenColours colours;
    const ShownScene scene{layers, colours};
    for (const double zoom : {0.37, 0.5, 1.0, 2.0, 3.3})
        for (const bool in_motion : {false, true}) {
            ShownImage image;
            Placement at{{31.1, -17.3}, zoom};
            QRect part = kWindow;
            image.show(scene, at, part, in_motion);
            for (const QPoint step :
                 {QPoint(7, 3), QPoint(-60, 0), QPoint(0, -90), QPoint(11, -13), QPoint(0, 0)}) {
                at.origin += step;
                image.show(scene, at, part, in_motion);
                EXPECT_TRUE(image.is_exact());
                EXPECT_EQ(image.image(), drawn(scene, at, part)) << zoom;
                part.adjust(0, 0, -5, 2);  // as a wipe does
            }
        }
}

TEST(ShownImage, StandsInWhileItIsInMotion) {
    const std::vector<Layer> layers = grains();
    const ScreenColours colours;
    const ShownScene scene{layers, colours};
    ShownImage image;
    image.show(scene, {{5.0, 5.0}, 1.0}, kWindow, true);
    EXPECT_TRUE(image.is_exact());
    EXPECT_EQ(image.image(), drawn(scene, {{5.0, 5.0}, 1.0}, kWindow));
    // Nearer: of each pixel of the picture something was there. Farther: a frame around it is new.
    for (const double zoom : {2.0, 0.6}) {
        const Placement at{{5.25, 5.5}, zoom};
        const QImage exact = drawn(scene, at, kWindow);
        image.show(scene, at, kWindow, true);
        EXPECT_FALSE(image.is_exact());
        EXPECT_EQ(image.image().size(), exact.size());
        int frames = 0;
        while (!image.is_exact() && ++frames < 1000) {
            image.refine(scene, 1);
            image.show(scene, at, kWindow, true);
        }
        EXPECT_EQ(image.image(), exact) << zoom;
    }
    // What stands in moves along, and is drawn at once where nothing moves any more.
    image.show(scene, {{5.0, 5.0}, 1.5}, kWindow, true);
    image.show(scene, {{25.0, -15.0}, 1.5}, kWindow, true);
    EXPECT_FALSE(image.is_exact());
    image.show(scene, {{25.0, -15.0}, 1.5}, kWindow, false);
    EXPECT_TRUE(image.is_exact());
    EXPECT_EQ(image.image(), drawn(scene, {{25.0, -15.0}, 1.5}, kWindow));
}

TEST(ShownImage, StretchedPixelsAreThoseNearest) {
    const std::vector<Layer> layers = grains();
    const ScreenColours colours;
    const ShownScene scene{layers, colours};
    ShownImage image;
    image.show(scene, {{0.0, 0.0}, 1.0}, kWindow, false);
    image.show(scene, {{0.0, 0.0}, 3.0}, kWindow, true);
    EXPECT_FALSE(image.is_exact());
    EXPECT_EQ(image.image(), drawn(scene, {{0.0, 0.0}, 3.0}, kWindow));
}

TEST(ShownImage, ForgetsWhatIsOfAnotherScene) {
    const std::vector<Layer> layers = grains();
    const ScreenColours dark, bright({2.0f});
    ShownImage image;
    const Placement at{{5.0, 5.0}, 1.0};
    image.show({layers, dark}, at, kWindow, true);
    image.forget();
    image.show({layers, bright}, at, kWindow, true);
    EXPECT_TRUE(image.is_exact());
    EXPECT_EQ(image.image(), drawn({layers, bright}, at, kWindow));
}

TEST(ShownImage, StripesStayOnTheWindow) {
    auto picture = std::make_shared<Picture>(Rect{0, 0, 300, 300}, 3);
    for (int y = 0; y < 300; ++y)
        for (int x = 0; x < 300; ++x) picture->at(x, y, 0) = std::nanf("");
    const std::vector<Layer> layers{{TiledPicture(std::move(picture)), {}, 1}};
    const ScreenColours colours({.mark_not_finite = true});
    const ShownScene scene{layers, colours};
    ShownImage image;
    image.show(scene, {{5.0, 5.0}, 1.0}, kWindow, true);
    image.show(scene, {{8.0, 5.0}, 1.0}, kWindow, true);
    EXPECT_EQ(image.image(), drawn(scene, {{8.0, 5.0}, 1.0}, kWindow));
}

/// Whether something was drawn anew.
class Painted : public QObject {
  public:
    explicit Painted(QWidget& widget) { widget.installEventFilter(this); }
    bool is = false;
    bool eventFilter(QObject*, QEvent* event) override {
        is |= event->type() == QEvent::Paint;
        return false;
    }
};

TEST(EditorViewer, IsExactAtRest) {
    const auto window = make_window();
    window->resize(1600, 1200);
    window->session().open(set_picture(chain(), "input", WEFT_PLATE));
    ASSERT_TRUE(wait_for_picture(*window));
    PictureView& view = window->viewer().view();
    const QPointF middle = QPointF(view.width(), view.height()) / 2.0;
    const auto turn_wheel = [&] {
        view.fit();
        QWheelEvent event(middle, {}, {}, {0, 360}, {}, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&view, &event);
        view.repaint();
    };
    turn_wheel();
    const double zoom = view.zoom();
    view.fit();
    view.zoom_to(zoom);
    const QImage exact = view.grab().toImage();
    turn_wheel();
    EXPECT_EQ(view.zoom(), zoom);
    Painted painted(view);
    EXPECT_TRUE(wait_until([&] { return painted.is; })) << "what is coarse stays so";
    EXPECT_TRUE(wait_until([&] { return view.grab().toImage() == exact; }));
    // There and back again.
    const QPoint at = middle.toPoint();
    QTest::mousePress(&view, Qt::MiddleButton, {}, at);
    for (const QPoint& way : {QPoint(300, 200), QPoint(-30, 40), QPoint(0, 0)}) {
        QTest::mouseMove(&view, at + way);
        view.repaint();
    }
    QTest::mouseRelease(&view, Qt::MiddleButton, {}, at);
    EXPECT_TRUE(wait_until([&] { return view.grab().toImage() == exact; }));
}

}  // namespace
}  // namespace weft::editor
