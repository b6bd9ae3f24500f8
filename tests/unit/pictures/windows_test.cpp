// Pictures whose pixels do not fill their frame, through the command.
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run_weft.h"
#include "scratch_folder.h"
#include "test_pictures.h"

namespace weft::test {
namespace {

using testing::ElementsAre;

/// Pixels of a picture and the frame they belong to, as x, y, width, height.
struct Box {
    int x, y, width, height;
    friend bool operator==(const Box&, const Box&) = default;
};
void PrintTo(const Box& b, std::ostream* out) {
    *out << b.width << "x" << b.height << "+" << b.x << "+" << b.y;
}

class WindowsOfFiles : public testing::Test {
  protected:
    std::string path(const std::string& name) { return scratch_.path(name); }

    /// Writes a float picture with one value in each channel.
    std::string file(const std::string& name, const Box& data, const Box& frame,
                     const std::map<std::string, float>& values) {
        std::vector<std::string> names;
        std::vector<float> pixel;
        for (const char* channel : {"R", "G", "B", "A", "Y"})
            if (const auto at = values.find(channel); at != values.end()) {
                names.emplace_back(channel);
                pixel.push_back(at->second);
            }
        OIIO::ImageSpec spec(data.width, data.height, static_cast<int>(names.size()),
                             OIIO::TypeDesc::FLOAT);
        spec.channelnames = names;
        spec.alpha_channel = -1;
        for (std::size_t c = 0; c < names.size(); ++c)
            if (names[c] == "A") spec.alpha_channel = static_cast<int>(c);
        spec.x = data.x;
        spec.y = data.y;
        spec.full_x = frame.x;
        spec.full_y = frame.y;
        spec.full_width = frame.width;
        spec.full_height = frame.height;
        std::vector<float> samples;
        for (int i = 0; i < data.width * data.height; ++i)
            samples.insert(samples.end(), pixel.begin(), pixel.end());
        const auto out = OIIO::ImageOutput::create(path(name));
        EXPECT_TRUE(out->open(path(name), spec));
        EXPECT_TRUE(out->write_image(OIIO::TypeDesc::FLOAT, samples.data()));
        EXPECT_TRUE(out->close());
        return path(name);
    }

