// Files whose colours are not multiplied by alpha: every code comes back.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "expect_error.h"
#include "smallest_bands.h"
#include "test_pictures.h"

namespace weft::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using Type = OIIO::TypeDesc;

/// As the file has it.
std::vector<std::uint16_t> codes_of(const std::string& path, Type type) {
    OIIO::ImageSpec wishes;
    wishes.attribute("oiio:UnassociatedAlpha", 1);
    const auto input = OIIO::ImageInput::open(path, &wishes);
    if (input == nullptr) throw std::runtime_error("cannot read " + path);
    const OIIO::ImageSpec spec = input->spec();
    const std::size_t count = spec.image_pixels() * static_cast<std::size_t>(spec.nchannels);
    std::vector<std::uint16_t> codes(count);
    if (type == Type::UINT16) {
        EXPECT_TRUE(input->read_image(0, 0, 0, spec.nchannels, type, codes.data()));
        return codes;
    }
    std::vector<unsigned char> bytes(count);
    EXPECT_TRUE(input->read_image(0, 0, 0, spec.nchannels, type, bytes.data()));
    return {bytes.begin(), bytes.end()};
}

class UnassociatedAlpha : public testing::Test {
  protected:
    /// 256 colours (of 16 bits, as many spread over all) at 16 alphas from the least on, or at all.
    void write(const std::string& path, Type type, bool all_alphas) const {
        const int most = type == Type::UINT16 ? 65535 : 255;
        OIIO::ImageSpec spec(256, all_alphas ? 255 : 16, 4, type);
        spec.attribute("oiio:UnassociatedAlpha", 1);
        std::vector<std::uint16_t> codes;
        for (int y = 0; y < spec.height; ++y)
            for (int x = 0; x < 256; ++x) {
                const int code = x * (most / 255);
                codes.push_back(static_cast<std::uint16_t>(code));
                codes.push_back(static_cast<std::uint16_t>(most - code));
                codes.push_back(static_cast<std::uint16_t>(code / 2));
                codes.push_back(static_cast<std::uint16_t>(y + 1));
            }
        const std::vector<unsigned char> bytes(codes.begin(), codes.end());
        const void* const pixels = most == 255 ? static_cast<const void*>(bytes.data())
                                               : static_cast<const void*>(codes.data());
        const auto file = OIIO::ImageOutput::create(path);
        ASSERT_TRUE(file->open(path, spec) && file->write_image(type, pixels) && file->close())
            << file->geterror();
    }

    Outcome render(const std::string& in, const std::string& out,
                   const std::vector<std::string>& more = {}) const {
        std::vector<std::string> all{"render", "Gain", "-i",       in,
                                     "-o",     out,    "--device", "reference"};
        all.insert(all.end(), more.begin(), more.end());
        return run_weft(all);
    }

    ScratchFolder folder;
};

TEST_F(UnassociatedAlpha, EveryCodeComesBack) {
    struct Case {
        const char* extension;
        Type type;
    };
    for (const auto& [extension, type] :
         {Case{"png", Type::UINT8}, Case{"png", Type::UINT16}, Case{"tga", Type::UINT8},
          Case{"tif", Type::UINT8}, Case{"tif", Type::UINT16}}) {
        SCOPED_TRACE(fmt::format("{} {}", extension, type.c_str()));
        const std::string in = folder.path(fmt::format("in.{}", extension));
        const std::string out = folder.path(fmt::format("out.{}", extension));
        write(in, type, type == Type::UINT8);
        const Outcome outcome = render(in, out);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(codes_of(out, type), codes_of(in, type));
        EXPECT_THAT(run_weft({"info", in}).out, HasSubstr("colours are multiplied by it"));
    }
}

TEST_F(UnassociatedAlpha, EffectsSeeColoursMultipliedByIt) {
    const std::string in = folder.path("in.png"), out = folder.path("out.exr");
    write(in, Type::UINT8, true);
    ASSERT_EQ(render(in, out, {"--format", "float", "--colour", "raw"}).code, 0);
    const std::vector<std::uint16_t> codes = codes_of(in, Type::UINT8);
    const ReadPicture back = read_picture(out);
    for (std::size_t i = 0; i < codes.size(); i += 4) {
        const float alpha = static_cast<float>(codes[i + 3]) / 255;
        ASSERT_EQ(back.values[i], static_cast<float>(codes[i]) / 255 * alpha) << i;
        ASSERT_EQ(back.values[i + 3], alpha);
    }
    // And back: what an effect made is divided in float.
    const std::string png = folder.path("back.png");
    ASSERT_EQ(render(out, png, {"--format", "u8", "--colour", "raw"}).code, 0);
    EXPECT_EQ(codes_of(png, Type::UINT8), codes);
}

TEST_F(UnassociatedAlpha, WithoutAlphaNothingIsChanged) {
    const std::string in = folder.path("in.png"), out = folder.path("out.png");
    write_picture(in, 16, 16, 3, Type::UINT8);
    ASSERT_EQ(render(in, out).code, 0);
    EXPECT_EQ(codes_of(out, Type::UINT8), codes_of(in, Type::UINT8));
    EXPECT_THAT(run_weft({"info", in}).out, Not(HasSubstr("colours are multiplied")));
}

TEST_F(UnassociatedAlpha, InBandsToo) {
    write(folder.path("in.0001.png"), Type::UINT8, true);
    const Outcome outcome =
        render_in_smallest_bands({"render", "Gain", "-i", folder.path("in.#.png"), "-o",
                                  folder.path("out.#.png"), "-F", "1", "--device", "reference"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(codes_of(folder.path("out.0001.png"), Type::UINT8),
              codes_of(folder.path("in.0001.png"), Type::UINT8));
}

}  // namespace
}  // namespace weft::test
