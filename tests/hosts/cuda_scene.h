// Instances whose pictures lie on a GPU, and what is to hold after each test with them.
#pragma once

#include <deque>

#include <gtest/gtest.h>

#include "hosts/cuda_host.h"

namespace weft::openfx::test {

inline constexpr PixelRect kDomain{-5, 3, 42, 26};  // of odd size, not at the origin
inline constexpr int kTop = 32;                     // of a project of 48 by 32
inline constexpr PixelRect kFrame{0, 0, 48, kTop};

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

inline HostPicture noise(const PictureKind& kind = {}, unsigned seed = 1,
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

}  // namespace weft::openfx::test
