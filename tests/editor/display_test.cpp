// Displays of the viewer: tables of colours against OpenColorIO's, and the list of displays.
#include <gtest/gtest.h>
#include <QStatusBar>
#include <QTemporaryDir>
#include <cmath>
#include <fstream>

#include "window.h"

namespace weft::editor {
namespace {

constexpr const char* kConfig = R"(ocio_profile_version: 2
roles: {scene_linear: light, default: light}
displays:
  Screen:
    - !<View> {name: Film, colorspace: shown}
    - !<View> {name: Swapped, colorspace: swapped}
active_displays: [Screen]
colorspaces:
  - !<ColorSpace> {name: light}
  - !<ColorSpace>
    name: shown
    from_scene_reference: !<ExponentTransform> {value: [2.4, 2.4, 2.4, 1], direction: inverse}
  - !<ColorSpace>
    name: swapped
    from_scene_reference: !<MatrixTransform>
      {matrix: [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]}
)";

struct Config {
    Config() { std::ofstream(path.toStdString()) << kConfig; }
    QTemporaryDir folder;
    QString path = folder.filePath(QStringLiteral("config.ocio"));
};

bool wait_for_display(MainWindow& window) {
    settle();
    return wait_until([&] { return !window.viewer().displays().busy(); });
}

void choose(MainWindow& window, const QString& label) {
    DisplayMenu& menu = window.viewer().displays();
    const int index = menu.findText(label);
    ASSERT_GE(index, 0) << label.toStdString();
    menu.setCurrentIndex(index);
    Q_EMIT menu.activated(index);
    ASSERT_TRUE(wait_for_display(window));
}

Rgb looked_up(const DisplayLut& lut, Rgb colour) {
    lut.apply({&colour, 1});
    return colour;
}

std::array<int, 3> on_screen(const DisplayTransform& transform, Rgb colour) {
    std::array<unsigned char, 3> shown{};
    ScreenColours{transform}({&colour, 1}, &shown);
    return {shown[0], shown[1], shown[2]};
}

/// Within the cube all is as far from the formula as a table of 65 is (docs/colour.md).
TEST(DisplayLut, IsWhatOpenColorIOMakes) {
    const Config config;
    const std::unique_ptr<Displays> displays = make_picture_displays();
    const auto choices = displays->configured(config.path.toStdString());
    ASSERT_TRUE(choices) << choices.error().message;
    ASSERT_EQ(choices->size(), 2u);
    EXPECT_EQ((*choices)[0].label, "Film (Screen)");
    const auto film = displays->load((*choices)[0]);
    ASSERT_TRUE(film) << film.error().message;
    for (const float v : {0.0f, 0.01f, 0.18f, 0.5f, 1.0f, 7.0f}) {
        const Rgb shown = looked_up(**film, {v, 0.18f, v});
        EXPECT_NEAR(shown[0], std::pow(v, 1.0f / 2.4f), v < 0.1f ? 0.02f : 0.002f) << v;
        EXPECT_NEAR(shown[1], std::pow(0.18f, 1.0f / 2.4f), 0.002f);
        EXPECT_EQ(shown[0], shown[2]);
    }
    EXPECT_EQ(looked_up(**film, {1e30f, 0, 0}), looked_up(**film, {128.0f, 0, 0}))
        << "the domain's end";
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(looked_up(**film, {nan, 0.5f, 0.5f}), looked_up(**film, {0.0f, 0.5f, 0.5f}));
    const auto swapped = displays->load((*choices)[1]);
    ASSERT_TRUE(swapped);
    const Rgb other_way = looked_up(**swapped, {0.1f, 0.2f, 0.7f});
    EXPECT_NEAR(other_way[0], 0.7f, 0.004f);
    EXPECT_NEAR(other_way[1], 0.2f, 0.004f);
    EXPECT_NEAR(other_way[2], 0.1f, 0.004f);
}

TEST(DisplayLut, NeedsACube) {
    EXPECT_FALSE(DisplayLut::from(Picture({0, 0, 3, 3}, 3)));
    EXPECT_FALSE(DisplayLut::from(Picture({0, 0, 16, 6}, 1)));
    const auto all_black = DisplayLut::from(Picture({5, -7, 21, -1}, 3));
    ASSERT_TRUE(all_black) << "any picture with room for a cube is one";
    EXPECT_EQ(looked_up(*all_black, {0.3f, 2.0f, -1.0f}), (Rgb{0, 0, 0}));
}

TEST(Display, GoesThroughTables) {
    const Config config;
    const std::unique_ptr<Displays> displays = make_picture_displays();
    const auto swapped = displays->load((*displays->configured(config.path.toStdString()))[1]);
    ASSERT_TRUE(swapped);
    DisplayTransform transform;
    transform.encoding = Encoding::kLut;
    transform.lut = *swapped;
    transform.exposure = 1.0f;  // before the table
    const auto [red, green, blue] = on_screen(transform, {0.05f, 0.1f, 0.35f});
    EXPECT_NEAR(red, 179, 1);
    EXPECT_NEAR(green, 51, 1);
    EXPECT_NEAR(blue, 26, 1);
    transform = {};
    transform.encoding = Encoding::kRaw;
    EXPECT_EQ(on_screen(transform, {0.5f, 0, 0})[0], 128);
    transform.gamma = 2.0f;
    EXPECT_EQ(on_screen(transform, {0, 0.25f, 0})[1], 128);
}

TEST(DisplayMenu, ShowsTheViewsOfAConfiguration) {
    const Config config;
    auto window = make_window();
    PictureView& picture = window->viewer().view();
    DisplayMenu& menu = window->viewer().displays();
    ASSERT_TRUE(wait_for_display(*window));
    EXPECT_EQ(menu.currentText(), "sRGB");
    EXPECT_EQ(picture.transform().encoding, Encoding::kSrgb);
    choose(*window, "Raw");
    EXPECT_EQ(picture.transform().encoding, Encoding::kRaw);

    menu.set_config(config.path);
    ASSERT_TRUE(wait_for_display(*window));
    ASSERT_TRUE(wait_for_display(*window));  // the list, then its usual view
    EXPECT_EQ(menu.currentText(), "Film (Screen)");
    EXPECT_EQ(picture.transform().encoding, Encoding::kLut);
    const auto film = picture.transform().lut;
    ASSERT_TRUE(film);
    choose(*window, "Swapped (Screen)");
    EXPECT_NE(picture.transform().lut, film);

    // What cannot be read changes nothing, and is said.
    const auto before = picture.transform();
    menu.set_config(config.folder.filePath("no.ocio"));
    ASSERT_TRUE(wait_for_display(*window));
    EXPECT_EQ(picture.transform(), before);
    EXPECT_EQ(menu.currentText(), "Swapped (Screen)");
    EXPECT_TRUE(window->statusBar()->currentMessage().contains("no.ocio"))
        << window->statusBar()->currentMessage().toStdString();
    choose(*window, "sRGB");
    EXPECT_FALSE(picture.transform().lut);
}

}  // namespace
}  // namespace weft::editor
