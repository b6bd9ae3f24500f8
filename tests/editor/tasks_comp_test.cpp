// Artists' tasks about pictures: keying, masking, comparing, bending, pinning.
#include <QImage>
#include <QPainter>

#include "artist.h"

namespace weft::editor {
namespace {

/// Someone in grey and skin in front of a green screen that spills onto the shoulders.
void write_green_screen(const QString& path) {
    QImage picture(640, 360, QImage::Format_RGB888);
    picture.fill(QColor(50, 185, 70));
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(110, 125, 112));
    painter.drawRoundedRect(QRectF(190, 230, 260, 200), 90, 90);
    painter.setBrush(QColor(205, 150, 120));
    painter.drawEllipse(QRectF(255, 70, 130, 180));
    painter.end();
    ASSERT_TRUE(picture.save(path, "PNG"));
}

TEST_F(ArtistTasks, GreenScreen) {
    write_green_screen(file("actor.png"));
    const auto window = start({}, file("actor.png"));
    perform(*window, [&](Artist& artist) {
        artist.click(artist.at_box("input"));
        add(artist, "despill");
        // The key is a branch of its own: a wire taken from the plate to where there is nothing.
        artist.drag(artist.at_output("input"), artist.on_canvas(0.75, 0.4));
        artist.type("green screen");
        artist.press(Qt::Key_Return);
        enter(artist, "colourdifferencekeyer1.gain", "3");
        enter(artist, "colourdifferencekeyer1.white-clip", "0.8");
        add_loose(artist, "ramp", 0.2, 0.4);
        enter(artist, "ramp1.width", "640");
        enter(artist, "ramp1.height", "360");
        add_loose(artist, "key mix", 0.4, 0.75);
        artist.drag(artist.at_output("despill1"), artist.at_input("keymix1", "A"));
        artist.drag(artist.at_output("ramp1"), artist.at_input("keymix1", "B"));
        artist.drag(artist.at_output("colourdifferencekeyer1"), artist.at_input("keymix1", "Mask"));
        artist.drag(artist.at_output("keymix1"), artist.at_box("output"));
        artist.wait_for_picture();
        artist.look("task-green-screen");
        // The ramp, dark on the left and bright on the right, and in front of it skin that has no
        // green to spare.
        EXPECT_LT(artist.sample(4, 4, 1), 0.05f);
        EXPECT_GT(artist.sample(630, 4, 1), 0.9f);
        EXPECT_GT(artist.sample(320, 150, 0), 0.3f);
        EXPECT_LE(artist.sample(320, 300, 1),
                  std::max(artist.sample(320, 300, 0), artist.sample(320, 300, 2)));
    });
}

TEST_F(ArtistTasks, MaskedBlur) {
    const auto window = start({}, WEFT_PLATE);
    perform(*window, [&](Artist& artist) {
        const float left = artist.sample(60, 270, 1), right = artist.sample(900, 300, 1);
        artist.click(artist.at_box("input"));
        add(artist, "gaussian-blur");
        enter(artist, "gaussian-blur1.sigma", "12");
        add_loose(artist, "ramp", 0.75, 0.3);
        enter(artist, "ramp1.width", "960");
        enter(artist, "ramp1.height", "540");
        enter(artist, "ramp1.channels", "1");
        artist.drag(artist.at_output("ramp1"), artist.at_input("gaussian-blur1", "mask"));
        artist.wait_for_picture();
        artist.look("task-masked-blur");
        EXPECT_NEAR(artist.sample(0, 270, 1), artist.sample(0, 270, 1), 1e-6);
        EXPECT_NEAR(artist.sample(60, 270, 1), left, 0.1f * left);
        EXPECT_NE(artist.sample(900, 300, 1), right);
    });
}

TEST_F(ArtistTasks, TwoLooks) {
    const auto window = start({}, WEFT_PLATE);
    perform(*window, [&](Artist& artist) {
        artist.click(artist.at_box("input"));
        add(artist, "saturation");
        enter(artist, "saturation1.saturation", "0.2");
        artist.drag(artist.at_output("input"), artist.on_canvas(0.7, 0.6));
        artist.type("contrast");
        artist.press(Qt::Key_Return);
        enter(artist, "contrast1.contrast", "1.6");
        artist.click(artist.at_box("contrast1"));
        artist.press(Qt::Key_2);
        artist.click(artist.at_pixel(700, 100));
        artist.press(Qt::Key_1, Qt::ShiftModifier);
        artist.press(Qt::Key_W);
        artist.wait_for_picture();
        artist.drag(artist.at_pixel(480, 270), artist.at_pixel(300, 270));
        artist.look("task-two-looks");
        const auto views = [&] { return artist.ask([&] { return artist.session().views(); }); };
        EXPECT_EQ(views().shows, 2);
        EXPECT_EQ(views().with, 1);
        EXPECT_EQ(window->viewer().view().compare(), Compare::kWipe);
        EXPECT_NEAR(window->viewer().view().wipe(), 300.0 / 960.0, 0.02);
        artist.press(Qt::Key_Return);
        artist.wait_for_picture();
        EXPECT_EQ(views().shows, 1);
        EXPECT_EQ(views().with, 2);
    });
}

TEST_F(ArtistTasks, LensAndCrop) {
    const auto window = start({}, WEFT_PLATE);
    perform(*window, [&](Artist& artist) {
        artist.click(artist.at_box("input"));
        add(artist, "barrel");
        enter(artist, "lensdistortion1.k1", "-0.12");
        artist.click(artist.at_box("lensdistortion1"));
        add(artist, "crop");
        for (const char* side : {"left", "top", "right", "bottom"})
            enter(artist, qPrintable(QStringLiteral("crop1.") + side), "40");
        artist.click(artist.at("value:crop1.reformat"));
        artist.wait_for_picture();
        artist.look("task-lens-and-crop");
        const auto picture = window->viewer().view().picture();
        ASSERT_NE(picture, nullptr);
        EXPECT_EQ(picture->domain(), (Rect{40, 40, 920, 500}));
    });
}

TEST_F(ArtistTasks, CornerPin) {
    const auto window = start({}, WEFT_PLATE);
    perform(*window, [&](Artist& artist) {
        artist.click(artist.at_box("input"));
        add(artist, "pin");
        artist.wait_for_picture();
        const std::pair<double, double> wall[] = {{200, 90}, {800, 40}, {760, 480}, {240, 420}};
        for (int corner = 0; corner < 4; ++corner)
            artist.drag(artist.at_handle(corner),
                        artist.at_pixel(wall[corner].first, wall[corner].second));
        artist.wait_for_picture();
        artist.look("task-corner-pin");
        EXPECT_EQ(artist.sample(20, 20, 0), 0.0f);
        EXPECT_GT(artist.sample(480, 260, 1), 0.0f);
        const Document document = artist.document();
        const Node& pin = *document.draft.graph.find("cornerpin1");
        EXPECT_NEAR(std::get<float>(pin.parameters[0]), 200.0 / 960.0, 0.01);
        EXPECT_NEAR(std::get<float>(pin.parameters[7]), 420.0 / 540.0, 0.01);
    });
}

}  // namespace
}  // namespace weft::editor
