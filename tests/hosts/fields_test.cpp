// Fields are rendered as pictures of half the height, and leave each other's rows alone.
#include <gtest/gtest.h>

#include "hosts/project.h"
#include "hosts/scene.h"

namespace weft::openfx::test {
namespace {

/// Of an odd height that begins at an odd row, or at an even one; and below 0.
constexpr PixelRect kDomains[] = {{-5, 3, 56, 40}, {0, -4, 40, 31}, {0, 0, 64, 48}};
constexpr PictureKind kKinds[] = {
    {}, {SampleFormat::kU8, 3, Rows::kDownward}, {SampleFormat::kHalf, 4, Rows::kOdd}};

class OpenFxFields : public ::testing::Test {
  protected:
    void TearDown() override {
        EXPECT_EQ(host.live_images(), 0);
        EXPECT_EQ(mistakes(), std::vector<std::string>());
        mistakes().clear();
    }
    Scene scene(const std::string& identifier) {
        return Scene(bundle, host, identifier, context::kFilter, kProjectWidth, kProjectTop);
    }
    static HostPicture noise(const PixelRect& domain, const PictureKind& kind, unsigned seed) {
        HostPicture picture(domain, kind);
        picture.fill(seed);
        return picture;
    }
    static const char* name_of(Fielding field) {
        return field == Fielding::kUpper ? prop::kFieldUpper : prop::kFieldLower;
    }
    static std::vector<std::byte> expected_field(const Graph& graph, const HostPicture& source,
                                                 Fielding which) {
        const HostPicture field = source.field(which);
        return expected(graph, {&field}, field, {0, 0, kProjectWidth, kProjectTop / 2}).pixels();
    }

    MiniHost host;
    LoadedBundle bundle{bundle_path()};
};

TEST_F(OpenFxFields, EqualTheFieldAsAPicture) {
    // Lengths along y are halved.
    const Graph graph = graph_named("gaussian-blur", {{"sigma-x", "3"}, {"sigma-y", "1.5"}});
    Scene plugin = scene("weft.gaussian-blur");
    plugin.set("sigma", 3.0);
    plugin.set("sigma_x", 3.0);
    unsigned seed = 1;
    for (const PixelRect& domain : kDomains)
        for (const PictureKind& kind : kKinds)
            for (const Fielding which : {Fielding::kLower, Fielding::kUpper})
                for (const bool single : {false, true}) {
                    SCOPED_TRACE(std::to_string(domain.y1) + depth_name(kind.format) +
                                 name_of(which) + (single ? " by itself" : " of a frame"));
                    const HostPicture source = noise(domain, kind, ++seed);
                    HostPicture output = noise(domain, kind, 99);
                    const Fielding other =
                        which == Fielding::kLower ? Fielding::kUpper : Fielding::kLower;
                    const auto before = output.field(other).pixels();
                    plugin.connect("Source", source);
                    plugin.connect("Output", output);
                    for (const char* clip : {"Source", "Output"})
                        plugin.instance->clip(clip)->fielding = single ? which : Fielding::kBoth;
                    plugin.instance->field = name_of(which);
                    ASSERT_EQ(plugin.render(single ? output.field(which).domain() : domain), kOk)
                        << ::testing::PrintToString(host.messages);
                    EXPECT_TRUE(output.field(which).pixels() ==
                                expected_field(graph, source, which));
                    EXPECT_TRUE(output.field(other).pixels() == before) << "the other field";
                    EXPECT_TRUE(output.is_guarded());
                }
}

TEST_F(OpenFxFields, OfBothEachIsRenderedByItself) {
    const PixelRect domain = kDomains[0];
    const HostPicture source = noise(domain, {}, 20);
    HostPicture output(domain, {});
    Scene plugin = scene("weft.erode-dilate");
    plugin.set("radius", 2);
    plugin.set("radius_x", 2);
    plugin.connect("Source", source);
    plugin.instance->clip("Output")->properties.put(prop::kFieldOrder,
                                                    {std::string(prop::kFieldUpper)});
    plugin.instance->field = prop::kFieldBoth;
    ASSERT_EQ(plugin.render(output), kOk);
    const Graph graph = graph_named("erode-dilate", {{"radius-x", "2"}, {"radius-y", "1"}});
    for (const Fielding which : {Fielding::kLower, Fielding::kUpper})
        EXPECT_TRUE(output.field(which).pixels() == expected_field(graph, source, which));
}

TEST_F(OpenFxFields, TilesOfAFrameAreRowsOfTheField) {
    const PixelRect domain = kDomains[0];
    const HostPicture source = noise(domain, {}, 21);
    HostPicture whole(domain, {}), tiled(domain, {});
    Scene plugin = scene("weft.gaussian-blur");
    plugin.instance->field = prop::kFieldUpper;
    plugin.connect("Source", source);
    ASSERT_EQ(plugin.render(whole), kOk);
    plugin.connect("Output", tiled);
    for (const PixelRect& tile :
         {PixelRect{-5, 3, 20, 4}, {-5, 4, 20, 17}, {-5, 17, 20, 40}, {20, 3, 56, 40}})
        ASSERT_EQ(plugin.render(tile), kOk);
    EXPECT_TRUE(tiled.pixels() == whole.pixels());
}

TEST_F(OpenFxFields, OfASingleRowOneIsEmpty) {
    const PixelRect row{0, 7, 40, 8};
    const HostPicture source = noise(row, {}, 22);
    HostPicture output = noise(row, {}, 23);
    const auto before = output.pixels();
    Scene plugin = scene("weft.gaussian-blur");
    plugin.connect("Source", source);
    plugin.instance->field = prop::kFieldLower;
    EXPECT_EQ(plugin.render(output), kOk);
    EXPECT_TRUE(output.pixels() == before);
    plugin.instance->field = prop::kFieldUpper;
    EXPECT_EQ(plugin.render(output), kOk);
    EXPECT_FALSE(output.pixels() == before);
}

TEST_F(OpenFxFields, RegionsReachAsFarAsAFieldDoes) {
    const HostPicture source = noise(kDomains[2], {}, 24);
    Scene plugin = scene("weft.erode-dilate");
    plugin.set("radius", 3);  // a row and a half of a field: two, which are four of the frame
    plugin.connect("Source", source);
    plugin.instance->clip("Output")->properties.put(prop::kFieldOrder,
                                                    {std::string(prop::kFieldLower)});
    PropertySet in = arguments(),
                out("regions", {{"OfxImageClipPropRoI_Source", PropertyKind::kDouble, 4}});
    in.put(prop::kRegionOfInterest, {20.0, 20.0, 30.0, 30.0});
    ASSERT_EQ(plugin.plugin.act(action::kRegionsOfInterest, plugin.instance.get(), &in, &out), kOk);
    const std::vector<PropertyValue> roi{17.0, 16.0, 33.0, 34.0};
    EXPECT_EQ(out.values("OfxImageClipPropRoI_Source"), roi);
}

}  // namespace
}  // namespace weft::openfx::test
