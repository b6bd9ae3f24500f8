// Renders on a GPU, by the fake driver: the pixels of the CPU.
#include "hosts/cuda_scene.h"

namespace weft::openfx::test {
namespace {

TEST_F(OpenFxCuda, IsAnnouncedTwice) {
    HostedPlugin plugin(*bundle.plugin("weft.grade"), host);
    ASSERT_EQ(plugin.load(), kOk);
    const auto described = HostedPlugin::descriptor(), in_context = HostedPlugin::descriptor();
    ASSERT_EQ(plugin.describe(*described), kOk);
    ASSERT_EQ(plugin.describe(*in_context, context::kFilter), kOk);
    for (const auto* descriptor : {described.get(), in_context.get()})
        for (const char* name : {prop::kCudaRenderSupported, prop::kCudaStreamSupported})
            EXPECT_EQ(descriptor->properties.text(name), "true") << name;
    plugin.unload();
}

TEST_F(OpenFxCuda, EqualsTheCpuForEveryPicture) {
    CudaHost cuda("deferred");
    const Graph graph = graph_named("box-blur", {{"radius", "3"}});
    int kinds = 0;
    for (const SampleFormat format :
         {SampleFormat::kFloat, SampleFormat::kHalf, SampleFormat::kU16, SampleFormat::kU8})
        for (const int planes : {4, 3, 1})
            for (const Rows rows : {Rows::kTight, Rows::kPadded, Rows::kOdd, Rows::kDownward}) {
                if (kinds++ % WEFT_TEST_EVERY != 0) continue;
                SCOPED_TRACE(std::string(depth_name(format)) + ", " + std::to_string(planes) +
                             " planes, rows " + std::to_string(static_cast<int>(rows)));
                const PictureKind kind{format, planes, rows};
                CudaScene plugin(cuda, bundle, host, "weft.box-blur", context::kFilter);
                plugin.scene.set("radius", 3);
                HostPicture source = noise(kind), output(kDomain, kind);
                const HostPicture right = expected(graph, {&source}, output, kFrame);
                plugin.connect("Source", source);
                ASSERT_EQ(plugin.render(output), kOk) << ::testing::PrintToString(host.messages);
                plugin.download();
                EXPECT_TRUE(output.pixels() == right.pixels());
                EXPECT_TRUE(output.is_guarded()) << "bytes around the rows were written";
            }
}

/// Compares `plugin` with what the same instance makes on the CPU.
void expect_as_on_the_cpu(CudaScene& plugin, const PictureKind& kind = {}) {
    HostPicture on_gpu = noise(kind, 9), on_cpu = noise(kind, 9);
    ASSERT_EQ(plugin.render(on_gpu), kOk);
    plugin.download();
    EXPECT_GT(CudaHost::counts().launches, 0);
    plugin.leave_device();
    ASSERT_EQ(plugin.scene.render(on_cpu), kOk);
    EXPECT_TRUE(on_gpu.pixels() == on_cpu.pixels());
    EXPECT_TRUE(on_gpu.is_guarded());
}

/// Whole pictures, scans, pictures of other sizes, and none at all.
TEST_F(OpenFxCuda, EqualsTheCpuForEveryKindOfEffect) {
    CudaHost cuda("deferred");
    const char* const identifiers[] = {"weft.gaussian-blur", "weft.grade", "weft.transform",
                                       "weft.degrain", "weft.crop"};
    for (std::size_t i = 0; i < std::size(identifiers); i += WEFT_TEST_EVERY) {
        SCOPED_TRACE(identifiers[i]);
        CudaScene plugin(cuda, bundle, host, identifiers[i]);
        HostPicture source = noise();
        plugin.connect("Source", source);
        expect_as_on_the_cpu(plugin);
    }
    CudaScene generator(cuda, bundle, host, "weft.noise", context::kGenerator);
    expect_as_on_the_cpu(generator, {SampleFormat::kHalf, 4, Rows::kPadded});
}

/// What hosts that nobody of Weft's has written do is the same there.
TEST_F(OpenFxCuda, FitsMattesAndFramesAsOnTheCpu) {
    CudaHost cuda("deferred");
    for (const PictureKind& kind :
         {PictureKind{}, PictureKind{SampleFormat::kHalf, 3, Rows::kOdd}}) {
        CudaScene keyer(cuda, bundle, host, "weft.luma-keyer");
        HostPicture source = noise(kind);
        keyer.connect("Source", source);
        expect_as_on_the_cpu(keyer, {SampleFormat::kU8, 4, Rows::kPadded});
    }
    const Graph graph = graph_named("erode-dilate", {{"radius", "2"}});
    CudaScene plugin(cuda, bundle, host, "weft.erode-dilate", context::kFilter);
    plugin.scene.set("radius", 2);
    HostPicture source = noise(), output(kDomain, {});
    const HostPicture right = expected(graph, {&source}, output, kFrame);
    plugin.connect("Source", source);
    plugin.scene.instance->field = prop::kFieldBoth;
    ASSERT_EQ(plugin.render(output), kOk);
    plugin.download();
    EXPECT_TRUE(output.pixels() == right.pixels()) << "of a picture without fields";
}

TEST_F(OpenFxCuda, MasksAreReadByTheirAlpha) {
    CudaHost cuda("deferred");
    for (const PictureKind& kind : {PictureKind{SampleFormat::kU8, 1, Rows::kOdd},
                                    PictureKind{SampleFormat::kHalf, 4, Rows::kDownward}}) {
        CudaScene plugin(cuda, bundle, host, "weft.invert");
        HostPicture source = noise(), mask = noise(kind, 2);
        plugin.connect("Source", source);
        plugin.connect("Mask", mask);
        expect_as_on_the_cpu(plugin);
    }
}

TEST_F(OpenFxCuda, AMissingPictureIsBlack) {
    CudaHost cuda("deferred");
    CudaScene plugin(cuda, bundle, host, "weft.sum");
    HostPicture source = noise();
    plugin.connect("A", source);
    HostPicture output(kDomain, {});
    ASSERT_EQ(plugin.render(output), kOk) << ::testing::PrintToString(host.messages);
    plugin.download();
    EXPECT_TRUE(output.pixels() == source.pixels());
}

TEST_F(OpenFxCuda, WindowsBeyondThePictureAreTransparentBlack) {
    CudaHost cuda("deferred");
    CudaScene plugin(cuda, bundle, host, "weft.crop", context::kFilter);
    plugin.scene.set("left", 10);
    HostPicture source = noise(), output = noise({}, 2);
    plugin.connect("Source", source);
    plugin.connect("Output", output);
    ASSERT_EQ(plugin.scene.render({-5, 3, 0, 26}), kOk) << "it shows nothing there";
    ASSERT_EQ(plugin.scene.render({0, 3, 42, 26}), kOk);
    plugin.download();
    const Picture from = source.picture(kTop), to = output.picture(kTop);
    for (int y = from.domain().y0; y < from.domain().y1; ++y)
        for (int x = from.domain().x0; x < from.domain().x1; ++x)
            ASSERT_EQ(to.at(x, y, 1), x >= 10 ? from.at(x, y, 1) : 0.0f) << x << " " << y;
}

TEST_F(OpenFxCuda, TilesEqualTheWhole) {
    CudaHost cuda("deferred");
    CudaScene plugin(cuda, bundle, host, "weft.gaussian-blur", context::kFilter);
    HostPicture source = noise({}, 3), whole(kDomain, {}), tiled(kDomain, {});
    plugin.connect("Source", source);
    ASSERT_EQ(plugin.render(whole), kOk);
    plugin.connect("Output", tiled);
    for (const PixelRect& tile :
         {PixelRect{19, 3, 42, 17}, {-5, 17, 20, 26}, {20, 17, 42, 26}, {-5, 3, 19, 17}}) {
        // A part of the source that is enough: all but its far corner.
        plugin.scene.instance->clip("Source")->part =
            tile.x1 < 0 ? PixelRect{-5, 3, 36, 26} : PixelRect{4, 3, 42, 26};
        ASSERT_EQ(plugin.scene.render(tile), kOk);
    }
    plugin.download();
    EXPECT_TRUE(tiled.pixels() == whole.pixels());
}

TEST_F(OpenFxCuda, FieldsAndProxies) {
    CudaHost cuda("deferred");
    CudaScene plugin(cuda, bundle, host, "weft.gaussian-blur", context::kFilter);
    HostPicture source = noise({}, 4);
    plugin.connect("Source", source);
    plugin.scene.instance->clip(clip_name::kOutput)
        ->properties.put(prop::kFieldOrder, {std::string(prop::kFieldLower)});
    plugin.scene.instance->field = prop::kFieldBoth;
    plugin.scene.instance->scale = 0.5;
    expect_as_on_the_cpu(plugin);
}

}  // namespace
}  // namespace weft::openfx::test
