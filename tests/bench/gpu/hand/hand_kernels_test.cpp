// The hand-written kernels, run on the host, against the reference: every bit, at sizes around
// those of vectors, warps and strips, with ordinary samples, with special ones and with very large
// ones.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "blur_3x3.cu"
#include "effects/builtin.h"
#include "engine/differential.h"
#include "enhance.cu"
#include "gaussian_3x3.cu"
#include "harris.cu"
#include "on_host.h"
#include "sobel.cu"
#include "unsharp.cu"

namespace weft::test {
namespace {

struct Kernel {
    const char* effect;
    int rows, planes;
    void (*run)(const hand::Args&);
};

const Kernel kKernels[] = {
    {"gaussian-3x3", 4, 2, hand::gaussian_3x3<4>},
    {"gaussian-3x3", 8, 1, hand::gaussian_3x3<8>},
    {"gaussian-3x3", 16, 1, hand::gaussian_3x3<16>},
    {"blur-3x3", 4, 2, hand::blur_3x3<4>},
    {"blur-3x3", 8, 1, hand::blur_3x3<8>},
    {"blur-3x3", 15, 1, hand::blur_3x3<15>},
    {"sobel", 4, 2, hand::sobel<4>},
    {"sobel", 8, 1, hand::sobel<8>},
    {"sobel", 16, 1, hand::sobel<16>},
    {"enhance", 4, 2, hand::enhance<4>},
    {"enhance", 8, 1, hand::enhance<8>},
    {"enhance", 16, 1, hand::enhance<16>},
    {"harris", 8, 2, hand::harris<8>},
    {"harris", 14, 1, hand::harris<14>},
    {"harris", 17, 1, hand::harris<17>},
    {"unsharp-halide", 8, 3, hand::unsharp<8>},
    {"unsharp-halide", 16, 3, hand::unsharp<16>},
    {"unsharp-halide", 32, 3, hand::unsharp<32>},
};

/// As a GPU holds it. What no picture covers is NaN, and must not be written.
struct OnDevice {
    int pitch, plane;
    std::vector<float> memory;
    float* data;

    OnDevice(int width, int height, int planes)
        : pitch((width + 31) / 32 * 32),
          plane(pitch * height),
          memory(static_cast<std::size_t>(plane * planes + 64), kNothing) {
        const auto address = reinterpret_cast<std::uintptr_t>(memory.data() + 32);
        data = memory.data() + 32 - address / sizeof(float) % 4;  // rows begin at 16 bytes
    }
    float& at(int x, int y, int p) { return data[p * plane + y * pitch + x]; }

    static constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
};

bool same(float a, float b) {
    return std::bit_cast<unsigned>(a) == std::bit_cast<unsigned>(b) ||
           (std::isnan(a) && std::isnan(b));
}

Picture by_reference(const std::string& effect, const Picture& input) {
    const Library library = builtin_library();
    const Graph graph = find_effect(effect)->build();
    EngineOptions options;
    options.device = "reference";
    Engine engine(options);
    const ImageShape shape{input.domain(), input.planes()};
    auto prepared = engine.prepare({graph, library, {shape}, {input.domain()}});
    EXPECT_TRUE(prepared) << prepared.error().message;
    Picture output(input.domain(), input.planes());
    const Status done = (*prepared)->run({input.view()}, {output.view()}, {});
    EXPECT_TRUE(done) << done.error().message;
    return output;
}

/// Expects the kernel's bits to be the reference's.
void compare(const Kernel& kernel, const Picture& input) {
    const int width = input.domain().width(), height = input.domain().height();
    const Picture expected = by_reference(kernel.effect, input);
    OnDevice in(width, height, kernel.planes), out(width, height, kernel.planes);
    for (int p = 0; p < kernel.planes; ++p)
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) in.at(x, y, p) = input.at(x, y, p);
    const hand::Args args{in.data,  out.data,  in.plane, out.plane,
                          in.pitch, out.pitch, width,    height};
    const auto grid =
        hand::grid_of(*hand::shape_of(kernel.effect), width, height, kernel.planes, kernel.rows);
    EXPECT_TRUE(hand::run_on_host(grid, [&] { kernel.run(args); }));
    int wrong = 0;
    for (int p = 0; p < kernel.planes; ++p)
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < out.pitch; ++x) {
                const float got = out.at(x, y, p);
                const float want = x < width ? expected.at(x, y, p) : OnDevice::kNothing;
                if (!same(got, want) && wrong++ == 0)
                    ADD_FAILURE() << kernel.effect << ", " << kernel.rows << " rows, " << width
                                  << "x" << height << ": (" << x << ", " << y << ") of plane " << p
                                  << " is " << got << " and not " << want;
            }
    EXPECT_EQ(wrong, 0);
}

constexpr std::pair<int, int> kSizes[] = {{1, 1},    {5, 3},    {37, 61},  {131, 67}, {2048, 16},
                                          {3, 200},  {4, 9},    {128, 34}, {129, 33}, {124, 7},
                                          {127, 8},  {132, 40}, {244, 16}, {248, 64}, {249, 20},
                                          {250, 17}, {256, 70}, {385, 33}};

class HandKernels : public testing::TestWithParam<Kernel> {};

TEST_P(HandKernels, GiveTheReferencesBits) {
    for (const auto& [width, height] : kSizes)
        for (const bool special : {false, true})
            compare(GetParam(), test_picture({0, 0, width, height}, GetParam().planes,
                                             static_cast<std::uint64_t>(width + height), special));
}

TEST_P(HandKernels, GiveThemFarBeyondWhiteAndForNothing) {
    for (const float scale : {0.0f, -0.0f, 3.9f, 50.0f, 3e4f, 1e12f, 1e30f, 1e-38f}) {
        Picture picture = test_picture({0, 0, 150, 45}, GetParam().planes, 7, false);
        for (int p = 0; p < picture.planes(); ++p)
            for (int y = 0; y < 45; ++y)
                for (int x = 0; x < 150; ++x) picture.at(x, y, p) *= scale;
        compare(GetParam(), picture);
    }
}

/// Coarse samples: sums that are half between two bytes or on the edge of the next whole quotient.
TEST_P(HandKernels, GiveThemOnTies) {
    for (const int steps : {2, 4, 10, 34, 255, 510}) {
        Picture picture = test_picture({0, 0, 390, 70}, GetParam().planes, 11, false);
        for (int p = 0; p < picture.planes(); ++p)
            for (int y = 0; y < 70; ++y)
                for (int x = 0; x < 390; ++x) {
                    float& sample = picture.at(x, y, p);
                    sample =
                        std::round(sample * static_cast<float>(steps)) / static_cast<float>(steps);
                }
        compare(GetParam(), picture);
    }
}

INSTANTIATE_TEST_SUITE_P(ByHand, HandKernels, testing::ValuesIn(kKernels),
                         [](const testing::TestParamInfo<Kernel>& info) {
                             std::string name = info.param.effect;
                             std::erase(name, '-');
                             return name + "Rows" + std::to_string(info.param.rows);
                         });

}  // namespace
}  // namespace weft::test
