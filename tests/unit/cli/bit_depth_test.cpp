// Samples of 10 and 12 bits, in and out.
#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expect_error.h"
#include "test_pictures.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

class BitDepth : public testing::TestWithParam<int> {
  protected:
    /// Writes a picture of 64x64 with every code of 12 bits, or of fewer, as a part of the range.
    std::vector<float> write_ramp(const std::string& path, int bits,
                                  const OIIO::TypeDesc& type) const {
        OIIO::ImageSpec spec(64, 64, 3, type);
        if (type == OIIO::TypeDesc::UINT16) spec.attribute("oiio:BitsPerSample", bits);
        const float most = static_cast<float>((1 << bits) - 1);
        std::vector<float> values(64 * 64 * 3);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] =
                static_cast<float>((i / 3 + i % 3 * 1000) % (std::size_t{1} << bits)) / most;
        const auto file = OIIO::ImageOutput::create(path);
        EXPECT_TRUE(file->open(path, spec)) << file->geterror();
        EXPECT_TRUE(file->write_image(OIIO::TypeDesc::FLOAT, values.data()));
        EXPECT_TRUE(file->close());
        return values;
    }

    Outcome render(const std::string& in, const std::string& out,
                   std::vector<std::string> more = {}) const {
        std::vector<std::string> all{"render", "Gain",     "-i",        in,         "-o",
                                     out,      "--device", "reference", "--colour", "raw"};
        all.insert(all.end(), more.begin(), more.end());
        return run_weft(all);
    }

    int bits() const { return GetParam(); }
    std::string word() const { return fmt::format("u{}", bits()); }

    ScratchFolder folder;
};

TEST_P(BitDepth, WrittenToTheNearestCode) {
    const std::string in = folder.path("in.exr"), out = folder.path("out.dpx");
    // Codes of 14 bits lie between those of 10 and of 12.
    const std::vector<float> values = write_ramp(in, 14, OIIO::TypeDesc::FLOAT);
    const Outcome outcome = render(in, out, {"--format", word()});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr(word()));
    const ReadPicture back = read_picture(out);
    EXPECT_EQ(back.spec.get_int_attribute("oiio:BitsPerSample"), bits());
    // Half a step; and half one of 16 bits, in which pixels are handed over.
    const double step = 1.0 / ((1 << bits()) - 1), bound = step / 2 + 1.0 / 65535;
    double most = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double code = back.values[i] / step;
        ASSERT_NEAR(code, std::round(code), 0.1) << "between codes";
        most = std::max(most, std::abs(double{back.values[i]} - values[i]));
    }
    EXPECT_LE(most, bound);
    EXPECT_GT(most, step / 4) << "more bits were kept";
}

TEST_P(BitDepth, KeptAsInTheInput) {
    const std::string in = folder.path("in.dpx"), out = folder.path("out.dpx");
    write_ramp(in, bits(), OIIO::TypeDesc::UINT16);
    ASSERT_EQ(render(in, out).code, 0);
    const ReadPicture from = read_picture(in), back = read_picture(out);
    EXPECT_EQ(back.spec.get_int_attribute("oiio:BitsPerSample"), bits());
    EXPECT_EQ(back.values, from.values) << "each code is itself again";
    const Outcome info = run_weft({"info", in});
    EXPECT_THAT(info.out, HasSubstr(fmt::format("uint16 ({} bits), computed from as", bits())));
    // Where the format keeps no such depth, all of it goes on.
    const std::string png = folder.path("out.png");
    ASSERT_EQ(render(in, png).code, 0);
    EXPECT_EQ(read_picture(png).values, from.values);
}

TEST_P(BitDepth, RefusedWhereAFileHoldsNone) {
    const std::string in = folder.path("in.exr");
    write_ramp(in, bits(), OIIO::TypeDesc::HALF);
    const Outcome outcome = render(in, folder.path("out.png"), {"--format", word()});
    EXPECT_EQ(outcome.code, kUsage);
    EXPECT_THAT(outcome.err, HasSubstr(fmt::format("a png file does not hold {} samples; choose "
                                                   "--format u8 or u16",
                                                   word())));
}

INSTANTIATE_TEST_SUITE_P(, BitDepth, testing::Values(10, 12));

}  // namespace
}  // namespace weft::test
