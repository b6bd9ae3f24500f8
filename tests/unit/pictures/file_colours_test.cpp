// Colour spaces of files by the command: who decides, what is converted, and codes that come back.
#include <cmath>
#include <fstream>
#include <limits>

#include <OpenImageIO/imagebuf.h>
#include <OpenImageIO/imagebufalgo.h>
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

double srgb(double light) {
    return light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

/// Of a show: light of its own primaries, a log for plates and sRGB under another name.
constexpr const char* kConfig =
    "ocio_profile_version: 2\n"
    "roles: {scene_linear: light, default: light}\n"
    "file_rules:\n"
    "  - !<Rule> {name: plates, colorspace: half, pattern: \"*plate*\", extension: \"*\"}\n"
    "  - !<Rule> {name: Default, colorspace: default}\n"
    "displays:\n  Screen:\n    - !<View> {name: Raw, colorspace: light}\n"
    "colorspaces:\n"
    "  - !<ColorSpace>\n    name: light\n"
    "  - !<ColorSpace>\n    name: half\n"
    "    to_scene_reference: !<MatrixTransform> {matrix: [2,0,0,0, 0,2,0,0, 0,0,2,0, 0,0,0,1]}\n"
    "  - !<ColorSpace>\n    name: screen\n    aliases: [srgb_tx]\n"
    "    to_scene_reference: !<ExponentTransform> {value: [2, 2, 2, 1]}\n";

class FileColours : public testing::Test {
  protected:
    std::string path(const std::string& name) const { return folder.path(name); }

    /// Gain by 1: every value as it was. What the command printed.
    std::string rest(const std::string& in, const std::string& out,
                     const std::vector<std::string>& more = {}, const RunOptions& options = {}) {
        std::vector<std::string> all{"render", "Gain",    "-i",       path(in),
                                     "-o",     path(out), "--device", "reference"};
        all.insert(all.end(), more.begin(), more.end());
        const Outcome outcome = run_weft(all, options);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        return outcome.out;
    }
    std::string info(const std::string& name, const RunOptions& options = {}) {
        return run_weft({"info", path(name)}, options).out;
    }

    void write(const std::string& name, const OIIO::ImageSpec& spec,
               const std::vector<float>& values) const {
        const auto file = OIIO::ImageOutput::create(path(name));
        ASSERT_TRUE(file->open(path(name), spec) && file->write_image(Type::FLOAT, values.data()) &&
                    file->close())
            << file->geterror();
    }
    /// One colour.
    void write(const std::string& name, const Type& type, const std::vector<float>& pixel) const {
        OIIO::ImageSpec spec(4, 3, static_cast<int>(pixel.size()), type);
        std::vector<float> values;
        for (int i = 0; i < 12; ++i) values.insert(values.end(), pixel.begin(), pixel.end());
        write(name, spec, values);
    }
    /// Whole numbers from 0 to `most`, in three channels that differ.
    void write_codes(const std::string& name, const Type& type, int most, int bits = 0,
                     const char* colour_space = nullptr) const {
        const int width = most > 255 ? 256 : 16, height = (most + 1) / width;
        OIIO::ImageSpec spec(width, height, 3, type);
        if (bits > 0) spec.attribute("oiio:BitsPerSample", bits);
        if (colour_space != nullptr) spec.attribute("oiio:ColorSpace", colour_space);
        std::vector<float> values;
        for (int code = 0; code <= most; ++code)
            for (const int v : {code, most - code, code / 2})
                values.push_back(static_cast<float>(v) / static_cast<float>(most));
        write(name, spec, values);
    }
    void expect_same_codes(const std::string& a, const std::string& b) const {
        EXPECT_EQ(read_picture(path(a)).values, read_picture(path(b)).values) << b;
    }
    float first(const std::string& name, std::size_t channel = 0) const {
        return read_picture(path(name)).values[channel];
    }
    RunOptions with_config() const {
        std::ofstream(path("show.ocio")) << kConfig;
        return {.environment = {{"OCIO", path("show.ocio")}}};
    }

    ScratchFolder folder;
};

TEST_F(FileColours, GreyOfFloatsIsTheScreensCode) {
    write("grey.exr", Type::FLOAT, {0.18f, 0.18f, 0.18f});
    const std::string said = rest("grey.exr", "grey.png", {"--format", "u8"});
    EXPECT_EQ(std::lround(255 * first("grey.png")), 118);
    EXPECT_THAT(said, HasSubstr("colour of " + path("grey.exr") +
                                ": Linear Rec.709 (as pictures of floats are)"));
    EXPECT_THAT(said, HasSubstr("colour of " + path("grey.png") + ": sRGB (as 8-bit"));
    rest("grey.exr", "raw.png", {"--format", "u8", "--colour", "raw"});
    EXPECT_EQ(std::lround(255 * first("raw.png")), 46);
    rest("grey.png", "back.exr", {"--format", "float"});
    EXPECT_NEAR(first("back.exr"), 0.18f, 0.002f);
    EXPECT_THAT(rest("grey.exr", "grey.png", {"--json"}),
                HasSubstr(R"x("outputs":["sRGB (as 16-bit pictures are)"])x"));
}

TEST_F(FileColours, WhiteIsWhite) {
    write("white.png", Type::UINT8, {1, 0, 1});
    rest("white.png", "white.exr", {"--format", "float"});
    EXPECT_EQ(read_picture(path("white.exr")).values[0], 1.0f);
    EXPECT_EQ(read_picture(path("white.exr")).values[1], 0.0f);
}

TEST_F(FileColours, AllCodesComeBack) {
    for (const char* kind : {"png", "tif", "bmp", "tga", "ppm"}) {
        SCOPED_TRACE(kind);
        const std::string in = std::string("in.") + kind, out = std::string("out.") + kind;
        write_codes(in, Type::UINT8, 255);
        rest(in, out);
        expect_same_codes(in, out);
        rest(in, "light.exr", {"--format", "float"});
        rest("light.exr", "out.png", {"--format", "u8"});
        expect_same_codes(in, "out.png");
    }
    for (const char* kind : {"png", "tif"}) {
        SCOPED_TRACE(kind);
        const std::string in = std::string("16.") + kind, out = std::string("out16.") + kind;
        write_codes(in, Type::UINT16, 65535);
        rest(in, out);
        expect_same_codes(in, out);
        rest(in, "light.exr", {"--format", "float"});
        const std::vector<float> light = read_picture(path("light.exr")).values;
        EXPECT_GT(std::abs(light[3 * 30000] - 30000 / 65535.0f), 0.2f) << "it is converted";
        rest("light.exr", out, {"--format", "u16"});
        expect_same_codes(in, out);
    }
}

TEST_F(FileColours, PhotographsKeepTheirCodes) {
    write_picture(path("in.jpg"), 64, 48, 3, Type::UINT8);
    rest("in.jpg", "out.png");
    expect_same_codes("in.jpg", "out.png");
    EXPECT_THAT(info("out.png"), HasSubstr("sRGB (by its sRGB chunk)"));
}

TEST_F(FileColours, FilmIsLogByItsHeader) {
    for (const int bits : {10, 12, 16}) {
        SCOPED_TRACE(bits);
        write_codes("in.dpx", Type::UINT16, (1 << bits) - 1, bits, "KodakLog");
        EXPECT_THAT(info("in.dpx"), HasSubstr("Cineon (its header says Logarithmic); computed in "
                                              "Linear Rec.709"));
        rest("in.dpx", "out.dpx");
        expect_same_codes("in.dpx", "out.dpx");
        EXPECT_EQ(read_picture(path("out.dpx")).spec.get_string_attribute("dpx:Transfer"),
                  "Logarithmic");
    }
    // The white of the negative is 1, its black 0; a negative goes through light as well.
    write_codes("in.dpx", Type::UINT16, 1023, 10, "KodakLog");
    rest("in.dpx", "light.exr", {"--format", "float"});
    const std::vector<float> light = read_picture(path("light.exr")).values;
    EXPECT_NEAR(light[3 * 685], 1.0f, 1e-4f);
    EXPECT_NEAR(light[3 * 95], 0.0f, 1e-5f);
    EXPECT_GT(light[3 * 1023], 13.0f);
    rest("light.exr", "back.dpx", {"--format", "u10"});
    expect_same_codes("in.dpx", "back.dpx");
    EXPECT_THAT(info("back.dpx"), HasSubstr("Cineon (its header says Logarithmic)"));
    // Other headers, other spaces.
    write_codes("linear.dpx", Type::UINT16, 1023, 10, "Linear");
    EXPECT_THAT(info("linear.dpx"), HasSubstr("Linear Rec.709 (its header says Linear)"));
    rest("linear.dpx", "out.dpx");
    expect_same_codes("linear.dpx", "out.dpx");
}

TEST_F(FileColours, NumbersBeyondWhiteAndNoNumbersSurvive) {
    constexpr float kInf = std::numeric_limits<float>::infinity();
    const std::vector<float> values{4, -0.5f, 1e-6f, 100, kInf, std::nanf(""),
                                    0, -0.0f, -kInf, 2,   0.5f, 1000};
    OIIO::ImageSpec spec(4, 1, 3, Type::FLOAT);
    write("in.tif", spec, values);
    rest("in.tif", "light.exr", {"--colour", "input=sRGB", "--format", "float"});
    const std::vector<float> light = read_picture(path("light.exr")).values;
    EXPECT_NEAR(light[0], std::pow((4 + 0.055) / 1.055, 2.4), 1e-4);
    EXPECT_LT(light[1], -0.2f);
    rest("light.exr", "out.tif", {"--colour", "output=sRGB", "--format", "float"});
    const std::vector<float> back = read_picture(path("out.tif")).values;
    for (std::size_t i = 0; i < values.size(); ++i) {
        SCOPED_TRACE(i);
        if (std::isnan(values[i]))
            EXPECT_TRUE(std::isnan(back[i]));
        else if (std::isinf(values[i]))
            EXPECT_EQ(back[i], values[i]);
        else
            EXPECT_NEAR(back[i], values[i], std::abs(values[i]) * 1e-6f);
    }
    // Without a conversion all bits stay.
    rest("in.tif", "same.tif");
    EXPECT_EQ(read_picture(path("same.tif")).values[0], 4);
}

TEST_F(FileColours, AlphaIsNoColour) {
    // Multiplied colours, of TIFF: converted as they are without alpha, which stays.
    OIIO::ImageSpec spec(4, 1, 4, Type::UINT8);
    const float half = 128 / 255.0f;
    write("in.tif", spec,
          {half, half, half, 1, 0.2f, 0.2f, 0.2f, half, 0, 0, 0, 0, half, half, half, half});
    rest("in.tif", "light.exr", {"--format", "float"});
    const std::vector<float> light = read_picture(path("light.exr")).values;
    const auto to_light = [](double v) { return std::pow((v + 0.055) / 1.055, 2.4); };
    EXPECT_NEAR(light[0], to_light(half), 1e-6);
    EXPECT_NEAR(light[4], to_light(51 / 255.0 / half) * half, 1e-6);
    EXPECT_EQ(light[7], half);
    EXPECT_NEAR(light[12], half, 1e-6) << "white, half covered";
    rest("in.tif", "out.tif");
    expect_same_codes("in.tif", "out.tif");
}

TEST_F(FileColours, DataIsNotConverted) {
    OIIO::ImageSpec spec(4, 3, 1, Type::UINT16);
    spec.channelnames = {"id"};
    write("id.tif", spec, std::vector<float>(12, 0.5f));
    write("grey.png", Type::UINT8, {0.5f});
    rest("id.tif", "id2.exr", {"--format", "float"});
    // TIFF has no names of channels: one alone is grey.
    EXPECT_THAT(info("grey.png"), HasSubstr("sRGB (as 8-bit"));
    OIIO::ImageSpec deep(4, 3, 5, Type::FLOAT);
    deep.channelnames = {"R", "G", "B", "A", "Z"};
    std::vector<float> values;
    for (int i = 0; i < 12; ++i) values.insert(values.end(), {0.5f, 0.5f, 0.5f, 1, 0.5f});
    write("deep.exr", deep, values);
    rest("deep.exr", "out.exr", {"--layer", "all", "--colour", "input=sRGB", "--format", "float"});
    EXPECT_NEAR(first("out.exr"), 0.214041f, 1e-5f);
    EXPECT_EQ(first("out.exr", 3), 1);
    EXPECT_EQ(first("out.exr", 4), 0.5f) << "depth";
    deep.channelnames = {"normal.R", "normal.G", "normal.B", "mask", "Z"};
    write("data.exr", deep, values);
    rest("data.exr", "out.exr", {"--layer", "all", "--colour", "input=sRGB", "--format", "float"});
    EXPECT_EQ(first("out.exr"), 0.5f);
    EXPECT_THAT(info("data.exr"), HasSubstr("data (no channel is a colour)"));
    // A mask is what it is: half is half.
    write("one.exr", Type::FLOAT, {1, 1, 1});
    write("mask.png", Type::UINT8, {128 / 255.0f});
    const std::string in = path("one.exr"), out = path("out.exr");
    EXPECT_EQ(run_weft({"render", "Gain", "-i", in, "--mask", path("mask.png"), "-o", out, "--set",
                        "gain=0", "--device", "reference"})
                  .code,
              0);
    EXPECT_NEAR(first("out.exr"), 127 / 255.0f, 1e-3f);
}

TEST_F(FileColours, HeadersDecideAndAreMadeTrue) {
    OIIO::ImageSpec spec(4, 3, 3, Type::FLOAT);
    const float ap1[] = {0.713f, 0.293f, 0.165f, 0.830f, 0.128f, 0.044f, 0.32168f, 0.33767f};
    spec.attribute("chromaticities", Type(Type::FLOAT, 8), ap1);
    write("aces.exr", spec, std::vector<float>(36, 0.18f));
    EXPECT_THAT(info("aces.exr"), HasSubstr("ACEScg (by its chromaticities)"));
    rest("aces.exr", "out.exr");
    EXPECT_NEAR(first("out.exr"), 0.18f, 1e-6f) << "as in the input";
    EXPECT_THAT(info("out.exr"), HasSubstr("ACEScg (by its chromaticities)"));
    rest("aces.exr", "plain.exr", {"--colour", "output=Linear Rec.709"});
    EXPECT_THAT(info("plain.exr"), HasSubstr("Linear Rec.709 (as pictures of floats are)"));
    rest("aces.exr", "grey.png", {"--format", "u8"});
    EXPECT_EQ(std::lround(255 * first("grey.png")), 118);
    EXPECT_EQ(read_picture(path("grey.png")).spec.find_attribute("chromaticities"), nullptr);
    // A colour, there and back.
    write_codes("in.png", Type::UINT16, 65535);
    rest("in.png", "wide.exr", {"--colour", "output=ACEScg", "--format", "float"});
    rest("wide.exr", "out.png", {"--format", "u16"});
    expect_same_codes("in.png", "out.png");
    for (const char* name : {"Display P3", "Adobe RGB (1998)", "Linear Rec.2020", "ARRI LogC3"}) {
        SCOPED_TRACE(name);
        rest("in.png", "wide.exr",
             {"--colour", fmt::format("output={}", name), "--format", "float"});
        rest("wide.exr", "out.png", {"--colour", fmt::format("input={}", name), "--format", "u16"});
        const std::vector<float> a = read_picture(path("in.png")).values;
        const std::vector<float> b = read_picture(path("out.png")).values;
        EXPECT_THAT(b, testing::Pointwise(testing::FloatNear(3e-4f), a));
    }
}

TEST_F(FileColours, TheConfigurationDecidesBeforeTheKind) {
    const RunOptions show = with_config();
    write("plate.png", Type::UINT8, {0.4f, 0.4f, 0.4f});
    write("photo.png", Type::UINT8, {0.4f, 0.4f, 0.4f});
    write("render.exr", Type::FLOAT, {0.4f, 0.4f, 0.4f});
    EXPECT_THAT(info("plate.png", show), HasSubstr("half (by a file rule of $OCIO)"));
    EXPECT_THAT(info("photo.png", show), HasSubstr("screen (as 8-bit pictures are); computed in "
                                                   "light"));
    EXPECT_THAT(info("render.exr", show), HasSubstr("light (as pictures of floats are)"));
    rest("plate.png", "a.exr", {"--format", "float"}, show);
    EXPECT_NEAR(first("a.exr"), 0.8f, 1e-6f);
    rest("photo.png", "b.exr", {"--format", "float"}, show);
    EXPECT_NEAR(first("b.exr"), 0.16f, 1e-6f);
    rest("plate.png", "c.exr", {"--format", "float", "--colour", "input=screen"}, show);
    EXPECT_NEAR(first("c.exr"), 0.16f, 1e-6f) << "a choice comes before rules";
    rest("b.exr", "plate2.png", {"--format", "u8"}, show);
    EXPECT_EQ(std::lround(255 * first("plate2.png")), std::lround(255 * 0.08))
        << "rules of writing";
    const Outcome wrong = run_weft({"render", "Gain", "-i", path("photo.png"), "-o", path("x.exr"),
                                    "--colour", "input=Screem"},
                                   show);
    EXPECT_EQ(wrong.code, kUsage);
    EXPECT_THAT(wrong.err, HasSubstr("the configuration of $OCIO has no colour space 'Screem' (did "
                                     "you mean \"screen\"?)"));
    const RunOptions gone{.environment = {{"OCIO", path("gone.ocio")}}};
    const Outcome lost =
        run_weft({"render", "Gain", "-i", path("photo.png"), "-o", path("x.exr")}, gone);
    EXPECT_EQ(lost.code, kInput);
    EXPECT_THAT(lost.err, HasSubstr("gone.ocio"));
    EXPECT_THAT(lost.err, HasSubstr("--colour raw"));
    rest("photo.png", "raw.png", {"--colour", "raw"}, gone);
}

TEST_F(FileColours, DocumentsChooseAndTheCommandComesFirst) {
    write("in.png", Type::UINT8, {0.4f, 0.4f, 0.4f});
    std::ofstream(path("show.weft")) << R"({"weft": 2, "name": "show",
        "inputs": [{"name": "plate", "colour": "raw"}],
        "nodes": [{"id": 0, "name": "gain1", "functor": "Gain",
                   "inputs": {"Input": {"input": "plate"}}}],
        "outputs": [{"name": "beauty", "node": 0, "output": "Output", "colour": "Linear Rec.709"}]})";
    const auto render = [&](const std::vector<std::string>& more) {
        std::vector<std::string> all{"render", path("show.weft"), "-i",       path("in.png"),
                                     "-o",     path("out.png"),   "--device", "reference"};
        all.insert(all.end(), more.begin(), more.end());
        const Outcome outcome = run_weft(all);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return std::lround(255 * first("out.png"));
    };
    EXPECT_EQ(render({}), 102);
    EXPECT_EQ(render({"--colour", "auto"}), 102);
    EXPECT_EQ(render({"--colour", "beauty=sRGB"}), std::lround(255 * srgb(0.4)));
    EXPECT_EQ(render({"--colour", "plate=auto", "--colour", "beauty=auto"}), 102);
    EXPECT_EQ(render({"--colour", "raw"}), 102);
    EXPECT_THAT(run_weft({"info", path("show.weft"), "--document"}).out,
                HasSubstr(R"({"name": "plate", "colour": "raw"})"));
    const Outcome wrong = run_weft({"render", path("show.weft"), "-i", path("in.png"), "-o",
                                    path("out.png"), "--colour", "plaet=raw"});
    EXPECT_EQ(wrong.code, kUsage);
    EXPECT_THAT(wrong.err, HasSubstr("no input or output 'plaet' (did you mean \"plate\"?)"));
}

