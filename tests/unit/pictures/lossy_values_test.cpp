// Values that an encoder cannot hold: never 0 where they were large.
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

}  // namespace
}  // namespace weft::test
