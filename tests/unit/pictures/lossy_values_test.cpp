// Values that an encoder cannot hold: never 0 where they were large.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expect_error.h"
#include "test_pictures.h"

namespace weft::test {
namespace {

using testing::HasSubstr;
using Type = OIIO::TypeDesc;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

class LossyValues : public testing::Test {
  protected:
    /// A picture of 0.5 with `value` in one pixel's R, G and B, and in Z.
    void write_sun(const std::string& path, float value, Type type = Type::FLOAT) const {
        OIIO::ImageSpec spec(16, 16, 4, type);
        spec.channelnames = {"R", "G", "B", "Z"};
        spec.alpha_channel = -1;
        std::vector<float> values(16 * 16 * 4, 0.5f);
        for (std::size_t c = 0; c < 4; ++c) values[kSun * 4 + c] = value;
        const auto file = OIIO::ImageOutput::create(path);
        ASSERT_TRUE(file->open(path, spec) && file->write_image(Type::FLOAT, values.data()) &&
                    file->close());
    }

    Outcome render(const std::string& out, const std::vector<std::string>& more) const {
        std::vector<std::string> all{"render", "Gain", "-i",       in,
                                     "-o",     out,    "--device", "reference"};
        all.insert(all.end(), more.begin(), more.end());
        return run_weft(all);
    }

    /// Channel `c` of the pixel.
    static float sun_of(const std::string& path, std::size_t c = 0) {
        const ReadPicture back = read_picture(path);
        return back.values[kSun * static_cast<std::size_t>(back.spec.nchannels) + c];
    }

