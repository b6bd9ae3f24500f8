// What goes wrong on a device, injected: each failure is an error of its kind, and nothing leaks.
#include <gmock/gmock.h>

#include <atomic>

#include "fake_device.h"
#include "runtime/cuda/cuda_devices.h"

namespace weft::test {
namespace {

using testing::HasSubstr;

class CudaFailureTest : public FakeDeviceTest {
  protected:
    const Graph graph_ = find_effect("degrain")->build();
    /// Many launches, between which things may fail: fused it would be one.
    const Planning planning_{.domain = {0, 0, 33, 21}, .disabled = {"fuse"}};
    const GpuProgram program_ = fake_program(graph_, planning_);
    const std::vector<Picture> inputs_ = test_inputs(graph_, planning_, 1);
    const std::vector<Picture> expected_ = reference_outputs(graph_, planning_, inputs_);

    /// Prepares and runs once.
    Status attempt(const CudaOptions& options, Replan replan = nullptr,
                   const RunControl& control = {}) {
        auto executor = make_cuda_executor(program_, options, std::move(replan));
        if (!executor) return executor.error();
        got_ = blank_like(expected_);
        return (*executor)->run(views(inputs_), views(got_), control);
    }
    std::vector<Picture> got_;
};

TEST_F(CudaFailureTest, SaysWhyThereIsNoDevice) {
    const auto missing = cuda_devices("/nowhere/libcuda.so.1");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().kind, ErrorKind::kDevice);
    EXPECT_THAT(missing.error().message, HasSubstr("/nowhere/libcuda.so.1"));

    weft_fake_driver_configure("version=11000");
    const auto old = cuda_devices(WEFT_FAKE_DRIVER_PATH);
    ASSERT_FALSE(old);
    EXPECT_EQ(old.error().kind, ErrorKind::kDevice);
    EXPECT_THAT(old.error().message, HasSubstr("too old"));
    EXPECT_THAT(old.error().message, HasSubstr("11.0"));

    weft_fake_driver_configure("devices=0");
    const auto none = cuda_devices(WEFT_FAKE_DRIVER_PATH);
    ASSERT_FALSE(none);
    EXPECT_THAT(none.error().message, HasSubstr("found none"));