    /// Renders to out.exr and reads that.
    ReadPicture render(const std::string& effect, const std::vector<std::string>& inputs,
                       const std::vector<std::string>& settings = {}) {
        std::vector<std::string> arguments{"render", effect, "-q", "-o", path("out.exr")};
        for (const std::string& input : inputs) arguments.insert(arguments.end(), {"-i", input});
        for (const std::string& set : settings) arguments.insert(arguments.end(), {"-s", set});
        const Outcome outcome = run_weft(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return read_picture(path("out.exr"));
    }

    static Box data_of(const ReadPicture& picture) {
        const OIIO::ImageSpec& s = picture.spec;
        return {s.x, s.y, s.width, s.height};
    }
    static Box frame_of(const ReadPicture& picture) {
        const OIIO::ImageSpec& s = picture.spec;
        return {s.full_x, s.full_y, s.full_width, s.full_height};
    }
    /// The samples at a pixel, which may lie beyond what there is: zeros.
    static std::vector<float> at(const ReadPicture& picture, int x, int y) {
        const OIIO::ImageSpec& s = picture.spec;
        const auto channels = static_cast<std::size_t>(s.nchannels);
        if (x < s.x || y < s.y || x >= s.x + s.width || y >= s.y + s.height)
            return std::vector<float>(channels);
        const auto first = picture.values.begin() +
                           static_cast<std::ptrdiff_t>(channels) *
                               (static_cast<std::ptrdiff_t>(y - s.y) * s.width + (x - s.x));
        return {first, first + static_cast<std::ptrdiff_t>(channels)};
    }

    ScratchFolder scratch_;
    const Box frame_{0, 0, 8, 4};
};

TEST_F(WindowsOfFiles, AForegroundEndsWhereItEnds) {
    const std::string back =
        file("b.exr", frame_, frame_, {{"R", 0.1f}, {"G", 0.1f}, {"B", 0.1f}, {"A", 1.0f}});
    const std::string front =
        file("a.exr", {5, 1, 2, 2}, frame_, {{"R", 0.5f}, {"G", 0.5f}, {"B", 0.5f}, {"A", 0.5f}});
    const ReadPicture over = render("Merge", {front, back});
    EXPECT_EQ(data_of(over), frame_);
    EXPECT_THAT(at(over, 0, 0), ElementsAre(0.1f, 0.1f, 0.1f, 1.0f));
    EXPECT_THAT(at(over, 5, 1), ElementsAre(0.55f, 0.55f, 0.55f, 1.0f));
    EXPECT_THAT(at(over, 7, 1), ElementsAre(0.1f, 0.1f, 0.1f, 1.0f));
}

TEST_F(WindowsOfFiles, AFrontWithoutAlphaCoversItsPixelsAlone) {
    const std::string back = file("b.exr", frame_, frame_, {{"R", 0.1f}, {"G", 0.2f}, {"B", 0.3f}});
    const std::string front =
        file("a.exr", {-2, 1, 4, 2}, frame_, {{"R", 0.5f}, {"G", 0.5f}, {"B", 0.5f}});
    const ReadPicture over = render("Merge", {front, back});
    EXPECT_EQ(frame_of(over), frame_);
    EXPECT_EQ(data_of(over), (Box{-2, 0, 10, 4})) << "as the front reaches beyond its frame";
    EXPECT_THAT(at(over, 4, 1), ElementsAre(0.1f, 0.2f, 0.3f));
    EXPECT_THAT(at(over, 1, 1), ElementsAre(0.5f, 0.5f, 0.5f));
}

TEST_F(WindowsOfFiles, AllThatCombinesPicturesHasNothingOutsideThem) {
    const std::map<std::string, float> one{{"R", 0.25f}, {"G", 0.25f}, {"B", 0.25f}};
    const std::string whole = file("w.exr", frame_, frame_, one);
    const std::string part = file("p.exr", {3, 1, 2, 2}, frame_, one);
    const std::map<std::string, float> outside{
        {"Sum", 0.25f}, {"Product", 0.0f}, {"Difference", 0.25f}, {"Mix", 0.125f}};
    for (const auto& [functor, value] : outside) {
        const std::vector<std::string> half =
            functor == "Mix" ? std::vector<std::string>{"amount=0.5"} : std::vector<std::string>{};
        EXPECT_THAT(at(render(functor, {whole, part}, half), 0, 0),
                    ElementsAre(value, value, value))
            << functor;
    }
}

TEST_F(WindowsOfFiles, AMatteIsZeroBeyondItsPixels) {
    const std::string front =
        file("f.exr", frame_, frame_, {{"R", 0.9f}, {"G", 0.9f}, {"B", 0.9f}});
    const std::string back = file("b.exr", frame_, frame_, {{"R", 0.1f}, {"G", 0.1f}, {"B", 0.1f}});
    const std::string matte = file("m.exr", {3, 1, 2, 2}, frame_, {{"A", 1.0f}});
    const ReadPicture mixed = render("KeyMix", {front, back, matte});
    EXPECT_THAT(at(mixed, 3, 1), ElementsAre(0.9f, 0.9f, 0.9f));
    EXPECT_THAT(at(mixed, 2, 1), ElementsAre(0.1f, 0.1f, 0.1f));
    EXPECT_THAT(at(mixed, 7, 3), ElementsAre(0.1f, 0.1f, 0.1f));
}

TEST_F(WindowsOfFiles, APictureWithoutPixelsInItsFrameIsMovedIntoIt) {
    const std::string in = file("in.exr", {5, 2, 10, 4}, {0, 0, 40, 8}, {{"Y", 0.75f}});
    const ReadPicture right = render("Transform", {in}, {"move-x=20"});
    EXPECT_EQ(frame_of(right), (Box{0, 0, 40, 8}));
    EXPECT_EQ(data_of(right), (Box{25, 2, 10, 4}));
    EXPECT_THAT(at(right, 25, 2), ElementsAre(0.75f));
    EXPECT_THAT(at(right, 34, 5), ElementsAre(0.75f));
    EXPECT_THAT(at(right, 24, 2), ElementsAre(0.0f));
    EXPECT_THAT(at(right, 35, 5), ElementsAre(0.0f));
    const std::string beside = file("beside.exr", {50, 2, 10, 4}, {0, 0, 40, 8}, {{"Y", 0.75f}});
    EXPECT_THAT(at(render("Transform", {beside}, {"move-x=-30"}), 20, 2), ElementsAre(0.75f));
}

TEST_F(WindowsOfFiles, AMirrorTurnsTheFrame) {
    const std::string in = file("in.exr", {1, 0, 2, 4}, frame_, {{"Y", 0.75f}});
    const ReadPicture turned = render("Mirror", {in});
    EXPECT_EQ(data_of(turned), (Box{5, 0, 2, 4}));
    EXPECT_EQ(frame_of(turned), frame_);
}

TEST_F(WindowsOfFiles, ACropLeavesTheFrameUnlessItIsToReformat) {
    const std::string in = file("in.exr", frame_, frame_, {{"Y", 0.75f}});
    const ReadPicture cropped = render("Crop", {in}, {"left=2", "bottom=1"});
    EXPECT_EQ(data_of(cropped), (Box{2, 0, 6, 3}));
    EXPECT_EQ(frame_of(cropped), frame_);
    const ReadPicture smaller = render("Crop", {in}, {"left=2", "bottom=1", "reformat=1"});
    EXPECT_EQ(data_of(smaller), (Box{2, 0, 6, 3}));
    EXPECT_EQ(frame_of(smaller), (Box{2, 0, 6, 3}));
    const std::string over = file("over.exr", {-3, -1, 20, 9}, frame_, {{"Y", 0.75f}});
    EXPECT_EQ(data_of(render("Crop", {over})), (Box{-3, -1, 20, 9})) << "at rest";
    EXPECT_EQ(data_of(render("Crop", {over}, {"left=2"})), (Box{2, -1, 15, 9}));
}

TEST_F(WindowsOfFiles, AResizeTakesTheFrameAlong) {
    const std::string in = file("in.exr", {-5, -3, 30, 20}, {0, 0, 20, 14}, {{"Y", 0.5f}});
    const ReadPicture larger = render("Resample", {in}, {"size=60"});
    EXPECT_EQ(data_of(larger), (Box{-10, -3, 60, 20}));
    EXPECT_EQ(frame_of(larger), (Box{0, 0, 40, 14}));
    const ReadPicture half = render("Halve", {in});
    EXPECT_EQ(frame_of(half), (Box{0, 0, 10, 14}));
}

TEST_F(WindowsOfFiles, AnUnsqueezeMakesPixelsSquare) {
    OIIO::ImageSpec spec(8, 4, 3, OIIO::TypeDesc::HALF);
    spec.attribute("PixelAspectRatio", 2.0f);
    write_picture(path("squeezed.exr"), spec);
    const auto aspect = [](const ReadPicture& picture) {
        return picture.spec.get_float_attribute("PixelAspectRatio", 1.0f);
    };
    EXPECT_EQ(aspect(render("Gain", {path("squeezed.exr")})), 2.0f);
    EXPECT_EQ(aspect(render("Resample", {path("squeezed.exr")}, {"size=16"})), 1.0f);
    EXPECT_EQ(aspect(render("Halve", {path("squeezed.exr")}, {"axis=vertical"})), 1.0f);
}

TEST_F(WindowsOfFiles, ATileRepeatsTheFrame) {
    const std::string in = file("in.exr", {6, 1, 2, 2}, frame_, {{"Y", 0.5f}});
    const ReadPicture tiled = render("Tile", {in});
    EXPECT_EQ(frame_of(tiled), (Box{0, 0, 16, 8}));
    EXPECT_THAT(at(tiled, 14, 5), ElementsAre(0.5f));
    EXPECT_THAT(at(tiled, 13, 5), ElementsAre(0.0f));
}

TEST_F(WindowsOfFiles, ABlurSpreadsPixelsAndKeepsTheFrame) {
    const std::string in = file("in.exr", {20, 10, 4, 4}, {0, 0, 64, 32}, {{"Y", 1.0f}});
    const ReadPicture blurred = render("box-blur", {in}, {"radius=3"});
    EXPECT_EQ(frame_of(blurred), (Box{0, 0, 64, 32}));
    EXPECT_GT(at(blurred, 18, 10)[0], 0.0f) << "beyond the pixels that there were";
    // A filter clamps at the frame's edge, not at the crop's.
    EXPECT_LT(at(blurred, 20, 10)[0], 1.0f);
    EXPECT_EQ(at(blurred, 0, 0)[0], 0.0f);
}

TEST_F(WindowsOfFiles, APictureOfOneDisplayWindowIsWrittenInOne) {
    const std::string in = file("in.exr", {2, 1, 2, 2}, frame_, {{"Y", 1.0f}});
    const Outcome outcome = run_weft({"render", "Gain", "-q", "-i", in, "-o", path("out.png")});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const ReadPicture png = read_picture(path("out.png"));
    EXPECT_EQ(data_of(png), frame_);
    EXPECT_THAT(at(png, 2, 1), ElementsAre(1.0f));
    EXPECT_THAT(at(png, 1, 1), ElementsAre(0.0f));
}

}  // namespace
}  // namespace weft::test
