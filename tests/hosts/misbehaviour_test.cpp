// Hosts that break the rules get an error, and nothing else: no crash, no leak, no exception.
#include <gtest/gtest.h>

#include "hosts/scene.h"

namespace weft::openfx::test {
namespace {

constexpr PixelRect kMisusedDomain{0, 0, 32, 24};

const char* const kActions[] = {
    action::kDescribe,           action::kDescribeInContext,    action::kCreateInstance,
    action::kDestroyInstance,    action::kBeginInstanceChanged, action::kInstanceChanged,
    action::kEndInstanceChanged, action::kSyncPrivateData,      action::kPurgeCaches,
    action::kRegionOfDefinition, action::kRegionsOfInterest,    action::kIsIdentity,
    action::kClipPreferences,    action::kBeginSequence,        action::kRender,
    action::kEndSequence};

/// Everything that a host does with an instance, whatever comes of it. The worst answer.
Reply live(const LoadedBundle& bundle, MiniHost& host, const std::string& identifier) {
    HostedPlugin plugin(*bundle.plugin(identifier), host);
    if (const Reply s = plugin.load(); s != kOk) return s;
    const auto descriptor = HostedPlugin::descriptor(), in_context = HostedPlugin::descriptor();
    Reply worst = kOk;
    const auto heed = [&](Reply s) { worst = s != kOk && s != kReplyDefault ? s : worst; };
    heed(plugin.describe(*descriptor));
    heed(plugin.describe(*in_context, context::kGeneral));
    const auto instance = HostedPlugin::instance_of(*in_context, context::kGeneral, 32, 24);
    HostPicture source(kMisusedDomain, {}), output(kMisusedDomain, {});
    for (const auto& clip : instance->clips) {
        clip->picture = clip->name == clip_name::kOutput ? &output : &source;
        clip->properties.put(prop::kConnected, {1});
    }
    heed(plugin.act(action::kCreateInstance, instance.get()));
    for (const char* name : {action::kRegionOfDefinition, action::kRegionsOfInterest,
                             action::kIsIdentity, action::kClipPreferences}) {
        PropertySet in = arguments(),
                    out("answers", {{prop::kRegionOfDefinition, PropertyKind::kDouble, 4},
                                    {prop::kName, PropertyKind::kString},
                                    {prop::kTime, PropertyKind::kDouble},
                                    {"OfxImageClipPropRoI_Source", PropertyKind::kDouble, 4},
                                    {"OfxImageClipPropRoI_Mask", PropertyKind::kDouble, 4},
                                    {"OfxImageClipPropComponents_Output", PropertyKind::kString}});
        in.put(prop::kRegionOfInterest, {0.0, 0.0, 32.0, 24.0});
        heed(plugin.act(name, instance.get(), &in, &out));
    }
    heed(plugin.render(*instance, kMisusedDomain));
    heed(plugin.destroy(*instance));
    plugin.unload();
    return worst;
}

TEST(OpenFxMisbehaviour, AHostWhoseEveryNthCallFails) {
    LoadedBundle bundle(bundle_path());
    {
        MiniHost good;
        for (const char* identifier : {"weft.grade", "weft.gaussian-blur"})
            ASSERT_EQ(live(bundle, good, identifier), kOk);
    }
    int failed = 0;
    for (const char* identifier : {"weft.grade", "weft.gaussian-blur"})
        for (int n = 1; n < 200; n = n < 20 ? n + 1 : n + 7) {
            MiniHost host({.fail_every = n});
            const Reply worst = live(bundle, host, identifier);
            failed += worst != kOk;
            if (n <= 3) {
                EXPECT_NE(worst, kOk) << identifier << ", " << n;
            }
            EXPECT_EQ(host.live_images(), 0) << identifier << ", " << n;
        }
    EXPECT_GT(failed, 40);
    EXPECT_EQ(mistakes(), std::vector<std::string>());
    mistakes().clear();
}

TEST(OpenFxMisbehaviour, SuitesThatAreMissingOrEmpty) {
    LoadedBundle bundle(bundle_path());
    for (const char* name : {kPropertySuite, kEffectSuite, kParameterSuite}) {
        MiniHost host({.missing_suites = {name}});
        HostedPlugin plugin(*bundle.plugin("weft.grade"), host);
        EXPECT_EQ(plugin.load(), kMissingHostFeature) << name;
        EXPECT_EQ(plugin.describe(*HostedPlugin::descriptor()), kMissingHostFeature);
        plugin.unload();
    }
    {
        MiniHost host({.null_functions = true});
        HostedPlugin plugin(*bundle.plugin("weft.grade"), host);
        EXPECT_EQ(plugin.load(), kMissingHostFeature);
    }
    MiniHost host({.missing_suites = {kMessageSuite, kThreadSuite, kProgressSuite}});
    EXPECT_EQ(live(bundle, host, "weft.grade"), kOk) << "suites that are not needed";
    PluginRecord* record = bundle.plugin("weft.grade");
    record->set_host(nullptr);
    EXPECT_EQ(record->main_entry(action::kLoad, nullptr, nullptr, nullptr), kMissingHostFeature);
    Host empty{nullptr, nullptr};
    record->set_host(&empty);
    EXPECT_EQ(record->main_entry(action::kLoad, nullptr, nullptr, nullptr), kMissingHostFeature);
}

TEST(OpenFxMisbehaviour, NullHandlesAndUnknownActions) {
    LoadedBundle bundle(bundle_path());
    EXPECT_EQ(bundle.plugin(-1), nullptr);
    EXPECT_EQ(bundle.plugin(bundle.count()), nullptr);
    MiniHost host;
    Scene scene(bundle, host, "weft.grade", context::kFilter, 32, 24);
    HostedPlugin& plugin = scene.plugin;
    EXPECT_EQ(plugin.act(nullptr, nullptr), kFailed);
    EXPECT_EQ(plugin.act("OfxActionOfAnotherVersion", scene.instance.get()), kReplyDefault);
    EXPECT_EQ(plugin.act("", nullptr), kReplyDefault);
    HostEffect stranger;
    for (const char* action : kActions) {
        EXPECT_EQ(plugin.act(action, nullptr), kBadHandle) << action;
        const bool makes = std::string(action) == action::kCreateInstance;
        const bool describes = std::string(action).find("Describe") != std::string::npos;
        if (!makes && !describes) {
            EXPECT_EQ(plugin.act(action, &stranger), kBadHandle) << action;
        }
        if (makes) {
            EXPECT_EQ(plugin.act(action, &stranger), kFailed);
        }
    }
    for (const char* action :
         {action::kRegionOfDefinition, action::kRegionsOfInterest, action::kIsIdentity,
          action::kFramesNeeded, action::kClipPreferences, action::kRender})
        EXPECT_EQ(plugin.act(action, scene.instance.get()), kFailed) << action;
}

TEST(OpenFxMisbehaviour, ImagesAndArgumentsOfWrongTypes) {
    LoadedBundle bundle(bundle_path());
    MiniHost host;
    Scene scene(bundle, host, "weft.grade", context::kFilter, 32, 24);
    HostPicture source(kMisusedDomain, {}), output(kMisusedDomain, {});
    scene.connect("Source", source);
    ASSERT_EQ(scene.render(output), kOk);
    const auto with = [&](const char* name, std::vector<PropertyValue> values) {
        PropertySet in = arguments();
        in.put(prop::kRenderWindow, {0, 0, 32, 24});
        in.put(name, std::move(values));
        return scene.plugin.act(action::kRender, scene.instance.get(), &in);
    };
    EXPECT_EQ(with(prop::kRenderWindow, {std::string("all of it")}), kFailed);
    EXPECT_EQ(with(prop::kRenderWindow, {0, 0}), kFailed);
    EXPECT_EQ(with(prop::kTime, {1}), kFailed);
    EXPECT_EQ(with(prop::kRenderScale, {0.0, 0.0}), kOk) << "no scale: full size";
    EXPECT_EQ(with(prop::kRenderWindow, {40, 40, 50, 50}), kOk) << "nothing to do";
    for (const char* name : {prop::kImageData, prop::kImageBounds, prop::kImageRowBytes,
                             prop::kDepth, prop::kComponents}) {
        scene.instance->clip("Source")->lacks = name;
        EXPECT_EQ(scene.render(output), kFailed) << name;
    }
    scene.instance->clip("Source")->lacks.clear();
    scene.instance->clip("Output")->lacks = prop::kDepth;
    EXPECT_EQ(scene.render(output), kFailed);
    scene.instance->clip("Output")->lacks = prop::kImageRegionOfDefinition;
    scene.instance->clip("Source")->lacks = prop::kImageRegionOfDefinition;
    EXPECT_EQ(scene.render(output), kOk) << "hosts that do not tell it";
    EXPECT_EQ(host.live_images(), 0);
}

}  // namespace
}  // namespace weft::openfx::test