    const auto other = cuda_devices("libm.so.6");
    ASSERT_FALSE(other);
    EXPECT_THAT(other.error().message, HasSubstr("not a CUDA driver"));
}

TEST_F(CudaFailureTest, ListsDevices) {
    weft_fake_driver_configure("devices=2");
    const auto devices = cuda_devices(WEFT_FAKE_DRIVER_PATH);
    ASSERT_TRUE(devices) << devices.error().message;
    ASSERT_EQ(devices->size(), 2u);
    EXPECT_EQ((*devices)[1].ordinal, 1);
    EXPECT_EQ((*devices)[1].name, "Fake H200");
    EXPECT_EQ((*devices)[1].target.name, "cuda:1");
    EXPECT_EQ((*devices)[1].target.multiprocessors, 132);
}

TEST_F(CudaFailureTest, RefusesADeviceThatIsNotThere) {
    CudaOptions options = fake_options();
    options.device = 1;
    const Status ok = attempt(options);
    ASSERT_FALSE(ok);
    EXPECT_EQ(ok.error().kind, ErrorKind::kDevice);
    EXPECT_THAT(ok.error().message, HasSubstr("no CUDA device 1: there is 1"));
}

TEST_F(CudaFailureTest, RefusesPicturesThatWereNotPreparedFor) {
    auto executor = make_cuda_executor(program_, fake_options());
    ASSERT_TRUE(executor) << executor.error().message;
    const Picture wrong({0, 0, 32, 21}, 3);
    const std::vector<Picture> got = blank_like(expected_);
    EXPECT_FALSE((*executor)->run({wrong.view()}, views(got), {}));
    EXPECT_FALSE((*executor)->run({}, views(got), {}));
}

TEST_F(CudaFailureTest, MemoryThatRunsOutIsAnErrorOrBands) {
    ASSERT_TRUE(attempt(fake_options()));
    const int allocations = counts().allocations;
    ASSERT_GE(allocations, 2);
    for (int n = 1; n <= allocations; ++n) {
        SCOPED_TRACE(n);
        const std::string words = "fail_alloc=" + std::to_string(n);
        weft_fake_driver_configure(words.c_str());
        const Status alone = attempt(fake_options());
        ASSERT_FALSE(alone);
        EXPECT_EQ(alone.error().kind, ErrorKind::kMemory);
        EXPECT_EQ(counts().alive(), 0);

        weft_fake_driver_configure(words.c_str());
        const Status in_bands = attempt(fake_options(), fake_replan(graph_, planning_));
        ASSERT_TRUE(in_bands) << in_bands.error().message;
        EXPECT_EQ(difference(got_, expected_), "");
    }
}

TEST_F(CudaFailureTest, NoBandIsSmallEnough) {
    weft_fake_driver_configure("memory=100");
    const Status ok = attempt(fake_options(), fake_replan(graph_, planning_));
    ASSERT_FALSE(ok);
    EXPECT_EQ(ok.error().kind, ErrorKind::kMemory);
}

TEST_F(CudaFailureTest, ADeviceMayBeLostAtAnyCall) {
    ASSERT_TRUE(attempt(fake_options()));
    const int calls = counts().calls;
    ASSERT_GT(calls, 50);
    int failed = 0;
    for (const char* mode : {"", "deferred "}) {
        for (int n = 1; n <= calls; ++n) {
            weft_fake_driver_configure((mode + ("lose_at=" + std::to_string(n))).c_str());
            const Status ok = attempt(fake_options());
            if (!ok) {
                ++failed;
                EXPECT_EQ(ok.error().kind, ErrorKind::kDevice) << n << ": " << ok.error().message;
            } else {
                // Lost after the last thing that mattered: the pixels were there.
                EXPECT_EQ(difference(got_, expected_), "") << n;
            }
            ASSERT_EQ(counts().alive(), 0) << "lost at call " << n;
        }
    }
    EXPECT_GT(failed, calls);
}

TEST_F(CudaFailureTest, EveryCopyMayFail) {
    ASSERT_TRUE(attempt(fake_options()));
    const int copies = counts().copies;
    ASSERT_GE(copies, 2);
    for (int n = 1; n <= copies; ++n) {
        weft_fake_driver_configure(("fail_copy=" + std::to_string(n)).c_str());
        const Status ok = attempt(fake_options());
        ASSERT_FALSE(ok) << n;
        EXPECT_EQ(ok.error().kind, ErrorKind::kDevice);
        EXPECT_THAT(ok.error().message, HasSubstr("copying"));
    }
}

TEST_F(CudaFailureTest, AFailedKernelIsNamed) {
    const auto& kernels = program_.plan.kernels;
    CudaOptions options = fake_options();
    options.graphs = false;
    for (const Id<GpuKernel> k : kernels.ids()) {
        const std::string words = "deferred fail_launch=" + std::to_string(k.number() + 1);
        weft_fake_driver_configure(words.c_str());
        options.blocking = true;
        const Status exact = attempt(options);
        ASSERT_FALSE(exact);
        EXPECT_EQ(exact.error().kind, ErrorKind::kDevice);
        EXPECT_THAT(exact.error().message, HasSubstr("kernel '" + kernels[k].name + "'"));

        weft_fake_driver_configure(words.c_str());
        options.blocking = false;
        options.seconds_ahead = 0;  // every kernel is marked: the host is one ahead
        const Status marked = attempt(options);
        ASSERT_FALSE(marked);
        if (k.index() + 1 < kernels.size()) {
            EXPECT_THAT(marked.error().message, HasSubstr("kernel '" + kernels[k].name + "'"));
        }
        options.seconds_ahead = 1;
        weft_fake_driver_configure(words.c_str());
        const Status among = attempt(options);
        ASSERT_FALSE(among);
        EXPECT_THAT(among.error().message, HasSubstr(kernels.front().name));
        EXPECT_THAT(among.error().message, HasSubstr(kernels.back().name));
    }
}

TEST_F(CudaFailureTest, StartsKernelsOneByOneWhereGraphsAreRefused) {
    weft_fake_driver_configure("no_graphs");
    CudaOptions options = fake_options();
    options.graphs = true;
    const Status ok = attempt(options);
    ASSERT_TRUE(ok) << ok.error().message;
    EXPECT_EQ(difference(got_, expected_), "");
    EXPECT_EQ(counts().graph_launches, 0);
}

TEST_F(CudaFailureTest, StopsWhereItIsCancelled) {
    CudaOptions options = fake_options();
    options.graphs = false;
    for (const char* mode : {"", "deferred"}) {
        for (const double at : {0.0, 0.3, 0.9}) {
            weft_fake_driver_configure(mode);
            auto executor = make_cuda_executor(program_, options);
            ASSERT_TRUE(executor) << executor.error().message;
            std::atomic<bool> cancel{at == 0.0};
            const std::vector<Picture> got = blank_like(expected_);
            const Status ok = (*executor)->run(
                views(inputs_), views(got), {&cancel, [&](double done) { cancel = done >= at; }});
            ASSERT_FALSE(ok);
            EXPECT_EQ(ok.error().kind, ErrorKind::kCancelled);
            EXPECT_LT(counts().launches, (*executor)->kernel_count());
            // And it can be used again.
            const Status again = (*executor)->run(views(inputs_), views(got), {});
            ASSERT_TRUE(again) << again.error().message;
            EXPECT_EQ(difference(got, expected_), "");
        }
    }
}

TEST_F(CudaFailureTest, CodeOfAnotherKindIsRefusedByItsKernelsName) {
    GpuProgram broken = program_;
    broken.code.front().cubin = std::vector<std::byte>(64);
    auto executor = make_cuda_executor(broken, fake_options());
    ASSERT_FALSE(executor);
    EXPECT_EQ(executor.error().kind, ErrorKind::kDevice);
    EXPECT_THAT(executor.error().message, HasSubstr(program_.plan.kernels.front().name));
}

TEST_F(CudaFailureTest, ReportsProgressToTheEnd) {
    double last = 0;
    int calls = 0;
    CudaOptions options = fake_options();
    options.graphs = false;
    ASSERT_TRUE(attempt(options, nullptr, {nullptr, [&](double done) {
                                               EXPECT_GT(done, last);
                                               last = done;
                                               ++calls;
                                           }}));
    EXPECT_EQ(last, 1.0);
    EXPECT_GT(calls, 1);
}

TEST_F(CudaFailureTest, TakesTheTimeOfEachLaunch) {
    CudaOptions options = fake_options();
    options.frames_in_flight = 2;
    auto executor = make_cuda_executor(program_, options);
    ASSERT_TRUE(executor) << executor.error().message;
    const auto times = (*executor)->time_launches(views(inputs_));
    ASSERT_TRUE(times) << times.error().message;
    EXPECT_EQ(times->size(), program_.plan.kernels.size());
    for (double seconds : *times) EXPECT_GT(seconds, 0);
    const auto frame = (*executor)->time_frame();
    ASSERT_TRUE(frame) << frame.error().message;
    EXPECT_GT(*frame, 0);
}

}  // namespace
}  // namespace weft::test
