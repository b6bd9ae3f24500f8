// A host that changes its mind while kernels are compiled need not wait for them.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "hosts/scene.h"
#include "patience.h"

namespace weft::openfx::test {
namespace {

namespace fs = std::filesystem;

constexpr PixelRect kDomain{0, 0, 61, 37};

/// An empty cache, and a compiler that keeps count of its starts and answers when it is let go.
/// Until then it is at work, and given up after a minute of that.
class OpenFxSlowCompiler : public ::testing::Test {
  protected:
    void SetUp() override {
        std::string made = (fs::temp_directory_path() / "weft-slow-XXXXXX").string();
        ASSERT_NE(mkdtemp(made.data()), nullptr);
        folder = made;
        const std::string script = (folder / "weft-cc").string();
        std::ofstream(script) << "#!/bin/sh\necho >> " << starts().string() << "\nuntil [ -e "
                              << (folder / "go").string() << " ]; do :; done\nexec "
                              << WEFT_TEST_WORKER << "\n";
        fs::permissions(script, fs::perms::owner_all);
        setenv("WEFT_CC", script.c_str(), 1);
        setenv("WEFT_CACHE_DIR", (folder / "cache").c_str(), 1);
        source.fill(1);
    }
    void TearDown() override {
        EXPECT_EQ(host.live_images(), 0);
        EXPECT_EQ(host.messages, std::vector<std::string>());
        EXPECT_EQ(mistakes(), std::vector<std::string>());
        fs::remove_all(folder);
    }
    fs::path starts() const { return folder / "starts"; }

    /// Renders until the second question whether to stop, which is asked while kernels are
    /// compiled.
    void render_until_stopped(Scene& plugin) {
        plugin.connect("Source", source);
        plugin.instance->abort_at = 2;
        EXPECT_EQ(plugin.render(output), kOk);
        EXPECT_EQ(plugin.instance->polls, 2);
        plugin.instance->abort_at = 0;
    }

    fs::path folder;
    MiniHost host;
    LoadedBundle bundle{bundle_path()};
    HostPicture source{kDomain, {}}, output{kDomain, {}};
};

TEST_F(OpenFxSlowCompiler, IsNotWaitedForAndItsKernelsAreKept) {
    Scene plugin(bundle, host, "weft.exposure", context::kFilter, 61, 37);
    render_until_stopped(plugin);  // and is back, although the compiler has not answered
    // Now it is waited for, and asks every 20 ms whether it should.
    std::thread lets_go([&] {
        EXPECT_TRUE(weft::test::wait_until([&] { return plugin.instance->polls > 80; }));
        std::ofstream(folder / "go") << "\n";
    });
    const Reply reply = plugin.render(output);
    lets_go.join();
    ASSERT_EQ(reply, kOk);
    EXPECT_TRUE(output.pixels() ==
                expected(graph_named("Exposure", {}), {&source}, output, kDomain).pixels());
    EXPECT_EQ(fs::file_size(starts()), 1u) << "the compile that was given up began anew";
    EXPECT_EQ(plugin.instance->bars_ever, 1) << "nothing was shown for longer than a second";
    EXPECT_EQ(plugin.instance->bars, 0);
}

TEST_F(OpenFxSlowCompiler, EndsWithThePlugin) {
    const weft::test::ProcessorTimer timer;  // with compilers that have ended
    {
        Scene plugin(bundle, host, "weft.exposure", context::kFilter, 61, 37);
        Scene other(bundle, host, "weft.gain", context::kFilter, 61, 37);
        for (Scene* scene : {&plugin, &other}) render_until_stopped(*scene);
        EXPECT_EQ(other.plugin.unload(), kOk);
        EXPECT_EQ(plugin.plugin.unload(), kOk);
    }
    EXPECT_LT(timer.seconds(), 10.0 * weft::test::kSlowness);
}

/// No host should, while it renders; the render then ends as it would have.
TEST_F(OpenFxSlowCompiler, IsAtWorkForARenderWhenThePluginIsUnloaded) {
    Scene plugin(bundle, host, "weft.exposure", context::kFilter, 61, 37);
    plugin.connect("Source", source);
    Reply reply = kFailed;
    std::thread renders([&] { reply = plugin.render(output); });
    EXPECT_TRUE(weft::test::wait_until([&] { return fs::exists(starts()); }));
    EXPECT_EQ(plugin.plugin.unload(), kOk);
    std::ofstream(folder / "go") << "\n";
    renders.join();
    ASSERT_EQ(reply, kOk);
    EXPECT_TRUE(output.pixels() ==
                expected(graph_named("Exposure", {}), {&source}, output, kDomain).pixels());
}

}  // namespace
}  // namespace weft::openfx::test
