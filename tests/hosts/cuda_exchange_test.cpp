// The kernel that converts hosts' pictures on a GPU, against the conversions of the CPU.
#include <limits>

#include "emit/cuda/cuda_kernel.h"
#include "fake_driver/fake_module.h"
#include "hosts/cuda_scene.h"
#include "runtime/convert.h"
#include "runtime/cuda/resident.h"

namespace weft::openfx::test {
namespace {

/// All that conversions have rules for.
void fill_with_oddities(HostPicture& picture) {
    const float inf = std::numeric_limits<float>::infinity();
    const float values[] = {0.0f,         -0.0f,         0.5f / 255, 1.5f / 255, 1.0f,
                            1.0f + 1e-6f, -3.0f,         2.0f,       inf,        -inf,
                            1e-40f,       std::nanf(""), 6e-8f,      2.9e-8f,    6.1e-5f,
                            65504.0f,     65519.0f,      65520.0f,   0.33333f,   1e-3f};
    const PictureView to = picture.view(0);
    Picture odd(to.domain, to.planes);
    std::size_t next = 0;
    for (int p = 0; p < to.planes; ++p)
        for (int y = to.domain.y0; y < to.domain.y1; ++y)
            for (int x = to.domain.x0; x < to.domain.x1; ++x)
                odd.at(x, y, p) = values[next++ % std::size(values)];
    store_region(to, to.domain, odd);
}

PictureView on_device(const DeviceCopy& copy) {
    PictureView view = copy.picture.view(kTop);
    view.base += copy.away();
    return view;
}

/// A plan without kernels: what comes in goes out.
LaunchList list_of_nothing(const Rect& domain, int planes, Layout layout) {
    LaunchList list;
    list.pictures = {{domain, layout, planes, 0, 0}};
    list.arena_bytes = list.exchange_bytes = list.pictures[0].bytes();
    list.inputs = {{"in", {domain, planes}, 0}};
    list.outputs = {{"out", {domain, planes}, 0}};
    return list;
}

TEST_F(OpenFxCuda, ConvertsAsTheCpuDoes) {
    CudaHost cuda("deferred");
    cuda::KernelCache cache;
    const CudaKernelText kernel = emit_exchange_kernel();
    const std::string image =
        fake::fake_text_image(WEFT_FAKE_NVRTC_PATH, kernel.symbol, kernel.text);
    LaunchCode code{kernel.symbol, {}};
    for (const char c : image + '\0') code.cubin.push_back(static_cast<std::byte>(c));
    constexpr SampleFormat kFormats[] = {SampleFormat::kU8, SampleFormat::kU16, SampleFormat::kHalf,
                                         SampleFormat::kFloat};
    for (const SampleFormat from : kFormats)
        for (const SampleFormat to : kFormats)
            for (const Layout layout : {Layout::kRows, Layout::kColumns}) {
                SCOPED_TRACE(std::string(depth_name(from)) + " to " + depth_name(to) +
                             (layout == Layout::kRows ? "" : ", by columns"));
                HostPicture in(kDomain, {from, 3, Rows::kOdd});
                HostPicture out(kDomain, {to, 3, Rows::kDownward}), right(kDomain, out.kind());
                fill_with_oddities(in);
                const Picture values = in.picture(kTop);
                store_region(right.view(kTop), values.domain(), values);
                const DeviceCopy source(cuda, in);
                DeviceCopy output(cuda, out);
                auto plan = make_resident_plan({list_of_nothing(values.domain(), 3, layout), code},
                                               cache, WEFT_FAKE_DRIVER_PATH);
                ASSERT_TRUE(plan) << plan.error().message;
                const Status done =
                    (*plan)->enqueue({on_device(source)}, {on_device(output)}, cuda.stream());
                ASSERT_TRUE(done) << done.error().message;
                output.download();
                EXPECT_TRUE(out.pixels() == right.pixels());
                EXPECT_TRUE(out.is_guarded());
            }
}

}  // namespace
}  // namespace weft::openfx::test
