// Functors and effects against OpenImageIO's own results, where it has the same operation.
#include <OpenImageIO/imagebufalgo.h>

#include "neighbourhood/convolution2d.h"
#include "neighbourhood/gaussian.h"
#include "neighbourhood/median.h"
#include "pixel/colour_matrix.h"
#include "pixel/detail_sharpen.h"
#include "pixel/grade.h"
#include "pixel/invert.h"
#include "pixel/merge.h"
#include "pixel/premultiply.h"
#include "pixel/saturation.h"
#include "pixel/shuffle.h"
#include "pixel/unpremultiply.h"
#include "pixels.h"
#include "point/clamp.h"
#include "point/power.h"

namespace weft::test {
namespace {

using namespace functors;
namespace oiio = OIIO::ImageBufAlgo;
using OIIO::ImageBuf;

constexpr Rect kImageDomain{0, 0, 39, 27};

/// A picture as OpenImageIO holds it; the fourth plane is its alpha.
ImageBuf to_buffer(const Picture& picture) {
    const Rect d = picture.domain();
    ImageBuf buffer(OIIO::ImageSpec(d.width(), d.height(), picture.planes(), OIIO::TypeFloat));
    std::vector<float> pixel(static_cast<std::size_t>(picture.planes()));
    for (int y = 0; y < d.height(); ++y)
        for (int x = 0; x < d.width(); ++x) {
            for (int p = 0; p < picture.planes(); ++p)
                pixel[static_cast<std::size_t>(p)] = picture.at(d.x0 + x, d.y0 + y, p);
            buffer.setpixel(x, y, pixel.data());
        }
    return buffer;
}

/// Expects one output, of the buffer's values, but for so many pixels at the edges.
void expect_buffer(const std::vector<Picture>& outputs, const ImageBuf& expected,
                   double tolerance = 1e-6, int edges = 0) {
    ASSERT_FALSE(expected.has_error()) << expected.geterror();
    ASSERT_EQ(outputs.size(), 1u);
    ASSERT_EQ(outputs[0].planes(), expected.nchannels());
    const Rect d = outputs[0].domain();
    ASSERT_EQ(d.width(), expected.spec().width);
    for (int p = 0; p < outputs[0].planes(); ++p)
        for (int y = edges; y < d.height() - edges; ++y)
            for (int x = edges; x < d.width() - edges; ++x) {
                const double v = expected.getchannel(x, y, 0, p);
                ASSERT_NEAR(outputs[0].at(d.x0 + x, d.y0 + y, p), v, tolerance * (1 + std::abs(v)))
                    << "at " << x << ", " << y << ", plane " << p;
            }
}

/// Alphas between 0 and 1, a few of them 0 and 1.
Picture picture_with_alpha(unsigned seed) {
    Picture picture = random_picture(kImageDomain, 4, seed);
    for (int y = 0; y < kImageDomain.y1; ++y)
        for (int x = 0; x < kImageDomain.x1; ++x) {
            float& alpha = picture.at(x, y, 3);
            alpha = std::fmin(std::fmax(alpha, 0.0f), 1.0f);
        }
    return picture;
}

TEST(OpenImageIO, Over) {
    const Picture a = picture_with_alpha(1), b = picture_with_alpha(2);
    expect_buffer(run(Merge(Merge::eOver), {&a, &b}), oiio::over(to_buffer(a), to_buffer(b)));
}

TEST(OpenImageIO, Arithmetic) {
    const Picture a = random_picture(kImageDomain, 4, 3);
    Picture b = random_picture(kImageDomain, 4, 4);
    for (int x = 0; x < kImageDomain.x1; x += 3) b.at(x, 5, 1) = 0.0f;
    const ImageBuf first = to_buffer(a), second = to_buffer(b);
    const auto merged = [&](Merge::Operation operation) { return run(Merge(operation), {&a, &b}); };
    expect_buffer(merged(Merge::ePlus), oiio::add(first, second));
    expect_buffer(merged(Merge::eMinus), oiio::sub(first, second));
    expect_buffer(merged(Merge::eMultiply), oiio::mul(first, second));
    expect_buffer(merged(Merge::eDivide), oiio::div(first, second));
    expect_buffer(merged(Merge::eMin), oiio::min(first, second), 0);
    expect_buffer(merged(Merge::eMax), oiio::max(first, second), 0);
    expect_buffer(merged(Merge::eDifference), oiio::absdiff(first, second));
    expect_buffer(run(Clamp(0.1f, 0.7f), {&a}), oiio::clamp(first, 0.1f, 0.7f), 0);
    expect_buffer(run(Invert(1.0f, true), {&a}), oiio::invert(first));
}

TEST(OpenImageIO, Premultiplication) {
    const Picture input = picture_with_alpha(5);
    const ImageBuf buffer = to_buffer(input);
    expect_buffer(run(Premultiply(), {&input}), oiio::premult(buffer));
    expect_buffer(run(Unpremultiply(), {&input}), oiio::unpremult(buffer));
}

TEST(OpenImageIO, Channels) {
    const Picture input = random_picture(kImageDomain, 4, 6);
    const int order[] = {2, 3, 0, 1};
    expect_buffer(run(Shuffle(Shuffle::eBlueA, Shuffle::eAlphaA, Shuffle::eRedA, Shuffle::eGreenA),
                      {&input, &input}),
                  oiio::channels(to_buffer(input), 4, order), 0);
}

TEST(OpenImageIO, Saturate) {
    const Picture input = random_picture(kImageDomain, 4, 7);
    for (const float saturation : {0.0f, 0.4f, 1.7f})
        expect_buffer(run(Saturation(saturation), {&input}),
                      oiio::saturate(to_buffer(input), saturation), 2e-6);
}

TEST(OpenImageIO, ContrastRemap) {
    const Picture input = random_picture(kImageDomain, 3, 8);
    Graph graph = graph_of(*builtin_library().find("Grade"));
    for (const auto& [name, value] :
         std::vector<std::pair<std::string, std::string>>{{"black-point", "0.1,0.2,0.05"},
                                                          {"white-point", "0.9,1.1,0.7"},
                                                          {"lift", "0.02"},
                                                          {"gain", "1.5,0.8,2"}}) {
        const Status set = set_parameter(graph, builtin_library(), name, value);
        ASSERT_TRUE(set) << set.error().message;
    }
    expect_buffer(run(graph, {&input}),
                  oiio::contrast_remap(to_buffer(input), {0.1f, 0.2f, 0.05f}, {0.9f, 1.1f, 0.7f},
                                       0.02f, {1.5f, 0.8f, 2.0f}),
                  3e-6);
}

TEST(OpenImageIO, ColourMatrix) {
    Picture input = random_picture(kImageDomain, 4, 9);
    for (int y = 0; y < kImageDomain.y1; ++y)
        for (int x = 0; x < kImageDomain.x1; ++x)
            input.at(x, y, 3) = 1.0f;  // which scales the offset
    const float m[9] = {0.7f, 0.2f, 0.1f, -0.3f, 1.1f, 0.2f, 0.05f, 0.4f, 0.6f};
    const float offset[3] = {0.1f, -0.2f, 0.3f};
    // Colours are rows there: each column makes one of them.
    const float matrix[4][4] = {{m[0], m[3], m[6], 0},
                                {m[1], m[4], m[7], 0},
                                {m[2], m[5], m[8], 0},
                                {offset[0], offset[1], offset[2], 1}};
    FloatList<9> rows{9};
    for (int i = 0; i < 9; ++i) rows.values[i] = m[i];
    expect_buffer(run(ColourMatrix(rows, {3, {0.1f, -0.2f, 0.3f}}), {&input}),
                  oiio::colormatrixtransform(to_buffer(input), matrix, false), 2e-6);
}

TEST(OpenImageIO, Convolution) {
    const Picture input = random_picture(kImageDomain, 3, 10);
    const ImageBuf buffer = to_buffer(input);
    expect_buffer(run(Convolution2D(1, 1, {9, {0, 1, 0, 1, -4, 1, 0, 1, 0}}), {&input}),
                  oiio::laplacian(buffer), 2e-6);
    // Of no symmetry: both lay the rectangle over the picture as it is.
    Picture weights({-2, -1, 3, 2}, 1);
    FloatList<289> list{15};
    for (int i = 0; i < 15; ++i) {
        list.values[i] = static_cast<float>(i * i % 7) - 2.0f;
        weights.at(i % 5 - 2, i / 5 - 1, 0) = list.values[i];
    }
    OIIO::ImageSpec spec(5, 3, 1, OIIO::TypeFloat);
    spec.x = spec.full_x = -2;
    spec.y = spec.full_y = -1;
    ImageBuf kernel(spec);
    for (int i = 0; i < 15; ++i) kernel.setpixel(i % 5 - 2, i / 5 - 1, &list.values[i]);
    expect_buffer(run(Convolution2D(2, 1, list), {&input}), oiio::convolve(buffer, kernel, false),
                  3e-6);
}

TEST(OpenImageIO, Blurs) {
    const Picture input = random_picture(kImageDomain, 3, 14);
    const ImageBuf buffer = to_buffer(input);
    Graph box = find_effect("box-blur")->build();
    ASSERT_TRUE(set_parameter(box, builtin_library(), "radius-x", "4"));
    ASSERT_TRUE(set_parameter(box, builtin_library(), "radius-y", "2"));
    expect_buffer(run(box, {&input}), oiio::convolve(buffer, oiio::make_kernel("box", 9, 5)), 5e-6);
    // Its Gaussian of width 11 has a sigma of 11/4, and is cut off five pixels away.
    GraphBuilder build("gaussian", "Blurs.");
    const Image picture = build.input("input");
    Image rows, blurred;
    Gaussian(eHorizontal, 2.75f, 5)(picture, rows);
    Gaussian(eVertical, 2.75f, 5)(rows, blurred);
    build.output("output", blurred);
    expect_buffer(run(build.finish(), {&input}),
                  oiio::convolve(buffer, oiio::make_kernel("gaussian", 11, 11)), 3e-6);
}

TEST(OpenImageIO, Powers) {
    Picture input = random_picture(kImageDomain, 3, 15);
    for (int p = 0; p < 3; ++p)
        for (int y = 0; y < kImageDomain.y1; ++y)
            for (int x = 0; x < kImageDomain.x1; ++x)
                input.at(x, y, p) = std::abs(input.at(x, y, p));
    for (const float exponent : {0.45f, 2.2f})
        expect_buffer(run(Power(exponent), {&input}), oiio::pow(to_buffer(input), exponent));
}

TEST(OpenImageIO, Median) {
    const Picture input = random_picture(kImageDomain, 3, 11);
    for (const int radius : {1, 2})  // at its edges it takes the median of fewer
        expect_buffer(run(Median(radius), {&input}),
                      oiio::median_filter(to_buffer(input), 2 * radius + 1), 0, radius);
}

TEST(OpenImageIO, DilateAndErode) {
    const Picture input = random_picture(kImageDomain, 3, 12);
    const ImageBuf buffer = to_buffer(input);
    for (const bool dilate : {true, false}) {
        Graph graph = find_effect("erode-dilate")->build();
        for (const auto& [name, value] : std::vector<std::pair<std::string, std::string>>{
                 {"operation", dilate ? "dilate" : "erode"}, {"radius-x", "3"}, {"radius-y", "1"}})
            ASSERT_TRUE(set_parameter(graph, builtin_library(), name, value));
        expect_buffer(run(graph, {&input}),
                      dilate ? oiio::dilate(buffer, 7, 3) : oiio::erode(buffer, 7, 3), 0);
    }
}

TEST(OpenImageIO, UnsharpMask) {
    const Picture input = random_picture(kImageDomain, 3, 13);
    // Its Gaussian of width 5 has a sigma of 5/4, and is cut off two pixels away.
    for (const float threshold : {0.0f, 0.15f}) {
        GraphBuilder build("unsharp", "Sharpens.");
        const Image picture = build.input("input");
        Image rows, blurred, sharp;
        Gaussian(eHorizontal, 1.25f, 2)(picture, rows);
        Gaussian(eVertical, 1.25f, 2)(rows, blurred);
        const DetailSharpen sharpen(1.5f, threshold);
        sharpen(picture, blurred, sharp);
        build.output("output", sharp);
        expect_buffer(run(build.finish(), {&input}),
                      oiio::unsharp_mask(to_buffer(input), "gaussian", 5, 1.5f, threshold), 3e-6);
    }
}

}  // namespace
}  // namespace weft::test
