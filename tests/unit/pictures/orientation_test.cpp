// Photographs are upright, whatever way up the camera was.
#include "pictures/orientation.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expect_error.h"
#include "smallest_bands.h"
#include "test_pictures.h"

namespace weft::test {
namespace {

using testing::HasSubstr;
using Type = OIIO::TypeDesc;

constexpr int kWidth = 5, kHeight = 3;

/// Of the upright picture of 5x3, the value at (x, y).
int upright_value(int x, int y) { return y * kWidth + x; }

/// How a camera stores that: its pixel (x, y), told as Exif tells where row 0 and column 0 are.
int stored_value(int exif, int x, int y) {
    const int right = kWidth - 1, bottom = kHeight - 1;
    switch (exif) {
        case 2: return upright_value(right - x, y);           // top, right
        case 3: return upright_value(right - x, bottom - y);  // bottom, right
        case 4: return upright_value(x, bottom - y);          // bottom, left
        case 5: return upright_value(y, x);                   // left, top
        case 6: return upright_value(right - y, x);           // right, top
        case 7: return upright_value(right - y, bottom - x);  // right, bottom
        case 8: return upright_value(y, bottom - x);          // left, bottom
        default: return upright_value(x, y);
    }
}

TEST(Orientation, FindsEveryPixel) {
    for (int exif = 0; exif < 10; ++exif) {
        SCOPED_TRACE(exif);
        const bool swaps = exif >= 5 && exif <= 8;
        const Rect display{-7, 10, -7 + (swaps ? kHeight : kWidth),
                           10 + (swaps ? kWidth : kHeight)};
        const Orientation orientation(exif, display);
        EXPECT_EQ(orientation.upright(display), (Rect{-7, 10, -7 + kWidth, 10 + kHeight}));
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x) {
                const auto [u, v] = orientation.in_file(x - 7, y + 10);
                EXPECT_EQ(stored_value(exif, u + 7, v - 10), upright_value(x, y)) << x << "," << y;
                // A window of one pixel goes where the pixel does.
                EXPECT_EQ(orientation.upright({u, v, u + 1, v + 1}),
                          (Rect{x - 7, y + 10, x - 6, y + 11}));
            }
    }
}

class TurnedPictures : public testing::TestWithParam<int> {
  protected:
    int exif() const { return GetParam(); }
    bool swaps() const { return exif() >= 5; }

    void write(const std::string& path, int scale = 1) const {
        OIIO::ImageSpec spec((swaps() ? kHeight : kWidth) * scale,
                             (swaps() ? kWidth : kHeight) * scale, 3, Type::UINT8);
        spec.attribute("Orientation", exif());
        spec.attribute("XResolution", 300.0f);
        spec.attribute("YResolution", 150.0f);
        spec.attribute("PixelAspectRatio", 0.5f);
        spec.attribute("Make", "a camera");
        std::vector<unsigned char> values;
        for (int y = 0; y < spec.height; ++y)
            for (int x = 0; x < spec.width; ++x)
                for (int c = 0; c < 3; ++c)
                    values.push_back(static_cast<unsigned char>(
                        stored_value(exif(), x / scale, y / scale) * 10 + c));
        const auto file = OIIO::ImageOutput::create(path);
        ASSERT_TRUE(file->open(path, spec) && file->write_image(Type::UINT8, values.data()) &&
                    file->close())
            << file->geterror();
    }

    static void expect_upright(const std::string& path, int scale = 1) {
        const ReadPicture back = read_picture(path);
        ASSERT_EQ(back.spec.width, kWidth * scale);
        ASSERT_EQ(back.spec.height, kHeight * scale);
        EXPECT_EQ(back.spec.get_int_attribute("Orientation", 1), 1);
        EXPECT_EQ(back.spec.get_string_attribute("Make"), "a camera");
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < back.values.size(); ++i) {
            const int x = static_cast<int>(i / 3) % back.spec.width / scale;
            const int y = static_cast<int>(i / 3) / back.spec.width / scale;
            wrong += std::lround(back.values[i] * 255) !=
                     upright_value(x, y) * 10 + static_cast<int>(i % 3);
        }
        EXPECT_EQ(wrong, 0u) << path;
    }

    ScratchFolder folder;
};

TEST_P(TurnedPictures, AreReadUpright) {
    const std::string in = folder.path("in.tif"), out = folder.path("out.tif");
    write(in);
    const Outcome outcome =
        run_weft({"render", "Gain", "-i", in, "-o", out, "--device", "reference"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    expect_upright(out);
    const OIIO::ImageSpec spec = read_picture(out).spec;
    EXPECT_EQ(spec.get_float_attribute("XResolution"), swaps() ? 150 : 300);
    EXPECT_EQ(spec.get_float_attribute("YResolution"), swaps() ? 300 : 150);
    EXPECT_EQ(spec.get_float_attribute("PixelAspectRatio"), swaps() ? 2 : 0.5f);
    EXPECT_THAT(run_weft({"info", in}).out, HasSubstr(fmt::format("orientation     {}", exif())));
    EXPECT_THAT(run_weft({"info", in}).out, HasSubstr("size            5x3\n"));
    // A region is one of the upright picture.
    ASSERT_EQ(run_weft({"render", "Gain", "-i", in, "-o", out, "--device", "reference", "--roi",
                        "1,1,2,1"})
                  .code,
              0);
    const ReadPicture part = read_picture(out);
    ASSERT_EQ(part.spec.width, 2);
    EXPECT_EQ(std::lround(part.values[0] * 255), upright_value(1, 1) * 10);
    EXPECT_EQ(std::lround(part.values[3] * 255), upright_value(2, 1) * 10);
}

TEST_P(TurnedPictures, InBandsToo) {
    constexpr int kScale = 300;
    write(folder.path("in.0001.tif"), kScale);
    const Outcome outcome =
        render_in_smallest_bands({"render", "Gain", "-i", folder.path("in.#.tif"), "-o",
                                  folder.path("out.#.tif"), "-F", "1", "--device", "reference"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    expect_upright(folder.path("out.0001.tif"), kScale);
}

INSTANTIATE_TEST_SUITE_P(Exif, TurnedPictures, testing::Range(2, 9));

TEST(TurnedPicturesOfOtherFormats, JpegOnItsSide) {
    const ScratchFolder folder;
    const std::string in = folder.path("in.jpg"), out = folder.path("out.png");
    OIIO::ImageSpec spec(48, 32, 3, Type::UINT8);
    spec.attribute("Orientation", 6);
    write_picture(in, spec);
    ASSERT_EQ(run_weft({"render", "Gain", "-i", in, "-o", out, "--device", "reference"}).code, 0);
    const ReadPicture from = read_picture(in), back = read_picture(out);
    ASSERT_EQ(back.spec.width, 32);
    ASSERT_EQ(back.spec.height, 48);
    for (int y = 0; y < 48; ++y)
        for (int x = 0; x < 32; ++x)
            ASSERT_EQ(back.values[static_cast<std::size_t>(y * 32 + x) * 3],
                      from.values[static_cast<std::size_t>((31 - x) * 48 + y) * 3]);
}

}  // namespace
}  // namespace weft::test
