// Hosts that nobody of Weft's has written: what those do that are known, and what the specification
// lets them do.
#include <algorithm>

#include <gtest/gtest.h>

#include "effects/builtin.h"
#include "hosts/project.h"
#include "hosts/scene.h"
#include "openfx/catalogue.h"
#include "openfx/plain_words.h"

namespace weft::openfx::test {
namespace {

class OutsideHosts : public ::testing::Test {
  protected:
    void TearDown() override {
        EXPECT_EQ(mistakes(), std::vector<std::string>());
        mistakes().clear();
    }
    Scene scene(MiniHost& host, const std::string& identifier,
                const std::string& context = context::kGeneral) {
        return Scene(bundle, host, identifier, context, kProjectWidth, kProjectTop);
    }
    static HostPicture noise(const PictureKind& kind = {}, unsigned seed = 1) {
        HostPicture picture(kOddDomain, kind);
        picture.fill(seed);
        return picture;
    }
    static std::vector<std::byte> expected_pixels(const Graph& graph, const HostPicture& source,
                                                  const HostPicture& like) {
        return expected(graph, {&source}, like, kProject).pixels();
    }

    LoadedBundle bundle{bundle_path()};
};

/// MLT and the reference host's demo want both fields of pictures that have none.
TEST_F(OutsideHosts, BothFieldsOfAPictureWithoutFieldsAreAFrame) {
    MiniHost host;
    const HostPicture source = noise();
    const Graph graph = graph_named("erode-dilate", {{"radius", "2"}});
    for (const char* order : {prop::kFieldNone, ""}) {
        Scene plugin = scene(host, "weft.erode-dilate", context::kFilter);
        plugin.set("radius", 2);
        plugin.connect("Source", source);
        if (*order != '\0')
            plugin.instance->clip("Output")->properties.put(prop::kFieldOrder,
                                                            {std::string(order)});
        // What the images say does not count: hosts say there what they say of the render.
        plugin.instance->clip("Output")->fielding = Fielding::kBoth;
        plugin.instance->clip("Source")->fielding = Fielding::kBoth;
        plugin.instance->field = prop::kFieldBoth;
        HostPicture output(kOddDomain, {});
        ASSERT_EQ(plugin.render(output), kOk);
        EXPECT_TRUE(output.pixels() == expected_pixels(graph, source, output)) << order;
    }
    // Of half the size, a pixel of the frame, and none of a field.
    Scene crop = scene(host, "weft.crop", context::kFilter);
    crop.connect("Source", source);
    crop.set("top", 1);
    const auto is_identity = [&] {
        PropertySet in = arguments(0.5), out("identity", {{prop::kName, PropertyKind::kString},
                                                          {prop::kTime, PropertyKind::kDouble}});
        in.put(prop::kFieldToRender, {std::string(prop::kFieldBoth)});
        return crop.plugin.act(action::kIsIdentity, crop.instance.get(), &in, &out);
    };
    EXPECT_EQ(is_identity(), kReplyDefault);
    crop.instance->clip("Output")->properties.put(prop::kFieldOrder,
                                                  {std::string(prop::kFieldLower)});
    EXPECT_EQ(is_identity(), kOk);
}

TEST_F(OutsideHosts, ErrorsStayOnTheEffectUntilARenderSucceeds) {
    MiniHost host({.keeps_messages = true});
    const HostPicture source = noise();
    HostPicture output(kOddDomain, {});
    Scene plugin = scene(host, "weft.grade");
    plugin.connect("Source", source);
    plugin.set("gain", "abc");
    for (int frame = 0; frame < 3; ++frame) EXPECT_EQ(plugin.render(output), kFailed);
    EXPECT_EQ(plugin.instance->message,
              "OfxMessageError: Grade: Gain must be a list of at most 3 numbers from -64 to 64, as "
              "0.5,1,0.5, but is \"abc\"");
    EXPECT_EQ(plugin.instance->messages_ever, 1) << "once for all frames";
    plugin.set("gain", "1,2,3,4");
    EXPECT_EQ(plugin.render(output), kFailed);
    EXPECT_EQ(plugin.instance->messages_ever, 2) << "another error";
    // One that was stopped is no success.
    plugin.set("gain", "2");
    plugin.instance->abort_at = 1;
    EXPECT_EQ(plugin.render(output), kOk);
    EXPECT_NE(plugin.instance->message, "");
    plugin.instance->abort_at = 0;
    EXPECT_EQ(plugin.render(output), kOk);
    EXPECT_EQ(plugin.instance->message, "");
    EXPECT_EQ(host.messages, std::vector<std::string>()) << "no dialogues";
}

TEST_F(OutsideHosts, WordsAreThoseOfThePlugin) {
    const Library library = builtin_library();
    for (const PluginDescription& plugin : catalogue(library)) {
        if (plugin.identifier != "weft.glow") continue;
        const auto words = [&](const std::string& message) {
            return in_plain_words(message, plugin, library, context::kFilter);
        };
        const Node& blur = *std::find_if(plugin.graph.nodes.begin(), plugin.graph.nodes.end(),
                                         [](const Node& n) { return n.functor == "Gaussian"; });
        const std::string node = "node \"" + blur.name + "\"";
        EXPECT_EQ(words(blur.name + ".sigma must be 1"), "Sigma must be 1");
        EXPECT_EQ(words("at frame 3: " + node + ": parameter \"sigma\" must be 1"),
                  "at frame 3: Sigma must be 1");
        EXPECT_EQ(words(node + ": Gaussian makes no pixels"), "Gaussian makes no pixels");
        EXPECT_EQ(words("Prepare() of " + node + " (Gaussian) does not end"),
                  "Prepare() of Gaussian does not end");
        EXPECT_EQ(words("input \"" + plugin.graph.inputs[0].name + "\" has no pixels (0x0 at 0,0)"),
                  "the clip Source has no pixels (0x0 at 0,0)");
        EXPECT_EQ(words("x" + blur.name + ".sigma y"), "x" + blur.name + ".sigma y");
    }
}

TEST_F(OutsideHosts, DialoguesSayAnErrorOnce) {
    MiniHost host;
    const HostPicture source = noise();
    HostPicture output(kOddDomain, {});
    Scene plugin = scene(host, "weft.crop");
    plugin.connect("Source", source);
    plugin.set("left", 64);
    for (int frame = 0; frame < 3; ++frame) EXPECT_EQ(plugin.render(output), kFailed);
    const std::vector<std::string> said{"Crop: Crop makes no pixels (0x48 at 64,0)"};
    EXPECT_EQ(host.messages, said) << "and no node is named";
    plugin.set("left", 63);
    EXPECT_EQ(plugin.render(output), kOk);
    plugin.set("left", 64);
    EXPECT_EQ(plugin.render(output), kFailed);
    EXPECT_EQ(host.messages.size(), 2u);
}

TEST_F(OutsideHosts, ParametersOfATypeThatTheHostHasNotKeepTheirDefaults) {
    const HostPicture source = noise();
    HostPicture output(kOddDomain, {});
    for (const Reply lack : {kMissingHostFeature, kUnsupported, kUnknown}) {
        MiniHost host({.keeps_messages = true, .undefined = {param_type::kString}, .lack = lack});
        Scene plugin = scene(host, "weft.exposure");
        ASSERT_EQ(plugin.instance->param("stops"), nullptr);
        plugin.connect("Source", source);
        plugin.set("mix", 0.5);
        for (int frame = 0; frame < 3; ++frame) ASSERT_EQ(plugin.render(output), kOk);
        EXPECT_EQ(plugin.instance->message,
                  "OfxMessageWarning: Exposure: this application has no way to set Stops; it keeps "
                  "its default");
        EXPECT_EQ(plugin.instance->messages_ever, 1);
        EXPECT_EQ(host.messages, std::vector<std::string>());
        const PropertySet& page = plugin.instance->param("Controls")->properties;
        EXPECT_EQ(page.text(prop::kPageChild), "mix");
    }
    MiniHost failing({.undefined = {param_type::kString}, .lack = kFailed});
    HostedPlugin plugin(*bundle.plugin("weft.exposure"), failing);
    ASSERT_EQ(plugin.load(), kOk);
    EXPECT_EQ(plugin.describe(*HostedPlugin::descriptor(), context::kFilter), kFailed);
    plugin.unload();
}

TEST_F(OutsideHosts, NeitherGroupsNorPagesAreNeeded) {
    MiniHost host({.undefined = {param_type::kGroup, param_type::kPage}});
    const HostPicture source = noise();
    HostPicture output(kOddDomain, {});
    Scene plugin = scene(host, "weft.corner-pin");
    EXPECT_EQ(plugin.instance->param("left_top_x")->properties.text(prop::kParent), "");
    plugin.connect("Source", source);
    EXPECT_EQ(plugin.render(output), kOk);
    EXPECT_EQ(host.messages, std::vector<std::string>());
}

/// The demo of the reference host has getters of integers and choices that answer so.
TEST_F(OutsideHosts, ValuesThatTheHostDoesNotTellAreTheDefaults) {
    const HostPicture source = noise();
    const std::pair<const char*, const char*> kinds[] = {
        {param_type::kInteger, "Radius, Horizontal radius, Vertical radius"},
        {param_type::kChoice, "Operation, Mask"},
        {param_type::kBoolean, "Invert"},
        {param_type::kDouble, "Mix"}};
    for (const auto& [kind, labels] : kinds) {
        SCOPED_TRACE(kind);
        MiniHost host({.untold = {{kind, kMissingHostFeature}}});
        HostPicture output(kOddDomain, {});
        Scene plugin = scene(host, "weft.erode-dilate");
        plugin.connect("Source", source);
        // What is told counts as ever, what is not does not.
        Settings told;
        if (kind == param_type::kInteger) {
            plugin.set("radius", 3);
            plugin.set("operation", 1);
            told = {{"operation", "erode"}};
        } else if (kind == param_type::kChoice) {
            plugin.set("radius", 3);
            plugin.set("operation", 1);
            told = {{"radius", "3"}};
        } else {
            plugin.set("radius", 3);
            told = {{"radius", "3"}};
        }
        for (int frame = 0; frame < 2; ++frame) ASSERT_EQ(plugin.render(output), kOk);
        EXPECT_TRUE(output.pixels() ==
                    expected_pixels(graph_named("erode-dilate", told), source, output));
        ASSERT_EQ(host.messages.size(), 1u);
        const bool several = std::string(labels).find(',') != std::string::npos;
        EXPECT_EQ(host.messages[0],
                  "Erode Dilate: this application has no way to set " + std::string(labels) +
                      (several ? "; they keep their defaults" : "; it keeps its default"));
    }
    MiniHost failing({.untold = {{param_type::kDouble, kFailed}}});
    HostPicture output(kOddDomain, {});
    Scene plugin = scene(failing, "weft.erode-dilate");
    plugin.connect("Source", source);
    EXPECT_EQ(plugin.render(output), kFailed) << "no other failure is passed over";
}

/// Every pixel's value of a plane.
std::vector<float> plane_of(const HostPicture& picture, int plane) {
    const Picture all = picture.picture(kProjectTop);
    std::vector<float> values;
    for (int y = all.domain().y0; y < all.domain().y1; ++y)
        for (int x = all.domain().x0; x < all.domain().x1; ++x)
            values.push_back(all.at(x, y, plane));
    return values;
}

TEST_F(OutsideHosts, AMatteGoesIntoTheAlphaOfTheColoursItIsOf) {
    MiniHost host;
    for (const char* identifier :
         {"weft.luma-keyer", "weft.colour-difference-keyer", "weft.luminance"})
        for (const int planes : {4, 3}) {
            SCOPED_TRACE(std::string(identifier) + std::to_string(planes));
            const HostPicture source = noise({SampleFormat::kFloat, planes, Rows::kPadded}, 3);
            HostPicture matte(kOddDomain, {SampleFormat::kFloat, 1}), output(kOddDomain, {});
            Scene plugin = scene(host, identifier);
            plugin.connect("Source", source);
            ASSERT_EQ(plugin.render(matte), kOk);
            ASSERT_EQ(plugin.render(output), kOk) << ::testing::PrintToString(host.messages);
            for (int plane = 0; plane < 3; ++plane)
                EXPECT_TRUE(plane_of(output, plane) == plane_of(source, plane)) << plane;
            EXPECT_TRUE(plane_of(output, 3) == plane_of(matte, 0));
            EXPECT_TRUE(output.is_guarded());
            // Where there is no alpha it is grey.
            HostPicture grey(kOddDomain, {SampleFormat::kFloat, 3, Rows::kOdd});
            ASSERT_EQ(plugin.render(grey), kOk);
            for (int plane = 0; plane < 3; ++plane)
                EXPECT_TRUE(plane_of(grey, plane) == plane_of(matte, 0));
        }
}

TEST_F(OutsideHosts, WhatHasNoAlphaIsOpaqueInRgba) {
    MiniHost host;
    const HostPicture source = noise({SampleFormat::kU8, 3, Rows::kOdd}, 4);
    HostPicture output(kOddDomain, {SampleFormat::kU8, 4, Rows::kDownward});
    Scene plugin = scene(host, "weft.gain");
    plugin.connect("Source", source);
    ASSERT_EQ(plugin.render(output), kOk) << ::testing::PrintToString(host.messages);
    for (int plane = 0; plane < 3; ++plane)
        EXPECT_TRUE(plane_of(output, plane) == plane_of(source, plane));
    const std::vector<float> alpha = plane_of(output, 3);
    EXPECT_EQ(alpha, std::vector<float>(alpha.size(), 1.0f));
    // Nothing that was made is left out.
    const HostPicture rgba = noise();
    plugin.connect("Source", rgba);
    HostPicture rgb(kOddDomain, {SampleFormat::kFloat, 3});
    EXPECT_EQ(plugin.render(rgb), kFailed);
    EXPECT_EQ(host.messages,
              std::vector<std::string>{"Gain: the result has 4 components, but the output has 3"});
}

/// Of a project of 64 by 48 at 10, -4.
std::vector<double> region_of(Scene& generator, double scale) {
    PropertySet in = arguments(scale),
                out("region", {{prop::kRegionOfDefinition, PropertyKind::kDouble, 4}});
    EXPECT_EQ(
        generator.plugin.act(action::kRegionOfDefinition, generator.instance.get(), &in, &out),
        kOk);
    std::vector<double> region;
    for (const PropertyValue& v : out.values(prop::kRegionOfDefinition))
        region.push_back(std::get<double>(v));
    return region;
}

TEST_F(OutsideHosts, GeneratorsFillTheProject) {
    MiniHost host;
    using Numbers = std::vector<double>;
    for (const PluginDescription& plugin : catalogue(builtin_library())) {
        if (!plugin.clips.empty()) continue;
        SCOPED_TRACE(plugin.identifier);
        Scene generator = scene(host, plugin.identifier, context::kGenerator);
        generator.instance->properties.put(prop::kProjectOffset, {10.0, -4.0});
        EXPECT_EQ(region_of(generator, 1.0), (Numbers{10, -4, 74, 44}));
        EXPECT_EQ(region_of(generator, 0.5), (Numbers{10, -4, 74, 44}));
        generator.set_aspect(2.0);
        EXPECT_EQ(region_of(generator, 1.0), (Numbers{10, -4, 74, 44}));
        generator.set_aspect(1.0);
        // A curve that goes through the default is none's default.
        generator.instance->param("width")->keys = 2;
        EXPECT_EQ(region_of(generator, 1.0), (Numbers{10, -4, 1930, 44}));
        generator.instance->param("width")->keys = 0;
        // It begins where the project does, whatever its size.
        generator.set("width", 20);
        EXPECT_EQ(region_of(generator, 1.0), (Numbers{10, -4, 30, 44}));
        generator.set("height", 10);
        EXPECT_EQ(region_of(generator, 1.0), (Numbers{10, 34, 30, 44}));
        generator.instance->properties.forget(prop::kProjectSize);
        EXPECT_EQ(region_of(generator, 1.0), (Numbers{0, -10, 20, 0})) << "hosts without a project";
    }
}

/// What depends on places is where the picture is.
TEST_F(OutsideHosts, ProjectsThatAreNotToldEndWithTheFirstPicture) {
    MiniHost host;
    Scene grain = scene(host, "weft.grain", context::kFilter);
    HostPicture source({0, 0, 64, 48}, {}), output({0, 0, 64, 48}, {});
    source.fill(1);
    grain.connect("Source", source);
    const HostPicture wanted = expected(graph_named("Grain", {}), {&source}, output, kProject);
    for (const char* untold : {"", prop::kProjectSize}) {
        grain.instance->properties.forget(untold);
        ASSERT_EQ(grain.render(output), kOk) << ::testing::PrintToString(host.messages);
        EXPECT_TRUE(output.pixels() == wanted.pixels()) << untold;
    }
}

TEST_F(OutsideHosts, GeneratorsRenderTheProjectsSize) {
    MiniHost host;
    Scene ramp = scene(host, "weft.ramp", context::kGenerator);
    ramp.instance->properties.put(prop::kProjectOffset, {10.0, -4.0});
    HostPicture output({8, -6, 80, 50}, {});
    ASSERT_EQ(ramp.render(output), kOk) << ::testing::PrintToString(host.messages);
    const HostPicture project = expected(graph_named("Ramp", {{"width", "64"}, {"height", "48"}}),
                                         {}, HostPicture({0, 0, 64, 48}, {}), kProject);
    const PictureView made = output.view(44), wanted = project.view(48);
    for (int y = 0; y < 48; ++y)
        for (int x = 0; x < 64; ++x)
            for (int plane = 0; plane < 4; ++plane)
                ASSERT_EQ(*reinterpret_cast<const float*>(made.at(x + 10, y, plane)),
                          *reinterpret_cast<const float*>(wanted.at(x, y, plane)))
                    << x << " " << y;
    EXPECT_EQ(*reinterpret_cast<const float*>(made.at(9, 0, 3)), 0.0f) << "beyond the project";
    // Of half the size, all of it.
    ramp.instance->scale = 0.5;
    HostPicture half({5, -2, 37, 22}, {});
    ASSERT_EQ(ramp.render(half), kOk);
    EXPECT_TRUE(half.pixels() == expected(graph_named("Ramp", {{"width", "32"}, {"height", "24"}}),
                                          {}, HostPicture({0, 0, 32, 24}, {}), {0, 0, 32, 24})
                                     .pixels());
}

/// The pixels in another order: those in a corner come to lie in the opposite one.
HostPicture turned(const HostPicture& picture) {
    HostPicture other(picture.domain(), picture.kind());
    const PictureView from = picture.view(kProjectTop), to = other.view(kProjectTop);
    const Rect& d = from.domain;
    for (int y = d.y0; y < d.y1; ++y)
        for (int x = d.x0; x < d.x1; ++x)
            for (int p = 0; p < from.planes; ++p)
                *reinterpret_cast<float*>(to.at(d.x0 + d.x1 - 1 - x, d.y0 + d.y1 - 1 - y, p)) =
                    *reinterpret_cast<const float*>(from.at(x, y, p));
    return other;
}

/// What hosts make tables of colours of.
TEST_F(OutsideHosts, EffectsWithoutSpatialAwarenessSaySo) {
    MiniHost host;
    std::set<std::string> unaware;
    for (const PluginDescription& plugin : catalogue(builtin_library())) {
        SCOPED_TRACE(plugin.identifier);
        for (const std::string& context : plugin.contexts) {
            HostedPlugin hosted(*bundle.plugin(plugin.identifier), host);
            ASSERT_EQ(hosted.load(), kOk);
            const auto described = HostedPlugin::descriptor();
            ASSERT_EQ(hosted.describe(*described, context), kOk);
            const bool says = described->properties.text(prop::kNoSpatialAwareness) == "true";
            if (says && described->clips.size() != 2) ADD_FAILURE() << "with several pictures";
            hosted.unload();
            if (!says || !unaware.insert(plugin.identifier).second) continue;
            Scene scene = this->scene(host, plugin.identifier, context);
            const HostPicture source = noise({}, 5), other = turned(source);
            const PictureKind kind{SampleFormat::kFloat, plugin.planes.of_rgba};
            HostPicture result(kOddDomain, kind), of_other(kOddDomain, kind);
            scene.connect("Source", source);
            ASSERT_EQ(scene.render(result), kOk);
            scene.connect("Source", other);
            ASSERT_EQ(scene.render(of_other), kOk);
            EXPECT_TRUE(turned(of_other).pixels() == result.pixels());
        }
    }
    for (const char* name :
         {"weft.grade", "weft.curves", "weft.clamp", "weft.invert", "weft.transfer-curve",
          "weft.saturation", "weft.luma-keyer", "weft.gain", "weft.posterise", "weft.luminance"})
        EXPECT_TRUE(unaware.contains(name)) << name;
    for (const char* name :
         {"weft.vignette", "weft.grain", "weft.noise", "weft.gaussian-blur", "weft.crop",
          "weft.transform", "weft.merge", "weft.normalise", "weft.degrain", "weft.mirror"})
        EXPECT_FALSE(unaware.contains(name)) << name;
    // The first action, which knows no context, says what holds for a filter.
    HostedPlugin grade(*bundle.plugin("weft.grade"), host);
    ASSERT_EQ(grade.load(), kOk);
    const auto described = HostedPlugin::descriptor(), general = HostedPlugin::descriptor();
    ASSERT_EQ(grade.describe(*described), kOk);
    EXPECT_EQ(described->properties.text(prop::kNoSpatialAwareness), "true");
    ASSERT_EQ(grade.describe(*general, context::kGeneral), kOk);
    EXPECT_EQ(general->properties.text(prop::kNoSpatialAwareness), "false") << "it has a mask";
    grade.unload();
}

}  // namespace
}  // namespace weft::openfx::test
