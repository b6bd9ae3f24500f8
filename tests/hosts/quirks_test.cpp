// What hosts are known to do although the specification says otherwise. The others of their quirks
// are tested where their subject is: strides, proxies, masks, orders of choices, libraries.
#include <gtest/gtest.h>

#include "hosts/scene.h"

namespace weft::openfx::test {
namespace {

constexpr PixelRect kQuirksDomain{0, 0, 61, 37};

class OpenFxQuirks : public ::testing::Test {
  protected:
    OpenFxQuirks() {
        source.fill(1);
        doubled = expected(graph_named("Gain", {{"gain", "2"}}), {&source}, output, kQuirksDomain,
                           "reference");
    }
    void TearDown() override {
        EXPECT_EQ(mistakes(), std::vector<std::string>());
        mistakes().clear();
    }
    /// Renders a gain of 2, and expects that.
    void expect_gain(Scene& scene) {
        scene.set("gain", 2.0);
        scene.connect("Source", source);
        ASSERT_EQ(scene.render(output), kOk);
        EXPECT_TRUE(output.pixels() == doubled.pixels());
    }

    LoadedBundle bundle{bundle_path()};
    HostPicture source{kQuirksDomain, {}}, output{kQuirksDomain, {}}, doubled{kQuirksDomain, {}};
};

TEST_F(OpenFxQuirks, AnotherDepthThanTheOutputs) {
    MiniHost host;
    Scene scene(bundle, host, "weft.gain", context::kFilter, 61, 37);
    for (const SampleFormat format : {SampleFormat::kU8, SampleFormat::kU16, SampleFormat::kHalf}) {
        HostPicture other(kQuirksDomain, {format, 4, Rows::kOdd});
        other.fill(2);
        scene.connect("Source", other);
        ASSERT_EQ(scene.render(output), kOk);
        const Graph graph = graph_named("Gain", {});
        EXPECT_TRUE(output.pixels() ==
                    expected(graph, {&other}, output, kQuirksDomain, "reference").pixels());
    }
}

TEST_F(OpenFxQuirks, ImagesThatSayLittleOrScalesOfTheirOwn) {
    MiniHost host;
    Scene scene(bundle, host, "weft.gain", context::kFilter, 61, 37);
    for (const char* name :
         {prop::kType, prop::kRenderScale, prop::kImageField, prop::kImagePixelAspectRatio}) {
        scene.instance->clip("Source")->lacks = name;
        scene.instance->clip("Output")->lacks = name;
        expect_gain(scene);
    }
    scene.instance->scale = 0.25;  // images go on to say 1
    expect_gain(scene);
}

TEST_F(OpenFxQuirks, HostsOfEarlierVersions) {
    MiniHost host({.unknown = {prop::kHint, prop::kIsMask, prop::kFieldExtraction,
                               prop::kFieldRenderTwice, depth::kHalf}});
    Scene scene(bundle, host, "weft.gain", context::kGeneral, 61, 37);
    expect_gain(scene);
}

TEST_F(OpenFxQuirks, OptionalSuitesWithoutFunctions) {
    MiniHost host({.null_suites = {kMessageSuite, kProgressSuite, kThreadSuite}});
    Scene scene(bundle, host, "weft.gain", context::kFilter, 61, 37);
    expect_gain(scene);
    HostPicture alpha(kQuirksDomain, {SampleFormat::kFloat, 1});
    EXPECT_EQ(scene.render(alpha), kFailed) << "and nobody to tell why";
}

TEST_F(OpenFxQuirks, ClipsThatSayNothing) {
    MiniHost host;
    Scene scene(bundle, host, "weft.gain", context::kFilter, 61, 37);
    scene.connect("Source", source);
    scene.connect("Output", output);
    for (const auto& clip : scene.instance->clips)
        for (const char* name :
             {prop::kConnected, prop::kComponents, prop::kImagePixelAspectRatio, prop::kFieldOrder})
            clip->properties.forget(name);
    scene.set("gain", 2.0);
    ASSERT_EQ(scene.render(kQuirksDomain), kOk);
    EXPECT_TRUE(output.pixels() == doubled.pixels());
}

/// Ranges that are shown, or hosts clamp to 0; no types and defaults that hosts crash on; no curves
/// of choices, between which hosts would interpolate; flags again, since they were lost.
TEST_F(OpenFxQuirks, DescriptionsThatHostsTakeAtTheirWord) {
    MiniHost host;
    for (PluginRecord* record : bundle.plugins()) {
        SCOPED_TRACE(record->identifier);
        HostedPlugin plugin(*record, host);
        ASSERT_EQ(plugin.load(), kOk);
        const auto first = HostedPlugin::descriptor(), second = HostedPlugin::descriptor();
        ASSERT_EQ(plugin.describe(*first), kOk);
        ASSERT_EQ(plugin.describe(*second, context::kGeneral), kOk);
        for (const char* flag :
             {prop::kSupportsTiles, prop::kThreadSafety, prop::kTemporalClipAccess,
              prop::kSupportsMultiResolution, prop::kHostFrameThreading})
            EXPECT_EQ(second->properties.values(flag), first->properties.values(flag)) << flag;
        for (const auto& param : second->params) {
            SCOPED_TRACE(param->name);
            if (param->type == param_type::kPage || param->type == param_type::kGroup) continue;
            const bool animates = param->properties.values(prop::kAnimates)[0] == PropertyValue(1);
            if (param->type != param_type::kDouble && param->type != param_type::kInteger) {
                EXPECT_FALSE(animates);
                EXPECT_TRUE(param->type == param_type::kChoice ||
                            param->type == param_type::kBoolean ||
                            param->type == param_type::kString)
                    << param->type;
                continue;
            }
            const auto at = [&](const char* name) { return param->properties.values(name)[0]; };
            EXPECT_LT(at(prop::kMin), at(prop::kMax));
            EXPECT_LT(at(prop::kDisplayMin), at(prop::kDisplayMax));
            EXPECT_LE(at(prop::kMin), at(prop::kDisplayMin));
            EXPECT_LE(at(prop::kDisplayMax), at(prop::kMax));
            EXPECT_LE(at(prop::kDisplayMin), at(prop::kDefault));
            EXPECT_LE(at(prop::kDefault), at(prop::kDisplayMax));
        }
        EXPECT_EQ(plugin.unload(), kOk);
    }
}

}  // namespace
}  // namespace weft::openfx::test