TEST_F(FileColours, BandsRegionsAndThreadsGiveTheSameBits) {
    const std::string in = path("in.0001.png");
    write_picture(in, 200, 151, 4, Type::UINT8);
    const std::vector<std::string> command{"render", "box-blur", "-i", path("in.#.png"), "-F", "1"};
    const auto with = [&](const std::vector<std::string>& more) {
        std::vector<std::string> all = command;
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    ASSERT_EQ(run_weft(with({"-o", path("a.#.png"), "--threads", "1"})).code, 0);
    ASSERT_EQ(run_weft(with({"-o", path("b.#.png"), "--threads", "5"})).code, 0);
    const Outcome bands = render_in_smallest_bands(with({"-o", path("c.#.png")}));
    ASSERT_EQ(bands.code, 0) << bands.err;
    expect_same_codes("a.0001.png", "b.0001.png");
    expect_same_codes("a.0001.png", "c.0001.png");
    ASSERT_EQ(run_weft(with({"-o", path("d.#.png"), "--roi", "20,30,50,40"})).code, 0);
    const ReadPicture all = read_picture(path("a.0001.png")),
                      part = read_picture(path("d.0001.png"));
    ASSERT_EQ(part.spec.width, 50);
    for (int y = 0; y < 40; ++y)
        for (int i = 0; i < 200; ++i)
            ASSERT_EQ(part.values[static_cast<std::size_t>(y * 200 + i)],
                      all.values[static_cast<std::size_t>((y + 30) * 800 + 80 + i)]);
}

}  // namespace
}  // namespace weft::test
