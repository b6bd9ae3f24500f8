// Renders on a GPU, by the fake driver: the host's stream and no other, nothing waited for, nothing
// left behind; and where something fails, the CPU.
#include <cstdlib>
#include <thread>

#include "hosts/cuda_scene.h"

namespace weft::openfx::test {
namespace {

constexpr const char* kOfSeveralKernels = "weft.box-blur";

TEST_F(OpenFxCuda, ScanningTouchesNoDriver) {
    CudaHost::configure("");
    for (PluginRecord* record : bundle.plugins()) {
        HostedPlugin plugin(*record, host);
        ASSERT_EQ(plugin.load(), kOk);
        const auto instance = plugin.create(context::kGeneral, 48, 32);
        ASSERT_NE(instance, nullptr);
        plugin.destroy(*instance);
        plugin.unload();
    }
    EXPECT_EQ(CudaHost::counts().calls, 0);
}

TEST_F(OpenFxCuda, WorkIsLeftOnTheStreamThatWasGiven) {
    CudaHost cuda("deferred");
    CudaScene plugin(cuda, bundle, host, "weft.grade");
    HostPicture source = noise(), output(kDomain, {});
    plugin.connect("Source", source);
    plugin.connect("Output", output);
    CudaHost::configure("deferred");
    const int blocks = CudaHost::counts().device_blocks;
    ASSERT_EQ(plugin.scene.render(kDomain), kOk);
    const fake::Counts after = CudaHost::counts();
    EXPECT_EQ(after.launches, 1) << "it converts, too";
    EXPECT_EQ(after.waits, 0);
    EXPECT_EQ(after.streams_made, 0);
    EXPECT_EQ(after.default_works, 0);
    EXPECT_EQ(after.copies, 0) << "pictures are used where they are";
    EXPECT_EQ(after.contexts, 1);
    EXPECT_EQ(cuda.current(), cuda.context());
    EXPECT_EQ(after.device_blocks, blocks) << "it takes no memory";
}

TEST_F(OpenFxCuda, MemoryBetweenKernelsIsTakenUntilTheWorkIsDone) {
    CudaHost cuda("deferred");
    CudaScene plugin(cuda, bundle, host, kOfSeveralKernels, context::kFilter);
    HostPicture source = noise(), output(kDomain, {});
    plugin.connect("Source", source);
    plugin.connect("Output", output);
    CudaHost::configure("deferred");
    const int blocks = CudaHost::counts().device_blocks;
    ASSERT_EQ(plugin.scene.render(kDomain), kOk);
    EXPECT_GE(CudaHost::counts().launches, 2);
    EXPECT_EQ(CudaHost::counts().device_blocks, blocks + 1);
    cuda.synchronise();
    EXPECT_EQ(CudaHost::counts().device_blocks, blocks);
}

TEST_F(OpenFxCuda, WithoutAStreamItIsDoneOnReturn) {
    CudaHost cuda("deferred");
    HostPicture source = noise();
    const HostPicture right =
        expected(graph_named("Grade", {}), {&source}, HostPicture(kDomain, {}), kFrame);
    for (const std::optional<void*> stream :
         {std::optional<void*>(), std::optional<void*>(nullptr)}) {
        CudaScene plugin(cuda, bundle, host, "weft.grade");
        plugin.scene.instance->stream = stream;
        HostPicture output(kDomain, {});
        plugin.connect("Source", source);
        plugin.connect("Output", output);
        CudaHost::configure("deferred");
        ASSERT_EQ(plugin.scene.render(kDomain), kOk);
        EXPECT_EQ(CudaHost::counts().waits, 1);
        EXPECT_EQ(CudaHost::counts().streams_made, 0);
        plugin.download();
        EXPECT_TRUE(output.pixels() == right.pixels());
    }
}

TEST_F(OpenFxCuda, PlansThatAreAtWorkAreKept) {
    CudaHost cuda("deferred");
    CudaScene plugin(cuda, bundle, host, "weft.grade");
    HostPicture source = noise(), output(kDomain, {});
    plugin.connect("Source", source);
    plugin.connect("Output", output);
    CudaHost::configure("deferred");
    for (int x = 6; x < 15; ++x) ASSERT_EQ(plugin.scene.render({x, 3, x + 1, 26}), kOk);
    for (const PixelRect& rest : {PixelRect{-5, 3, 6, 26}, {15, 3, 42, 26}})
        ASSERT_EQ(plugin.scene.render(rest), kOk);
    EXPECT_EQ(CudaHost::counts().waits, 0);
    EXPECT_LE(CudaHost::counts().modules, 4) << "plans of the same kernels share them";
    plugin.download();
    EXPECT_TRUE(output.pixels() ==
                expected(graph_named("Grade", {}), {&source}, output, kFrame).pixels());
}

TEST_F(OpenFxCuda, CodeIsUnloadedOnlyWhenItsWorkIsDone) {
    CudaHost cuda("deferred");
    CudaScene plugin(cuda, bundle, host, "weft.grade");
    HostPicture source = noise(), output(kDomain, {});
    plugin.connect("Source", source);
    ASSERT_EQ(plugin.render(output), kOk);
    EXPECT_GT(CudaHost::counts().modules, 0);
    EXPECT_EQ(plugin.scene.plugin.act(action::kPurgeCaches, plugin.scene.instance.get()), kOk);
    EXPECT_EQ(CudaHost::counts().modules, 0);
}

TEST_F(OpenFxCuda, TwoInstancesAtOnceOnStreamsOfTheirOwn) {
    CudaHost cuda("");
    cuda::StreamHandle second = nullptr;
    ASSERT_EQ(cuda.api().cuStreamCreate(&second, 0), cuda::kSuccess);
    HostPicture source = noise({}, 5), first_output(kDomain, {}), second_output(kDomain, {});
    {
        CudaScene one(cuda, bundle, host, "weft.gaussian-blur", context::kFilter);
        CudaScene other(cuda, bundle, host, "weft.gaussian-blur", context::kFilter);
        one.scene.set("sigma_x", 2.0);
        other.scene.set("sigma_x", 4.0);
        other.scene.instance->stream = second;
        for (CudaScene* plugin : {&one, &other}) {
            plugin->connect("Source", source);
            plugin->connect("Output", plugin == &one ? first_output : second_output);
        }
        const auto often = [&](CudaScene& plugin) {
            cuda.api().cuCtxPushCurrent_v2(cuda.context());
            for (int i = 0; i < 3; ++i) EXPECT_EQ(plugin.scene.render(kDomain), kOk);
            cuda::ContextHandle popped;
            cuda.api().cuCtxPopCurrent_v2(&popped);
        };
        std::thread thread([&] { often(other); });
        often(one);
        thread.join();
        cuda.api().cuStreamSynchronize(second);
        one.download();
        other.download();
    }
    cuda.api().cuStreamDestroy_v2(second);
    for (const auto& [sigma, output] : {std::pair{"2", &first_output}, {"4", &second_output}})
        EXPECT_TRUE(output->pixels() == expected(graph_named("gaussian-blur", {{"sigma-x", sigma}}),
                                                 {&source}, *output, kFrame)
                                            .pixels())
            << sigma;
}

TEST_F(OpenFxCuda, NothingIsStartedForAHostThatAborts) {
    CudaHost cuda("deferred");
    CudaScene plugin(cuda, bundle, host, "weft.grade");
    HostPicture source = noise(), output(kDomain, {});
    plugin.connect("Source", source);
    plugin.scene.instance->abort_at = 1;
    plugin.scene.instance->clip("Output")->null_images = true;
    EXPECT_EQ(plugin.render(output), kOk);
    EXPECT_EQ(CudaHost::counts().launches, 0);
}

/// What the driver is like, or how far it comes, decides which status; the CPU then takes over.
class OpenFxCudaFailure : public OpenFxCuda {
  protected:
    /// Renders a frame by a driver like that, then the same on the CPU.
    Reply attempt(CudaHost& cuda, const std::string& words) {
        CudaScene plugin(cuda, bundle, host, kOfSeveralKernels, context::kFilter);
        HostPicture source = noise(), output(kDomain, {}), again(kDomain, {});
        plugin.connect("Source", source);
        plugin.connect("Output", output);
        CudaHost::configure(words);
        const Reply reply = plugin.scene.render(kDomain);
        EXPECT_EQ(cuda.current(), cuda.context());
        const std::size_t messages = host.messages.size();
        plugin.leave_device();
        EXPECT_EQ(plugin.scene.render(again), kOk) << words;
        EXPECT_EQ(host.messages.size(), messages) << words;
        EXPECT_TRUE(again.pixels() ==
                    expected(graph_named("box-blur", {}), {&source}, again, kFrame).pixels())
            << words;
        CudaHost::configure("");
        return reply;
    }
};

TEST_F(OpenFxCudaFailure, OutOfMemoryIs1001) {
    CudaHost cuda("");
    EXPECT_EQ(attempt(cuda, "memory=100"), kGpuMemory);
    EXPECT_EQ(attempt(cuda, "fail_alloc=1"), kGpuMemory);
    EXPECT_EQ(attempt(cuda, ""), kOk);
}

TEST_F(OpenFxCudaFailure, WhateverElseIs1002) {
    CudaHost cuda("");
    for (const char* words :
         {"fail_launch=1", "fail_launch=2", "no_pools", "capability=50", "version=9000"})
        EXPECT_EQ(attempt(cuda, words), kGpuFailed) << words;
    EXPECT_EQ(attempt(cuda, ""), kOk);
}

TEST_F(OpenFxCudaFailure, ADeviceThatIsLostAnywhere) {
    CudaHost cuda("");
    int failed = 0;
    for (int call = 1; call < 90; call += 4) {
        const Reply reply = attempt(cuda, "lose_at=" + std::to_string(call));
        EXPECT_TRUE(reply == kOk || reply == kGpuFailed) << call << ": " << reply;
        failed += reply != kOk;
    }
    EXPECT_GT(failed, 5);
}

TEST_F(OpenFxCudaFailure, AfterAFailureTheGpuIsTriedAgain) {
    CudaHost cuda("");
    CudaScene plugin(cuda, bundle, host, kOfSeveralKernels, context::kFilter);
    HostPicture source = noise(), output(kDomain, {});
    plugin.connect("Source", source);
    plugin.connect("Output", output);
    for (const char* words : {"fail_launch=2", "fail_alloc=1"}) {
        CudaHost::configure(words);
        EXPECT_NE(plugin.scene.render(kDomain), kOk) << words;
        CudaHost::configure("");
        EXPECT_EQ(plugin.scene.render(kDomain), kOk) << words;
    }
    EXPECT_EQ(host.messages.size(), 2u) << "in the host's log";
}

TEST_F(OpenFxCudaFailure, NoDriverNoContextAndPicturesElsewhere) {
    CudaHost cuda("devices=2");
    CudaScene plugin(cuda, bundle, host, "weft.grade");
    HostPicture source = noise(), output(kDomain, {});
    plugin.connect("Source", source);
    plugin.connect("Output", output);
    const auto fails = [&] { return plugin.scene.render(kDomain) == kGpuFailed; };

    const std::string driver = std::getenv("WEFT_CUDA_DRIVER");
    setenv("WEFT_CUDA_DRIVER", "/nowhere/libcuda.so.1", 1);
    EXPECT_TRUE(fails());
    setenv("WEFT_CUDA_DRIVER", driver.c_str(), 1);

    cuda::ContextHandle popped;
    cuda.api().cuCtxPopCurrent_v2(&popped);
    EXPECT_TRUE(fails()) << "no context";
    cuda::ContextHandle second;
    ASSERT_EQ(cuda.api().cuDevicePrimaryCtxRetain(&second, 1), cuda::kSuccess);
    cuda.api().cuCtxPushCurrent_v2(second);
    EXPECT_TRUE(fails()) << "the pictures are another device's";
    cuda.api().cuCtxPopCurrent_v2(&popped);
    cuda.api().cuCtxPushCurrent_v2(cuda.context());
    cuda.api().cuDevicePrimaryCtxRelease_v2(1);

    ASSERT_EQ(plugin.scene.render(kDomain), kOk);
    for (const char* clip : {"Source", "Output"}) {
        const std::ptrdiff_t away = std::exchange(plugin.scene.instance->clip(clip)->away, 0);
        EXPECT_TRUE(fails()) << clip << " is in the host's memory";
        plugin.scene.instance->clip(clip)->lacks = prop::kImageData;
        EXPECT_TRUE(fails()) << clip << " has no pixels";
        plugin.scene.instance->clip(clip)->lacks.clear();
        plugin.scene.instance->clip(clip)->away = away;
    }
    EXPECT_EQ(plugin.scene.render(kDomain), kOk);
}

}  // namespace
}  // namespace weft::openfx::test
