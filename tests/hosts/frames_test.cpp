// Positions are the project's: clips with fewer pixels than it, more, others or none change nothing
// of where a plug-in puts things, and all pixels are those of the same frame and data window by
// Weft itself.
#include <cmath>
#include <deque>
#include <memory>

#include <gtest/gtest.h>

#include "effects/builtin.h"
#include "hosts/project.h"
#include "hosts/scene.h"

namespace weft::openfx::test {
namespace {

using Value = std::variant<double, int, std::string>;

struct Placed {
    std::string identifier, graph;
    std::vector<std::pair<std::string, Value>> values;
    Settings settings;
    std::vector<std::string> clips{"Source"};
    bool has_lengths = false;  ///< which proxies scale
};

/// What depends on the frame, in one way or another.
const std::vector<Placed>& placed() {
    static const std::vector<Placed> list{
        {"weft.transform", "Transform", {{"angle", 30.0}}, {{"angle", "30"}}},
        {"weft.mirror", "Mirror", {}, {}},
        {"weft.corner-pin",
         "CornerPin",
         {{"left_top_x", 0.25}, {"right_bottom_y", 0.75}},
         {{"left-top-x", "0.25"}, {"right-bottom-y", "0.75"}}},
        {"weft.vignette", "Vignette", {}, {}},
        {"weft.laplacian", "Laplacian", {}, {}, {"Source"}, true},
        {"weft.invert", "Invert", {}, {}},
        {"weft.merge", "Merge", {}, {}, {"A", "B"}}};
    return list;
}

class OpenFxFrames : public ::testing::Test {
  protected:
    void TearDown() override {
        EXPECT_EQ(host.live_images(), 0);
        EXPECT_EQ(mistakes(), std::vector<std::string>());
        mistakes().clear();
    }
    std::unique_ptr<Scene> scene(const Placed& one, double width = kProjectWidth,
                                 double height = kProjectTop) {
        auto made =
            std::make_unique<Scene>(bundle, host, one.identifier, context::kGeneral, width, height);
        for (const auto& [name, value] : one.values) made->set(name, value);
        return made;
    }
    /// Pictures of all clips: the first covers `domain`, others the middle of the project.
    static std::deque<HostPicture> pictures(const Placed& one, const PixelRect& domain) {
        std::deque<HostPicture> made;
        for (std::size_t i = 0; i < one.clips.size(); ++i) {
            made.emplace_back(i == 0 ? domain : PixelRect{9, 7, 40, 30}, PictureKind{});
            made.back().fill(static_cast<unsigned>(11 + i));
        }
        return made;
    }
    static void connect(Scene& plugin, const Placed& one, const std::deque<HostPicture>& made) {
        for (std::size_t i = 0; i < one.clips.size(); ++i) plugin.connect(one.clips[i], made[i]);
    }
    static HostPicture right(const Placed& one, const std::deque<HostPicture>& made,
                             const HostPicture& like, const PixelRect& project) {
        std::vector<const HostPicture*> inputs;
        for (const HostPicture& picture : made) inputs.push_back(&picture);
        return expected(graph_named(one.graph, one.settings), inputs, like, project, "reference");
    }
    /// Renders `window` of a project of these pixels, which the scene is in.
    void expect_placed(Scene& plugin, const Placed& one, const PixelRect& domain,
                       const PixelRect& project, const PixelRect& window) {
        SCOPED_TRACE(one.identifier + " " + ::testing::PrintToString(domain.x1) + " " +
                     ::testing::PrintToString(domain.x2));
        const std::deque<HostPicture> made = pictures(one, domain);
        connect(plugin, one, made);
        HostPicture output(window, {});
        output.fill(99);
        ASSERT_EQ(plugin.render(output), kOk) << ::testing::PrintToString(host.messages);
        EXPECT_TRUE(output.pixels() == right(one, made, output, project).pixels());
        EXPECT_TRUE(output.is_guarded());
    }

