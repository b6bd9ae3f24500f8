// What plug-ins render is what Weft renders, in every depth, component set, layout and tile.
#include <cfenv>
#include <cmath>
#include <csignal>
#include <deque>
#include <thread>

#include <gtest/gtest.h>

#include "effects/builtin.h"
#include "hosts/project.h"
#include "hosts/scene.h"
#include "openfx/catalogue.h"

namespace weft::openfx::test {
namespace {

class OpenFxRender : public ::testing::Test {
  protected:
    void TearDown() override {
        EXPECT_EQ(host.live_images(), 0) << "images were not given back";
        EXPECT_EQ(mistakes(), std::vector<std::string>());
        mistakes().clear();
    }
    Scene scene(const std::string& identifier, const std::string& context) {
        return Scene(bundle, host, identifier, context, kProjectWidth, kProjectTop);
    }
    static HostPicture noise(const PictureKind& kind, unsigned seed = 1,
                             const PixelRect& domain = kOddDomain) {
        HostPicture picture(domain, kind);
        picture.fill(seed);
        return picture;
    }

    /// Renders a picture of that part of the size, as a proxy, and expects what `graph` makes of
    /// it.
    static void expect_at_scale(double scale, Scene& plugin, const Graph& graph);

    MiniHost host;
    LoadedBundle bundle{bundle_path()};
};

struct Subject {
    std::string identifier, graph;
    Settings settings;
    std::vector<std::pair<std::string, std::variant<double, int, std::string>>> values;
};

const std::vector<Subject>& subjects() {
    static const std::vector<Subject> list{
        {"weft.gaussian-blur",
         "gaussian-blur",
         {{"sigma", "2.5"}},
         {{"sigma_x", 2.5}, {"sigma_y", 2.5}, {"sigma", 2.5}}},
        {"weft.grade", "Grade", {{"multiply", "1.5,1.0,0.5"}}, {{"multiply", "1.5,1.0,0.5"}}},
        {"weft.median", "median", {{"radius", "2"}}, {{"radius", 2}}},
        {"weft.box-blur", "box-blur", {{"radius", "3"}}, {{"radius", 3}}},
        {"weft.transform", "Transform", {{"angle", "30"}}, {{"angle", 30.0}}}};
    return list;
}

/// All kinds of pictures, or one in so many.
std::vector<PictureKind> kinds_of_pictures(std::size_t every) {
    std::vector<PictureKind> all, some;
    for (const SampleFormat format :
         {SampleFormat::kFloat, SampleFormat::kHalf, SampleFormat::kU16, SampleFormat::kU8})
        for (const int planes : {4, 3, 1})
            for (const Rows rows : {Rows::kTight, Rows::kPadded, Rows::kOdd, Rows::kDownward})
                all.push_back({format, planes, rows});
    for (std::size_t i = 0; i < all.size(); i += every) some.push_back(all[i]);
    return some;
}

std::string to_string(const PictureKind& kind) {
    return std::string(depth_name(kind.format)) + ", " + std::to_string(kind.planes) +
           " planes, rows " + std::to_string(static_cast<int>(kind.rows));
}

TEST_F(OpenFxRender, EqualsWeftForEveryPicture) {
    for (const auto& [context, every] : {std::pair{context::kFilter, std::size_t{1}},
                                         std::pair{context::kGeneral, std::size_t{5}}})
        for (const Subject& subject : subjects()) {
            Scene plugin = scene(subject.identifier, context);
            for (const auto& [name, value] : subject.values) plugin.set(name, value);
            const Graph graph = graph_named(subject.graph, subject.settings);
            for (const PictureKind& kind : kinds_of_pictures(every * WEFT_TEST_EVERY)) {
                SCOPED_TRACE(subject.identifier + ", " + to_string(kind));
                const HostPicture source = noise(kind);
                HostPicture output(kOddDomain, kind);
                plugin.connect("Source", source);
                ASSERT_EQ(plugin.render(output), kOk) << ::testing::PrintToString(host.messages);
                EXPECT_TRUE(output.pixels() ==
                            expected(graph, {&source}, output, kProject).pixels());
                EXPECT_TRUE(output.is_guarded()) << "bytes around the rows were written";
            }
        }
}

TEST_F(OpenFxRender, TilesEqualTheWhole) {
    for (const char* identifier : {"weft.gaussian-blur", "weft.box-blur", "weft.vignette"}) {
        SCOPED_TRACE(identifier);
        Scene plugin = scene(identifier, context::kFilter);
        const HostPicture source = noise({}, 3);
        HostPicture whole(kOddDomain, {}), tiled(kOddDomain, {});
        plugin.connect("Source", source);
        ASSERT_EQ(plugin.render(whole), kOk);
        plugin.connect("Output", tiled);
        const std::vector<PixelRect> tiles{
            {19, 3, 56, 17}, {-5, 17, 20, 40}, {20, 17, 56, 40}, {-5, 3, 19, 17}};
        for (const PixelRect& tile : tiles) {
            PropertySet in = arguments(),
                        out("regions", {{"OfxImageClipPropRoI_Source", PropertyKind::kDouble, 4}});
            in.put(prop::kRegionOfInterest,
                   {tile.x1 + 0.0, tile.y1 + 0.0, tile.x2 + 0.0, tile.y2 + 0.0});
            ASSERT_EQ(
                plugin.plugin.act(action::kRegionsOfInterest, plugin.instance.get(), &in, &out),
                kOk);
            const auto& roi = out.values("OfxImageClipPropRoI_Source");
            const auto at = [&](std::size_t i) {
                return static_cast<int>(std::get<double>(roi[i]));
            };
            plugin.instance->clip("Source")->part = {at(0), at(1), at(2), at(3)};
            ASSERT_EQ(plugin.render(tile), kOk);
        }
        EXPECT_TRUE(tiled.pixels() == whole.pixels());
    }
}

TEST_F(OpenFxRender, TwoAtOnceEqualOneAfterAnother) {
    Scene one = scene("weft.gaussian-blur", context::kFilter);
    Scene other = scene("weft.gaussian-blur", context::kFilter);
    one.set("sigma_x", 1.5);
    other.set("sigma_x", 4.0);
    const HostPicture source = noise({}, 5);
    one.connect("Source", source);
    other.connect("Source", source);
    HostPicture first(kOddDomain, {}), second(kOddDomain, {}), first_again(kOddDomain, {}),
        second_again(kOddDomain, {});
    ASSERT_EQ(one.render(first), kOk);
    ASSERT_EQ(other.render(second), kOk);
    one.connect("Output", first_again);
    other.connect("Output", second_again);
    const auto often = [](Scene& scene) {
        for (int i = 0; i < 20; ++i) ASSERT_EQ(scene.render(kOddDomain), kOk);
    };
    std::thread thread([&] { often(other); });
    often(one);
    thread.join();
    EXPECT_TRUE(first.pixels() == first_again.pixels());
    EXPECT_TRUE(second.pixels() == second_again.pixels());
    EXPECT_FALSE(first.pixels() == second.pixels());
}

TEST_F(OpenFxRender, OneInstanceRendersInSeveralThreads) {
    Scene plugin = scene("weft.box-blur", context::kFilter);
    const HostPicture source = noise({}, 6);
    HostPicture whole(kOddDomain, {}), parts(kOddDomain, {});
    plugin.connect("Source", source);
    ASSERT_EQ(plugin.render(whole), kOk);
    plugin.connect("Output", parts);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&, i] {
            const int y = 3 + 9 * i;
            EXPECT_EQ(plugin.render({-5, y, 56, i == 3 ? 40 : y + 9}), kOk);
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_TRUE(parts.pixels() == whole.pixels());
}

void OpenFxRender::expect_at_scale(double scale, Scene& plugin, const Graph& graph) {
    plugin.instance->scale = scale;
    const int width = static_cast<int>(std::lround(64 * scale)),
              height = static_cast<int>(std::lround(kProjectTop * scale));
    const HostPicture source = noise({}, 7, {0, 0, width, height});
    HostPicture output(source.domain(), {});
    plugin.connect("Source", source);
    ASSERT_EQ(plugin.render(output), kOk);
    EXPECT_TRUE(output.pixels() == expected(graph, {&source}, output, source.domain()).pixels())
        << scale;
}

TEST_F(OpenFxRender, LengthsShrinkWithThePicture) {
    Scene plugin = scene("weft.gaussian-blur", context::kFilter);
    plugin.set("sigma_x", 4.0);
    plugin.set("sigma_y", 4.0);
    expect_at_scale(0.5, plugin, graph_named("gaussian-blur", {{"sigma", "2"}}));
    expect_at_scale(0.1, plugin, graph_named("gaussian-blur", {{"sigma", "0.4"}}));
    expect_at_scale(2, plugin, graph_named("gaussian-blur", {{"sigma", "8"}}));
}

TEST_F(OpenFxRender, AParameterOfBothAxesCountsInProxiesToo) {
    // Sigma sets both axes; those of the axes, at their defaults, must not set them back.
    Scene plugin = scene("weft.gaussian-blur", context::kFilter);
    plugin.set("sigma", 4.0);
    plugin.set("sigma_y", 6.0);
    expect_at_scale(0.5, plugin, graph_named("gaussian-blur", {{"sigma", "2"}, {"sigma-y", "3"}}));
}

TEST_F(OpenFxRender, LengthsAcrossWidePixelsAreFewer) {
    const HostPicture source = noise({}, 7);
    Scene plugin = scene("weft.gaussian-blur", context::kFilter);
    plugin.connect("Source", source);
    const auto expect = [&](double aspect, const Settings& settings) {
        plugin.set_aspect(aspect);
        HostPicture output(kOddDomain, {});
        ASSERT_EQ(plugin.render(output), kOk);
        const Graph graph = graph_named("gaussian-blur", settings);
        const PixelRect project{0, 0, static_cast<int>(kProjectWidth / aspect), kProjectTop};
        EXPECT_TRUE(output.pixels() == expected(graph, {&source}, output, project).pixels())
            << aspect;
    };
    plugin.set("sigma", 4.0);  // of both axes, each in its own pixels
    expect(2.0, {{"sigma-x", "2"}, {"sigma-y", "4"}});
    plugin.set("sigma_x", 2.0);
    expect(0.5, {{"sigma-x", "4"}, {"sigma-y", "4"}});
    // The output's pixels count, whatever the project's are.
    plugin.instance->properties.put(prop::kPixelAspectRatio, {3.0});
    HostPicture output(kOddDomain, {});
    ASSERT_EQ(plugin.render(output), kOk);
    const Graph graph = graph_named("gaussian-blur", {{"sigma-x", "4"}, {"sigma-y", "4"}});
    EXPECT_TRUE(
        output.pixels() ==
        expected(graph, {&source}, output, {0, 0, 2 * kProjectWidth, kProjectTop}).pixels());
}

TEST_F(OpenFxRender, WindowsBeyondThePictureAreTransparentBlack) {
    Scene plugin = scene("weft.crop", context::kFilter);
    plugin.set("left", 10);
    plugin.set("top", 4);
    const HostPicture source = noise({}, 8);
    HostPicture output = noise({}, 9);
    plugin.connect("Source", source);
    ASSERT_EQ(plugin.render(output), kOk);
    const Picture from = source.picture(kProjectTop), to = output.picture(kProjectTop);
    for (int p = 0; p < 4; ++p)
        for (int y = from.domain().y0; y < from.domain().y1; ++y)
            for (int x = from.domain().x0; x < from.domain().x1; ++x) {
                const bool kept = x >= 10 && x < kProjectWidth && y >= 4;
                ASSERT_EQ(to.at(x, y, p), kept ? from.at(x, y, p) : 0.0f) << x << " " << y;
            }
}

TEST_F(OpenFxRender, GeneratesWithoutInputs) {
    Scene plugin = scene("weft.noise", context::kGenerator);
    plugin.set("width", 50);
    plugin.set("height", 40);
    HostPicture output({0, 0, 64, 48}, {SampleFormat::kHalf, 4, Rows::kPadded});
    ASSERT_EQ(plugin.render(output), kOk) << ::testing::PrintToString(host.messages);
    const Graph graph = graph_named("Noise", {{"width", "50"}, {"height", "40"}});
    EXPECT_TRUE(output.pixels() == expected(graph, {}, output, kProject).pixels());
}

TEST_F(OpenFxRender, MasksThatAreThereAndThatAreNot) {
    Scene plugin = scene("weft.invert", context::kGeneral);
    const HostPicture source = noise({}, 10);
    HostPicture mask(kOddDomain, {SampleFormat::kU8, 1, Rows::kOdd});  // black: nothing is filtered
    HostPicture without(kOddDomain, {}), with(kOddDomain, {});
    plugin.connect("Source", source);
    ASSERT_EQ(plugin.render(without), kOk);
    EXPECT_FALSE(without.pixels() == source.pixels());
    plugin.connect("Mask", mask);
    ASSERT_EQ(plugin.render(with), kOk) << ::testing::PrintToString(host.messages);
    EXPECT_TRUE(with.pixels() == source.pixels());
    // Some hosts say that a clip is connected and hand out nothing.
    plugin.instance->clip("Mask")->null_images = true;
    ASSERT_EQ(plugin.render(with), kOk);
    EXPECT_TRUE(with.pixels() == without.pixels());
}

TEST_F(OpenFxRender, AMissingPictureIsBlack) {
    Scene plugin = scene("weft.sum", context::kGeneral);
    const HostPicture source = noise({}, 11);
    HostPicture output(kOddDomain, {});
    plugin.connect("A", source);
    ASSERT_EQ(plugin.render(output), kOk) << ::testing::PrintToString(host.messages);
    EXPECT_TRUE(output.pixels() == source.pixels());
}

TEST_F(OpenFxRender, AMatteHasOnePlane) {
    Scene plugin = scene("weft.luminance", context::kGeneral);
    const HostPicture source = noise({}, 12);
    plugin.connect("Source", source);
    PropertySet out("preferences", {{"OfxImageClipPropComponents_Output", PropertyKind::kString}});
    ASSERT_EQ(plugin.plugin.act(action::kClipPreferences, plugin.instance.get(), nullptr, &out),
              kOk);
    EXPECT_EQ(out.text("OfxImageClipPropComponents_Output"), component::kAlpha);
    HostPicture output(kOddDomain, {SampleFormat::kFloat, 1, Rows::kTight});
    ASSERT_EQ(plugin.render(output), kOk);
    EXPECT_EQ(output.pixels(),
              expected(graph_named("Luminance", {}), {&source}, output, kProject).pixels());
}

TEST_F(OpenFxRender, StopsWhenTheHostAborts) {
    Scene plugin = scene("weft.gaussian-blur", context::kFilter);
    const PixelRect large{0, 0, 512, 2048};
    const HostPicture source = noise({}, 13, large);
    HostPicture output(large, {});
    plugin.connect("Source", source);
    ASSERT_EQ(plugin.render(output), kOk);
    const int polls = plugin.instance->polls;
    EXPECT_GE(polls, 8) << "asked too rarely";
    const std::vector<std::byte> whole = output.pixels();
    for (const int at : {1, 3}) {
        HostPicture stopped(large, {});
        plugin.instance->polls = 0;
        plugin.instance->abort_at = at;
        EXPECT_EQ(plugin.render(stopped), kOk);
        EXPECT_LT(plugin.instance->polls, polls);
        EXPECT_NE(stopped.pixels(), whole);
    }
    plugin.instance->abort_at = 0;
    HostPicture again(large, {});
    EXPECT_EQ(plugin.render(again), kOk);
    EXPECT_EQ(again.pixels(), whole);
    EXPECT_EQ(host.messages, std::vector<std::string>());
}

TEST_F(OpenFxRender, LeavesSignalHandlersAlone) {
    std::vector<struct sigaction> before(32);
    for (int i = 1; i < 32; ++i) sigaction(i, nullptr, &before[static_cast<std::size_t>(i)]);
    Scene plugin = scene("weft.invert", context::kFilter);
    const HostPicture source = noise({}, 14);
    HostPicture output(kOddDomain, {});
    plugin.connect("Source", source);
    EXPECT_EQ(plugin.render(output), kOk);
    for (int i = 1; i < 32; ++i) {
        struct sigaction now{};
        sigaction(i, nullptr, &now);
        EXPECT_EQ(now.sa_handler, before[static_cast<std::size_t>(i)].sa_handler) << "signal " << i;
    }
}

TEST_F(OpenFxRender, ReckonsAlikeWhateverTheHostsArithmetic) {
    Scene plugin = scene("weft.gaussian-blur", context::kFilter);
    const PixelRect small{0, 0, 9, 1};  // so small that the host's own thread reckons
    const PictureKind kind{SampleFormat::kFloat, 1, Rows::kTight};
    const HostPicture source = noise(kind, 15, small);
    HostPicture usual(small, kind), upward(small, kind);
    plugin.connect("Source", source);
    ASSERT_EQ(plugin.render(usual), kOk);
    std::fesetround(FE_UPWARD);
    const Reply status = plugin.render(upward);
    const int rounding = std::fegetround();
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(status, kOk);
    EXPECT_EQ(rounding, FE_UPWARD) << "the host's rounding was changed";
    EXPECT_TRUE(upward.pixels() == usual.pixels());
}

TEST(OpenFxThreads, AreAsManyAsTheHostSays) {
    constexpr PixelRect kLarge{0, 0, 512, 1024};
    MiniHost host({.cpus = 1});
    LoadedBundle bundle(bundle_path());
    Scene plugin(bundle, host, "weft.gaussian-blur", context::kFilter, 512, 1024);
    HostPicture source(kLarge, {}), output(kLarge, {});
    source.fill(16);
    plugin.connect("Source", source);
    plugin.instance->caller = std::this_thread::get_id();
    ASSERT_EQ(plugin.render(output), kOk);
    EXPECT_GT(plugin.instance->polls, 4);
    EXPECT_EQ(plugin.instance->polls_of_others, 0) << "it was told to use one thread";
}

}  // namespace
}  // namespace weft::openfx::test