    static constexpr std::size_t kSun = 8 * 16 + 8;
    ScratchFolder folder;
    std::string in = folder.path("in.exr"), out = folder.path("out.exr");
};

TEST_F(LossyValues, HalvesAreClampedBeforeDwaAndB44) {
    for (const char* compression : {"dwaa", "dwab:60", "b44", "b44a"})
        for (const float value : {1e6f, kInfinity, -1e6f, -kInfinity}) {
            SCOPED_TRACE(fmt::format("{} {}", compression, value));
            write_sun(in, value);
            const Outcome outcome = render(out, {"--format", "half", "--compression", compression});
            ASSERT_EQ(outcome.code, 0) << outcome.err;
            EXPECT_THAT(outcome.err, HasSubstr("values beyond 65504 were written as that"));
            if (value > 0) {
                EXPECT_NEAR(sun_of(out), 65504, 1000);
            } else {
                EXPECT_LT(sun_of(out), -30000) << "B44 is as coarse at that end";
            }
            EXPECT_NEAR(read_picture(out).values[0], 0.5, 0.01);
        }
}

TEST_F(LossyValues, NaNBecomesZeroThere) {
    write_sun(in, std::numeric_limits<float>::quiet_NaN());
    for (const char* format : {"half", "float"}) {
        ASSERT_EQ(render(out, {"--format", format, "--compression", "dwaa"}).code, 0);
        EXPECT_NEAR(sun_of(out), 0, 0.01) << format;
    }
}

TEST_F(LossyValues, WhatIsCompressedWithoutLossStays) {
    write_sun(in, kInfinity);
    for (const char* compression : {"zip", "piz", "rle", "pxr24", "none"}) {
        const Outcome outcome = render(out, {"--format", "half", "--compression", compression});
        EXPECT_EQ(outcome.err, "") << compression;
        EXPECT_EQ(sun_of(out), kInfinity) << compression;
    }
    EXPECT_EQ(render(out, {"--format", "float", "--compression", "b44"}).err, "");
    EXPECT_EQ(sun_of(out), kInfinity) << "b44 compresses halves alone";
    write_sun(in, 1e6f);
    ASSERT_EQ(render(out, {"--format", "float", "--compression", "dwaa"}).code, 0);
    EXPECT_NEAR(sun_of(out), 65504, 1000);
    EXPECT_EQ(sun_of(out, 3), 1e6f) << "Z loses nothing in DWA";
}

TEST_F(LossyValues, OrdinaryValuesAreNotSpokenOf) {
    write_sun(in, 60000);
    EXPECT_EQ(render(out, {"--format", "half", "--compression", "dwaa"}).err, "");
    EXPECT_EQ(render(folder.path("o.hdr"), {"--drop-layers"}).err, "");
}

TEST_F(LossyValues, RadianceHoldsItsLargest) {
    const std::string hdr = folder.path("o.hdr");
    for (const float value : {kInfinity, 3e38f}) {
        write_sun(in, value);
        const Outcome outcome = render(hdr, {"--drop-layers"});
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr("values beyond 1.69477e+38"));
        EXPECT_NEAR(sun_of(hdr) / 1.69e38, 1, 0.02) << value;
    }
}

TEST_F(LossyValues, SaidOnceOfASequence) {
    for (int i = 1; i < 4; ++i) write_sun(folder.path(fmt::format("s.000{}.exr", i)), kInfinity);
    const Outcome outcome = run_weft({"render", "Gain", "-i", folder.path("s.#.exr"), "-o",
                                      folder.path("t.#.exr"), "-F", "1-3", "--format", "half",
                                      "--compression", "b44", "--device", "reference"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const std::size_t first = outcome.err.find("values beyond");
    ASSERT_NE(first, std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find("values beyond", first + 1), std::string::npos) << outcome.err;
    EXPECT_EQ(sun_of(folder.path("t.0003.exr")), 65504);
}

/// --fix-nan, through the command: a picture in one piece and a sequence in bands, each told of.
class FixNan : public testing::Test {
  protected:
    /// Values of 0.25 x + y with a NaN and an infinity in the middle, and one at a corner.
    static std::vector<float> holed() {
        std::vector<float> values;
        for (int y = 0; y < kHeight; ++y)
            for (int x = 0; x < kWidth; ++x)
                values.push_back(0.25f * static_cast<float>(x) + static_cast<float>(y));
        values[kMiddle] = std::numeric_limits<float>::quiet_NaN();
        values[kMiddle + 1] = kInfinity;
        values[0] = -kInfinity;
        return values;
    }
    static void write_holed(const std::string& path) {
        OIIO::ImageSpec spec(kWidth, kHeight, 1, Type::FLOAT);
        spec.channelnames = {"Y"};
        const auto file = OIIO::ImageOutput::create(path);
        ASSERT_TRUE(file->open(path, spec) && file->write_image(Type::FLOAT, holed().data()) &&
                    file->close());
    }
    std::vector<float> rendered(const std::vector<std::string>& more, const std::string& out) {
        std::vector<std::string> all{"render", "Gain", "--device", "reference"};
        all.insert(all.end(), more.begin(), more.end());
        outcome = run_weft(all);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return read_picture(out).values;
    }
    /// The mean of the finite values around one.
    static float mean_around(std::size_t at) {
        const std::vector<float> values = holed();
        const int x = static_cast<int>(at) % kWidth, y = static_cast<int>(at) / kWidth;
        double sum = 0;
        int count = 0;
        for (int j = std::max(0, y - 1); j <= std::min(kHeight - 1, y + 1); ++j)
            for (int i = std::max(0, x - 1); i <= std::min(kWidth - 1, x + 1); ++i)
                if (const float v = values[static_cast<std::size_t>(j * kWidth + i)];
                    std::isfinite(v)) {
                    sum += static_cast<double>(v);
                    ++count;
                }
        return static_cast<float>(sum / count);
    }

    static constexpr int kWidth = 9, kHeight = 40;
    static constexpr std::size_t kMiddle = 17 * kWidth + 4;
    ScratchFolder folder;
    std::string in = folder.path("in.exr"), out = folder.path("out.exr");
    Outcome outcome;
};

TEST_F(FixNan, ReplacesWhatIsNotFiniteAndSaysHowMuch) {
    write_holed(in);
    std::vector<float> black = holed(), box = holed();
    for (const std::size_t at : {std::size_t{0}, kMiddle, kMiddle + 1}) {
        black[at] = 0.0f;
        box[at] = mean_around(at);
    }
    EXPECT_EQ(rendered({"-i", in, "-o", out, "--fix-nan", "black"}, out), black);
    EXPECT_THAT(outcome.err, HasSubstr("replaced 3 samples of '" + in + "' by black"));
    EXPECT_EQ(rendered({"-i", in, "-o", out, "--fix-nan", "box3"}, out), box);
    EXPECT_THAT(outcome.err, HasSubstr("replaced 3 samples of '" + in + "' by box3"));
    EXPECT_TRUE(std::isnan(rendered({"-i", in, "-o", out}, out)[kMiddle])) << "unless asked";
    const Outcome unknown = run_weft({"render", "Gain", "-i", in, "-o", out, "--fix-nan", "white"});
    EXPECT_NE(unknown.code, 0);
    EXPECT_THAT(unknown.err, HasSubstr("box3"));
}

TEST_F(FixNan, WorksInSequencesToo) {
    for (const char* frame : {"1", "2"})
        write_holed(folder.path(std::string("f.000") + frame + ".exr"));
    std::vector<float> box = holed();
    for (const std::size_t at : {std::size_t{0}, kMiddle, kMiddle + 1}) box[at] = mean_around(at);
    EXPECT_EQ(rendered({"-i", folder.path("f.#.exr"), "-o", folder.path("o.#.exr"), "-F", "1-2",
                        "--fix-nan", "box3"},
                       folder.path("o.0002.exr")),
              box);
    EXPECT_THAT(outcome.err, HasSubstr("f.0002.exr' by box3"));
}

}  // namespace
}  // namespace weft::test