    MiniHost host;
    LoadedBundle bundle{bundle_path()};
};

/// As the project, smaller, larger, smaller and shifted over an edge, beside it, and nowhere.
constexpr PixelRect kCovers[] = {kProject,          {20, 11, 41, 30},  {-7, -5, 75, 60},
                                 {-12, 30, 17, 59}, {70, 50, 101, 73}, {5, 5, 5, 5}};

TEST_F(OpenFxFrames, AreTheProjectsWhateverAClipCovers) {
    for (const Placed& one : placed())
        for (const PixelRect& covers : kCovers) {
            const auto owner = scene(one);
            Scene& plugin = *owner;
            expect_placed(plugin, one, covers, kProject, {-9, -6, 80, 61});
        }
}

TEST_F(OpenFxFrames, AreThoseOfAProjectThatBeginsElsewhere) {
    for (const Placed& one : placed()) {
        const auto owner = scene(one);
        Scene& plugin = *owner;
        plugin.instance->properties.put(prop::kProjectOffset, {10.0, -4.0});
        expect_placed(plugin, one, {20, 11, 41, 30}, {10, -4, 74, 44}, {0, -9, 80, 50});
    }
}

TEST_F(OpenFxFrames, AreAsSmallAsProxiesAndOddAsTheyCome) {
    for (const Placed& one : placed()) {
        const auto owner = scene(one, 65, 49);
        Scene& plugin = *owner;
        expect_placed(plugin, one, {3, 2, 41, 30}, {0, 0, 65, 49}, {0, 0, 65, 49});
        if (one.has_lengths) continue;
        plugin.instance->scale = 0.5;  // half a column and half a row are whole ones
        expect_placed(plugin, one, {3, 2, 21, 15}, {0, 0, 33, 25}, {-2, -2, 36, 27});
        expect_placed(plugin, one, {0, 0, 33, 25}, {0, 0, 33, 25}, {0, 0, 33, 25});
    }
}

TEST_F(OpenFxFrames, AreFewerColumnsOfWidePixels) {
    for (const Placed& one : placed()) {
        const auto owner = scene(one);
        Scene& plugin = *owner;
        if (one.has_lengths) continue;
        plugin.set_aspect(2.0);
        expect_placed(plugin, one, {3, 11, 21, 30}, {0, 0, 32, 48}, {-2, -2, 36, 50});
    }
}

TEST_F(OpenFxFrames, AreThePicturesOwnWhereNoProjectIsTold) {
    const Placed& mirror = placed()[1];
    constexpr PixelRect kCovered{20, 11, 41, 30};
    const auto owner = scene(mirror);
    Scene& plugin = *owner;
    plugin.instance->properties.put(prop::kProjectSize, {0.0, 0.0});  // no project has that size
    expect_placed(plugin, mirror, kCovered, kCovered, kCovered);
    plugin.instance->properties.forget(prop::kProjectSize);
    expect_placed(plugin, mirror, kCovered, kCovered, kCovered);
    // An older host's extent is always at the origin.
    plugin.instance->properties.put(prop::kProjectOffset, {10.0, -4.0});
    plugin.instance->properties.put(prop::kProjectExtent, {64.0, 48.0});
    expect_placed(plugin, mirror, kCovered, kProject, {0, 0, 64, 48});
}

/// A picture that is needed and missing is nothing, in the project's frame.
TEST_F(OpenFxFrames, HoldWhereAPictureIsMissing) {
    const Placed& merge = placed().back();
    const auto owner = scene(merge);
    Scene& plugin = *owner;
    HostPicture a({20, 11, 41, 30}, {}), b({0, 0, 1, 1}, {}), output(kProject, {});
    a.fill(5);
    plugin.connect("A", a);
    ASSERT_EQ(plugin.render(output), kOk) << ::testing::PrintToString(host.messages);
    EXPECT_TRUE(
        output.pixels() ==
        expected(graph_named("Merge", {}), {&a, &b}, output, kProject, "reference").pixels());
}

/// What a clip without end holds of the project.
TEST_F(OpenFxFrames, EndClipsThatHaveNoEnd) {
    const Placed& mirror = placed()[1];
    const auto owner = scene(mirror);
    Scene& plugin = *owner;
    HostPicture endless({-100000, 0, 100000, 48}, {SampleFormat::kU8, 1});
    plugin.connect("Source", endless);
    PropertySet in = arguments(),
                out("region", {{prop::kRegionOfDefinition, PropertyKind::kDouble, 4}});
    ASSERT_EQ(plugin.plugin.act(action::kRegionOfDefinition, plugin.instance.get(), &in, &out),
              kOk);
    for (int i = 0; i < 4; ++i)
        EXPECT_EQ(out.values(prop::kRegionOfDefinition)[static_cast<std::size_t>(i)],
                  PropertyValue(i == 2   ? 64.0
                                : i == 3 ? 48.0
                                         : 0.0));
}

/// With no more than a plug-in asks of its clips, pixels are the same; and beyond the region of
/// definition that it tells there are none.
TEST_F(OpenFxFrames, RegionsThatHostsAreToldAreEnough) {
    const auto told = [](const PropertySet& set, const std::string& name) {
        PixelRect pixels{};
        int* const edges[] = {&pixels.x1, &pixels.y1, &pixels.x2, &pixels.y2};
        for (std::size_t i = 0; i < 4; ++i)
            *edges[i] = static_cast<int>(std::lround(std::get<double>(set.values(name)[i])));
        return pixels;
    };
    constexpr PixelRect kWindow{12, 9, 33, 27};
    for (const Placed& one : placed())
        for (const PixelRect& covers : kCovers) {
            if (covers.x1 == covers.x2) continue;
            SCOPED_TRACE(one.identifier + " " + std::to_string(covers.x1));
            const auto owner = scene(one);
            Scene& plugin = *owner;
            const std::deque<HostPicture> made = pictures(one, covers);
            connect(plugin, one, made);
            HostPicture all({-9, -6, 110, 80}, {}), part(kWindow, {});
            ASSERT_EQ(plugin.render(all), kOk);
            PropertySet in = arguments(),
                        out("region", {{prop::kRegionOfDefinition, PropertyKind::kDouble, 4}});
            ASSERT_EQ(
                plugin.plugin.act(action::kRegionOfDefinition, plugin.instance.get(), &in, &out),
                kOk);
            const PixelRect region = told(out, prop::kRegionOfDefinition);
            const Picture pixels = all.picture(kProjectTop);
            for (int p = 0; p < 4; ++p)
                for (int y = pixels.domain().y0; y < pixels.domain().y1; ++y)
                    for (int x = pixels.domain().x0; x < pixels.domain().x1; ++x)
                        if (x < region.x1 || x >= region.x2 || kProjectTop - y <= region.y1 ||
                            kProjectTop - y > region.y2) {
                            ASSERT_EQ(pixels.at(x, y, p), 0.0f) << x << " " << y;
                        }

            std::vector<PropertyRule> rules;
            std::vector<std::string> names;
            for (const std::string& clip : one.clips) names.push_back(prop::kClipRoiPrefix + clip);
            for (const std::string& name : names)
                rules.push_back({name.c_str(), PropertyKind::kDouble, 4});
            PropertySet wanted = arguments(), regions("regions", rules);
            wanted.put(prop::kRegionOfInterest, {12.0, 9.0, 33.0, 27.0});
            const Reply reply = plugin.plugin.act(action::kRegionsOfInterest, plugin.instance.get(),
                                                  &wanted, &regions);
            ASSERT_TRUE(reply == kOk || reply == kReplyDefault) << reply;
            for (std::size_t i = 0; i < one.clips.size(); ++i) {
                const PixelRect needed = told(regions, names[i]);
                if (needed.x1 == needed.x2) continue;  // nothing of it was said
                const PixelRect& has = made[i].domain();
                EXPECT_TRUE(needed.x1 >= has.x1 && needed.y1 >= has.y1 && needed.x2 <= has.x2 &&
                            needed.y2 <= has.y2)
                    << one.clips[i];
                plugin.instance->clip(one.clips[i])->part = needed;
            }
            ASSERT_EQ(plugin.render(part), kOk);
            const PictureView whole = all.view(kProjectTop), window = part.view(kProjectTop);
            for (int y = window.domain.y0; y < window.domain.y1; ++y)
                for (int x = window.domain.x0; x < window.domain.x1; ++x)
                    for (int p = 0; p < 4; ++p)
                        ASSERT_EQ(*reinterpret_cast<const float*>(window.at(x, y, p)),
                                  *reinterpret_cast<const float*>(whole.at(x, y, p)))
                            << x << " " << y;
        }
}

}  // namespace
}  // namespace weft::openfx::test
