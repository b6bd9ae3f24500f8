// Numbers of pictures: statistics, differences, and the exact bins of scopes.
#include "viewer/scopes.h"

#include <gtest/gtest.h>

#include <limits>

#include "viewer/statistics.h"

namespace weft::editor {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

/// 4 by 2 pixels from (10, 20) on: red is 0, 1, ... 7; green 1; blue 0.
Picture counted() {
    Picture picture({10, 20, 14, 22}, 3);
    for (int y = 20; y < 22; ++y)
        for (int x = 10; x < 14; ++x) {
            picture.at(x, y, 0) = static_cast<float>((y - 20) * 4 + x - 10);
            picture.at(x, y, 1) = 1.0f;
        }
    return picture;
}

const std::atomic<bool> kGoOn = false;

/// In a layer that holds all of it.
Layer layer_of(const Picture& picture) {
    auto copy = std::make_shared<Picture>(picture.domain(), picture.planes());
    for (int p = 0; p < picture.planes(); ++p)
        for (int y = picture.domain().y0; y < picture.domain().y1; ++y)
            std::copy_n(picture.row(y, p), picture.domain().width(), copy->row(y, p));
    return {TiledPicture(copy), {}, 1};
}

std::vector<PlaneStatistics> statistics(const Picture& picture, const Rect& region) {
    return editor::statistics(layer_of(picture), region, kGoOn);
}

Scopes scopes(const Picture& picture, const Rect& region, const DisplayTransform& transform = {},
              int width = 8) {
    return editor::scopes(layer_of(picture), region, transform, width, kGoOn);
}

TEST(Statistics, AreOfFiniteValuesInTheRegion) {
    Picture picture = counted();
    EXPECT_EQ(statistics(picture, picture.domain())[0], (PlaneStatistics{0, 7, 3.5, 0}));
    EXPECT_EQ(statistics(picture, {11, 21, 13, 40})[0], (PlaneStatistics{5, 6, 5.5, 0}));
    picture.at(11, 21, 0) = kNan;
    picture.at(12, 21, 1) = -kInf;
    EXPECT_EQ(statistics(picture, {11, 21, 13, 22})[0], (PlaneStatistics{6, 6, 6.0, 1}));
    EXPECT_EQ(count_not_finite(picture, picture.domain()), 2);
    EXPECT_EQ(statistics(picture, {0, 0, 5, 5})[0], PlaneStatistics{});
}

TEST(Statistics, TellWhatDiffers) {
    Picture a = counted(), b({11, 20, 20, 22}, 1);
    b.at(12, 20, 0) = 5.0f;
    a.at(13, 20, 0) = kNan;
    a.at(11, 21, 0) = kNan;
    b.at(11, 21, 0) = kInf;
    Layer layer = layer_of(a);
    layer.minus = layer_of(b).picture;
    EXPECT_EQ(layer.domain(), (Rect{11, 20, 14, 22}));
    EXPECT_EQ(layer.planes(), 1);
    const auto value = [&](int x, int y) {
        float value = -1.0f;
        each_piece(layer, {x, y, x + 1, y + 1},
                   [&](const LayerPiece& piece) { value = piece.at(x, y, 0); });
        return value;
    };
    EXPECT_EQ(value(11, 20), 1.0f);
    EXPECT_EQ(value(12, 20), 3.0f);
    EXPECT_EQ(value(13, 20), kInf);
    EXPECT_EQ(value(11, 21), 0.0f);
    EXPECT_EQ(value(10, 20), -1.0f) << "outside of one of them";
    EXPECT_EQ(editor::statistics(layer, {0, 0, 99, 99}, kGoOn)[0],
              (PlaneStatistics{0, 7, 17.0 / 5.0, 1}));
}

TEST(Scopes, CountWhatTheScreenShows) {
    const Picture picture = counted();
    const Histogram counts = scopes(picture, picture.domain()).histogram;
    EXPECT_EQ(counts[0][0], 1);
    EXPECT_EQ(counts[0][255], 7);
    EXPECT_EQ(counts[1][255], 8);
    EXPECT_EQ(counts[2][0], 8);
    // Three stops down 1 is 1/8, which is 99 on the screen.
    EXPECT_EQ(scopes(picture, picture.domain(), {-3.0f}).histogram[1][99], 8);
    EXPECT_EQ(scopes(picture, {10, 20, 11, 21}).histogram[1][255], 1);
}

TEST(Scopes, WaveformsKeepColumns) {
    Picture picture({0, 0, 8, 4}, 1);
    for (int y = 0; y < 4; ++y) picture.at(6, y, 0) = 1.0f;
    const QImage image = scopes(picture, picture.domain()).waveform;
    EXPECT_EQ(image.size(), QSize(8, kScopeLevels));
    EXPECT_GT(image.pixelColor(6, 0).red(), 0);
    EXPECT_EQ(image.pixelColor(6, kScopeLevels - 1).red(), 0);
    EXPECT_EQ(image.pixelColor(5, 0).red(), 0);
    EXPECT_GT(image.pixelColor(5, kScopeLevels - 1).red(), 0);
}

TEST(Scopes, VectorscopesTellHues) {
    Picture picture({0, 0, 2, 1}, 3);
    picture.at(0, 0, 0) = 1.0f;
    for (int p = 0; p < 3; ++p) picture.at(1, 0, p) = 0.5f;
    const QImage image = scopes(picture, picture.domain()).vectorscope;
    EXPECT_GT(image.pixelColor(vectorscope_place(255, 0, 0).toPoint()).red(), 0);
    EXPECT_EQ(image.pixelColor(vectorscope_place(255, 0, 0).toPoint()).blue(), 0);
    EXPECT_GT(image.pixelColor(128, 128).green(), 0);
    // Full colours reach the edge: red the top, blue the right.
    EXPECT_NEAR(vectorscope_place(255, 0, 0).y(), 0.0, 0.5);
    EXPECT_NEAR(vectorscope_place(0, 0, 255).x(), kScopeLevels - 1, 0.5);
}

}  // namespace
}  // namespace weft::editor
