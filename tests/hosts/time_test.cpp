// Time: which frames an effect needs, and the progress of renders that take long.
#include <algorithm>

#include <gtest/gtest.h>

#include "hosts/scene.h"
#include "patience.h"

namespace weft::openfx::test {
namespace {

TEST(OpenFxTime, EachFrameNeedsItselfOfEveryClip) {
    MiniHost host;
    LoadedBundle bundle(bundle_path());
    const auto needed = [&](const std::string& identifier, const std::string& context,
                            const std::vector<std::string>& clips) {
        Scene plugin(bundle, host, identifier, context, 64, 48);
        std::vector<std::string> names;
        for (const std::string& clip : clips) names.push_back(prop::kFrameRangePrefix + clip);
        std::vector<PropertyRule> rules;
        for (const std::string& name : names)
            rules.push_back({name.c_str(), PropertyKind::kDouble, 2});
        PropertySet in("arguments", {}), out("frames", rules);
        EXPECT_EQ(plugin.plugin.act(action::kFramesNeeded, plugin.instance.get(), &in, &out),
                  kFailed)
            << "no time";
        in.put(prop::kTime, {7.5});
        EXPECT_EQ(plugin.plugin.act(action::kFramesNeeded, plugin.instance.get(), &in, &out), kOk);
        for (const std::string& name : names)
            EXPECT_EQ(out.values(name), (std::vector<PropertyValue>{7.5, 7.5})) << name;
        // How long the clips are is how long the result is.
        EXPECT_EQ(plugin.plugin.act(action::kTimeDomain, plugin.instance.get(), nullptr, &out),
                  kReplyDefault);
    };
    mistakes().clear();
    needed("weft.gain", context::kFilter, {"Source"});
    needed("weft.gain", context::kGeneral, {"Source", "Mask"});
    needed("weft.mix", context::kTransition, {"SourceFrom", "SourceTo"});
    needed("weft.noise", context::kGenerator, {});
    EXPECT_EQ(mistakes(), std::vector<std::string>());
}

/// Of kernels that are there. The best of some: other programs share the machine.
TEST(OpenFxTime, ARenderAddsLittleToItsKernels) {
    constexpr PixelRect kSmall{0, 0, 8, 8};
    MiniHost host;
    LoadedBundle bundle(bundle_path());
    Scene plugin(bundle, host, "weft.gaussian-blur", context::kFilter, 8, 8);
    HostPicture source(kSmall, {}), output(kSmall, {});
    plugin.connect("Source", source);
    ASSERT_EQ(plugin.render(output), kOk);
    double best = 1;
    for (int i = 0; i < 50; ++i) {
        const weft::test::ProcessorTimer timer;
        ASSERT_EQ(plugin.render(output), kOk);
        best = std::min(best, timer.seconds());
    }
    EXPECT_LT(best, 0.001 * WEFT_TEST_EVERY);
}

class OpenFxProgress : public ::testing::Test {
  protected:
    static constexpr PixelRect kLarge{0, 0, 512, 1024};

    OpenFxProgress() {
        source.fill(1);
        plugin.connect("Source", source);
    }
    /// Renders in one thread, asked so slowly that it takes `seconds`, and forgets renders before.
    /// The user lets a render go on up to `stop_at`.
    Reply render_for(double seconds, double stop_at) {
        HostEffect& effect = *plugin.instance;
        if (plugin.render(output) != kOk) return kFailed;  // compiling asks as well
        effect.polls = 0;
        const auto start = std::chrono::steady_clock::now();
        if (plugin.render(output) != kOk) return kFailed;
        if (std::chrono::steady_clock::now() - start < std::chrono::seconds(1)) {
            EXPECT_TRUE(effect.progress.empty()) << "a short render showed a bar";
        }
        effect.progress.clear();
        effect.bars_ever = 0;
        effect.slowness = std::chrono::duration<double>(seconds / effect.polls);
        effect.stop_at_progress = stop_at;
        return plugin.render(output);
    }

    MiniHost host{{.cpus = 1}};
    LoadedBundle bundle{bundle_path()};
    HostPicture source{kLarge, {}}, output{kLarge, {}};
    Scene plugin{bundle, host, "weft.gaussian-blur", context::kFilter, 512, 1024};
};

TEST_F(OpenFxProgress, OfALongRenderGoesFromItsStartToOne) {
    ASSERT_EQ(render_for(1.75, 2.0), kOk);
    const std::vector<double>& shown = plugin.instance->progress;
    ASSERT_GE(shown.size(), 2u);
    EXPECT_TRUE(std::is_sorted(shown.begin(), shown.end()));
    EXPECT_EQ(shown.back(), 1.0);
    EXPECT_EQ(plugin.instance->bars, 0) << "it was not closed";
    EXPECT_EQ(plugin.instance->bars_ever, 1);
}

TEST_F(OpenFxProgress, StopsWhereTheUserSaysSo) {
    ASSERT_EQ(render_for(1.75, 0.0), kOk);
    EXPECT_EQ(plugin.instance->progress.size(), 1u);
    EXPECT_LT(plugin.instance->progress.back(), 0.9);
    EXPECT_EQ(plugin.instance->bars, 0);
    EXPECT_EQ(host.messages, std::vector<std::string>());
}

}  // namespace
}  // namespace weft::openfx::test
