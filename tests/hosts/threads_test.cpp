// Many instances rendering in many threads at once: what they share is theirs to share.
#include <gtest/gtest.h>

#include "hosts/scene.h"

namespace weft::openfx::test {
namespace {

constexpr int kInstances = 8, kThreads = 8, kRounds = 2;
constexpr PixelRect kStripsDomain{0, 0, 96, 64};

/// One engine serves them all, and nothing has been prepared when all of them begin.
TEST(OpenFxManyThreads, EightInstancesInEightThreadsEach) {
    MiniHost host;
    LoadedBundle bundle(bundle_path());
    std::vector<std::unique_ptr<Scene>> scenes;
    std::vector<HostPicture> sources(kInstances, HostPicture(kStripsDomain, {}));
    std::vector<HostPicture> outputs(kInstances, HostPicture(kStripsDomain, {}));
    for (std::size_t i = 0; i < kInstances; ++i) {
        const bool blurs = i % 2 == 0;
        scenes.push_back(std::make_unique<Scene>(
            bundle, host, blurs ? "weft.gaussian-blur" : "weft.gain", context::kFilter, 96, 64));
        scenes[i]->set(blurs ? "sigma_x" : "mix", blurs ? 1.0 + static_cast<double>(i % 4) : 0.5);
        sources[i].fill(static_cast<unsigned>(i));
        scenes[i]->connect("Source", sources[i]);
        scenes[i]->connect("Output", outputs[i]);
    }
    std::vector<std::thread> threads;
    std::atomic<int> failed{0};
    for (int t = 0; t < kInstances * kThreads; ++t)
        threads.emplace_back([&, t] {
            const int strip = t % kThreads * 8;
            for (int round = 0; round < kRounds; ++round)
                if (scenes[static_cast<std::size_t>(t / kThreads)]->render(
                        PixelRect{0, strip, 96, strip + 8}) != kOk)
                    ++failed;
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(failed, 0) << ::testing::PrintToString(host.messages);
    EXPECT_EQ(host.live_images(), 0);
    for (std::size_t i = 0; i < kInstances; ++i) {
        HostPicture alone(kStripsDomain, {});
        scenes[i]->connect("Output", alone);
        ASSERT_EQ(scenes[i]->render(kStripsDomain), kOk);
        EXPECT_TRUE(outputs[i].pixels() == alone.pixels()) << i;
    }
    EXPECT_EQ(mistakes(), std::vector<std::string>());
}

}  // namespace
}  // namespace weft::openfx::test
