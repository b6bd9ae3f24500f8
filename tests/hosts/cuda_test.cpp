// Renders on a GPU, by the fake driver: the pixels of the CPU, on the host's stream and no other.
#include <deque>

#include <gtest/gtest.h>

#include "hosts/cuda_host.h"

namespace weft::openfx::test {
namespace {

constexpr PixelRect kDomain{-5, 3, 42, 26};  // of odd size, not at the origin
constexpr int kTop = 32;                     // of a project of 48 by 32

/// An instance whose pictures lie on the device.
class CudaScene {
  public:
    CudaScene(CudaHost& cuda, const LoadedBundle& bundle, MiniHost& host,
              const std::string& identifier, const std::string& context = context::kGeneral)
        : scene(bundle, host, identifier, context, 48, kTop), cuda_(cuda) {
        scene.instance->on_cuda = true;
        scene.instance->stream = cuda.stream();
    }

    void connect(const std::string& clip, HostPicture& picture) {
        copies_.emplace_back(cuda_, picture);
        scene.connect(clip, picture);
        scene.instance->clip(clip)->away = copies_.back().away();
    }
    /// The picture that was connected last is the output.
    Reply render(HostPicture& output) {
        connect(clip_name::kOutput, output);
        return scene.render(output.domain());
    }
    /// Once the stream is done, the pictures are here again.
    void download() {
        cuda_.synchronise();
        for (DeviceCopy& copy : copies_) copy.download();
    }
    /// From now on pictures are the host's again.
    void leave_device() {
        scene.instance->on_cuda = false;
        scene.instance->stream.reset();
        for (const auto& clip : scene.instance->clips) clip->away = 0;
    }

    Scene scene;

  private:
    CudaHost& cuda_;
    std::deque<DeviceCopy> copies_;
};

HostPicture noise(const PictureKind& kind = {}, unsigned seed = 1,
                  const PixelRect& domain = kDomain) {
    HostPicture picture(domain, kind);
    picture.fill(seed);
    return picture;
}

class OpenFxCuda : public ::testing::Test {
  protected:
    void TearDown() override {
        const fake::Counts c = CudaHost::counts();
        EXPECT_EQ(c.alive(), 0) << "device " << c.device_blocks << ", pinned " << c.pinned_blocks
                                << ", streams " << c.streams << ", events " << c.events
                                << ", modules " << c.modules << ", contexts " << c.contexts;
        EXPECT_EQ(c.misuses, 0);
        EXPECT_EQ(host.live_images(), 0) << "images were not given back";
        EXPECT_EQ(mistakes(), std::vector<std::string>());
        mistakes().clear();
    }
    MiniHost host;
    LoadedBundle bundle{bundle_path()};
};

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
                const HostPicture right = expected(graph, {&source}, output, kTop);
                plugin.connect("Source", source);
                ASSERT_EQ(plugin.render(output), kOk) << ::testing::PrintToString(host.messages);
                plugin.download();
                EXPECT_TRUE(output.pixels() == right.pixels());
                EXPECT_TRUE(output.is_guarded()) << "bytes around the rows were written";
            }
}

}  // namespace
}  // namespace weft::openfx::test
