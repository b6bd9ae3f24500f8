// What hosts find in the bundle: all plug-ins, under all their contexts, and identifiers that stay.
#include <chrono>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "effects/builtin.h"
#include "hosts/hosted_plugin.h"
#include "openfx/catalogue.h"

namespace weft::openfx::test {
namespace {

/// All that a project saves, or that its pictures depend on: a line each.
std::string listing() {
    std::ostringstream text;
    for (const PluginDescription& plugin : catalogue(builtin_library())) {
        text << plugin.identifier << " \"" << plugin.label << "\"";
        for (const std::string& context : plugin.contexts)
            text << " " << context.substr(std::string("OfxImageEffectContext").size());
        text << " " << plugin.planes.of_rgba << plugin.planes.of_rgb << plugin.planes.of_alpha
             << (plugin.tiles ? " tiles" : "") << "\n";
        for (const ClipDescription& clip : plugin.clips)
            text << "  clip " << clip.name << (clip.optional ? " optional" : "")
                 << (clip.one_plane ? " alpha" : "") << "\n";
        for (const ParameterDescription& p : plugin.parameters) {
            text << "  " << p.name << " = ";
            if (p.is_text())
                text << '"' << p.text << '"';
            else
                text << p.value;
            if (p.form == ValueForm::kWhole) text << " whole";
            if (p.form == ValueForm::kFlag) text << " switch";
            if (p.unit != ParameterUnit::eNone) text << " pixels";
            for (const std::string& choice : p.choices) text << " " << choice;
            text << "\n";
        }
    }
    return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

TEST(OpenFxCatalogue, IsTheOneThatProjectsWereSavedWith) {
    const std::string path = WEFT_TEST_CATALOGUE;
    if (std::getenv("WEFT_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << listing();
    std::ifstream stream(path);
    std::stringstream golden;
    golden << stream.rdbuf();
    EXPECT_EQ(lines_of(listing()), lines_of(golden.str()))
        << "Names and orders of choices are saved in projects: they may only grow. "
        << "WEFT_UPDATE_GOLDEN=1 rewrites " << path;
}

TEST(OpenFxCatalogue, NamesAreIdentifiersAndTheirOwn) {
    std::set<std::string> identifiers;
    for (const PluginDescription& plugin : catalogue(builtin_library())) {
        EXPECT_TRUE(identifiers.insert(plugin.identifier).second) << plugin.identifier;
        std::set<std::string> names;
        for (const ParameterDescription& p : plugin.parameters) {
            EXPECT_TRUE(names.insert(p.name).second) << plugin.identifier << "." << p.name;
            EXPECT_EQ(p.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"),
                      std::string::npos)
                << plugin.identifier << "." << p.name;
            if (p.is_text()) continue;
            EXPECT_LE(p.display_minimum, p.value) << plugin.identifier << "." << p.name;
            EXPECT_GE(p.display_maximum, p.value) << plugin.identifier << "." << p.name;
        }
    }
}

TEST(OpenFxDescribe, EveryPluginUnderEveryContext) {
    mistakes().clear();
    MiniHost host;
    LoadedBundle bundle(bundle_path());
    const auto all = catalogue(builtin_library());
    ASSERT_EQ(static_cast<int>(all.size()), bundle.count());
    for (int i = 0; i < bundle.count(); ++i) {
        const PluginDescription& expected = all[static_cast<std::size_t>(i)];
        HostedPlugin plugin(*bundle.plugin(i), host);
        SCOPED_TRACE(plugin.record.identifier);
        EXPECT_STREQ(plugin.record.api, "OfxImageEffectPluginAPI");
        EXPECT_EQ(plugin.record.api_version, 1);
        EXPECT_EQ(plugin.record.identifier, expected.identifier);
        ASSERT_EQ(plugin.load(), kOk);
        const auto descriptor = HostedPlugin::descriptor();
        ASSERT_EQ(plugin.describe(*descriptor), kOk);
        EXPECT_EQ(descriptor->properties.text(prop::kLabel), expected.label);
        EXPECT_EQ(descriptor->properties.text(prop::kPluginDescription), expected.summary);
        EXPECT_FALSE(expected.summary.empty());
        EXPECT_EQ(descriptor->properties.values(prop::kSupportedContexts).size(),
                  expected.contexts.size());
        for (const std::string& context : expected.contexts) {
            const auto instance = plugin.create(context, 64, 48);
            ASSERT_NE(instance, nullptr) << context;
            EXPECT_NE(instance->clip(clip_name::kOutput), nullptr);
            EXPECT_EQ(instance->clip(clip_name::kSource) != nullptr,
                      context == context::kFilter ||
                          (!expected.clips.empty() && expected.clips[0].name == "Source"));
            for (std::size_t c = 0; c < expected.clips.size(); ++c)
                EXPECT_EQ(instance->clip(expected.clip_name(c, context)) != nullptr,
                          !expected.clips[c].optional || context == context::kGeneral);
            EXPECT_EQ(plugin.destroy(*instance), kOk);
        }
        EXPECT_EQ(plugin.describe(*HostedPlugin::descriptor(), "OfxImageEffectContextRetimer"),
                  kUnsupported);
        EXPECT_EQ(plugin.unload(), kOk);
    }
    EXPECT_EQ(mistakes(), std::vector<std::string>());
}

TEST(OpenFxDescribe, ParametersSayWhatTheGraphSays) {
    MiniHost host;
    LoadedBundle bundle(bundle_path());
    HostedPlugin plugin(*bundle.plugin("weft.grade"), host);
    ASSERT_EQ(plugin.load(), kOk);
    const auto descriptor = HostedPlugin::descriptor();
    ASSERT_EQ(plugin.describe(*descriptor, context::kGeneral), kOk);
    const HostParam* mix = descriptor->param("mix");
    ASSERT_NE(mix, nullptr);
    EXPECT_EQ(mix->type, param_type::kDouble);
    EXPECT_EQ(mix->properties.values(prop::kMin)[0], PropertyValue(0.0));
    EXPECT_EQ(mix->properties.values(prop::kMax)[0], PropertyValue(1.0));
    EXPECT_EQ(mix->properties.values(prop::kDefault)[0], PropertyValue(1.0));
    EXPECT_EQ(mix->properties.text(prop::kLabel), "Mix");
    EXPECT_FALSE(mix->properties.text(prop::kHint).empty());
    const HostParam* mask = descriptor->param("mask");
    ASSERT_NE(mask, nullptr);
    EXPECT_EQ(mask->type, param_type::kChoice);
    EXPECT_EQ(mask->properties.values(prop::kChoiceOption).size(), 7u);
    EXPECT_EQ(mask->properties.values(prop::kAnimates)[0], PropertyValue(0));
    EXPECT_EQ(plugin.unload(), kOk);
}

TEST(OpenFxDescribe, PartsOfOneThingAreInAGroup) {
    MiniHost host;
    LoadedBundle bundle(bundle_path());
    HostedPlugin plugin(*bundle.plugin("weft.corner-pin"), host);
    ASSERT_EQ(plugin.load(), kOk);
    const auto descriptor = HostedPlugin::descriptor();
    ASSERT_EQ(plugin.describe(*descriptor, context::kFilter), kOk);
    std::vector<std::string> groups;
    for (const auto& param : descriptor->params)
        if (param->type == param_type::kGroup)
            groups.push_back(param->name + ": " + param->properties.text(prop::kLabel));
    EXPECT_EQ(groups, (std::vector<std::string>{
                          "group_left_top: Left top", "group_right_top: Right top",
                          "group_right_bottom: Right bottom", "group_left_bottom: Left bottom"}));
    const auto parent = [&](const char* name) {
        return descriptor->param(name)->properties.text(prop::kParent);
    };
    EXPECT_EQ(parent("right_top_x"), "group_right_top");
    EXPECT_EQ(parent("right_top_y"), "group_right_top");
    EXPECT_EQ(parent("mix"), "");
    EXPECT_EQ(plugin.unload(), kOk);
}

TEST(OpenFxDescribe, LoadsAHundredTimes) {
    MiniHost host;
    for (int i = 0; i < 100; i += WEFT_TEST_EVERY) {
        LoadedBundle bundle(bundle_path());
        HostedPlugin plugin(*bundle.plugin("weft.gain"), host);
        ASSERT_EQ(plugin.load(), kOk);
        const auto instance = plugin.create(context::kFilter, 64, 48);
        ASSERT_NE(instance, nullptr);
        ASSERT_EQ(plugin.destroy(*instance), kOk);
        ASSERT_EQ(plugin.unload(), kOk);
    }
}

TEST(OpenFxDescribe, MakesAThousandInstances) {
    MiniHost host;
    LoadedBundle bundle(bundle_path());
    HostedPlugin plugin(*bundle.plugin("weft.grade"), host);
    ASSERT_EQ(plugin.load(), kOk);
    const auto described = HostedPlugin::descriptor();
    ASSERT_EQ(plugin.describe(*described, context::kGeneral), kOk);
    const auto instance = HostedPlugin::instance_of(*described, context::kGeneral, 64, 48);
    for (int i = 0; i < 1000; ++i) {
        ASSERT_EQ(plugin.act(action::kCreateInstance, instance.get()), kOk);
        ASSERT_EQ(plugin.destroy(*instance), kOk);
    }
    EXPECT_EQ(plugin.destroy(*instance), kBadHandle) << "it was destroyed before";
    EXPECT_EQ(plugin.unload(), kOk);
}

}  // namespace
}  // namespace weft::openfx::test
