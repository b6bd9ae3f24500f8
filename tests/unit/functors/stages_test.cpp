// Programs in as many steps as the papers count, against the same programs in a few.
#include <algorithm>
#include <bit>

#include "harness.h"

namespace weft::test {
namespace {

/// The effect, every picture that its nodes read with `border`.
Graph bordered(const std::string& name, const Border& border) {
    Graph graph = effect(name);
    for (Node& node : graph.nodes) std::fill(node.borders.begin(), node.borders.end(), border);
    return graph;
}

std::vector<Rect> odd_sizes() {
    std::vector<Rect> sizes = domains();
    sizes.push_back({-3, 2, 24, 21});
    return sizes;
}

/// Random samples as files of so many different numbers hold them.
Picture stored_picture(const Rect& domain, int planes, float white, unsigned seed = 1) {
    Picture picture = random_picture(domain, planes, seed);
    for (int p = 0; p < planes; ++p)
        for (int y = domain.y0; y < domain.y1; ++y)
            for (int x = domain.x0; x < domain.x1; ++x) {
                float& sample = picture.at(x, y, p);
                sample = std::round(white * std::clamp(sample, 0.0f, 1.0f)) / white;
            }
    return picture;
}

/// Expects the same bits, but of `margin` pixels along the border.
void expect_same_bits(const Picture& a, const Picture& b, int margin = 0) {
    ASSERT_EQ(a.domain(), b.domain());
    ASSERT_EQ(a.planes(), b.planes());
    const Rect d = a.domain();
    for (int p = 0; p < a.planes(); ++p)
        for (int y = d.y0 + margin; y < d.y1 - margin; ++y)
            for (int x = d.x0 + margin; x < d.x1 - margin; ++x)
                ASSERT_EQ(std::bit_cast<unsigned>(a.at(x, y, p)),
                          std::bit_cast<unsigned>(b.at(x, y, p)))
                    << "at " << x << ", " << y << ", plane " << p << " of " << d.width() << "x"
                    << d.height();
}

/// A mosaic's numbers are sums, means and differences of whole ones, which are exact in whichever
/// order.
TEST(CameraPipeStages, HaveTheBitsOfCameraPipe) {
    const std::string fused = "camera-pipe", stages = "camera-pipe-stages";
    EXPECT_EQ(effect(stages).nodes.size(), 32u);
    for (const Rect& domain : odd_sizes())
        for (const Border& border : borders())
            for (const auto intermediates : {Intermediates::kUnbounded, Intermediates::kBounded}) {
                const Picture mosaic = stored_picture(domain, 1, 1023.0f);
                const auto run_as = [&](const std::string& name) {
                    Graph graph = bordered(name, border);
                    graph.intermediates = intermediates;
                    return run(graph, {&mosaic});
                };
                const auto expected = run_as(fused), actual = run_as(stages);
                ASSERT_EQ(expected.size(), 1u);
                ASSERT_EQ(actual.size(), 1u);
                // Where pictures end, a colour by itself goes on otherwise than a whole mosaic.
                expect_same_bits(actual[0], expected[0],
                                 intermediates == Intermediates::kUnbounded ? 0 : 6);
                if (HasFatalFailure()) return;
            }
}

/// A filter of columns, then one of rows: beyond a side all columns are the last one's.
TEST(Intermediates, OfColumnsThenRowsMayEndOrNot) {
    for (const char* name : {"unsharp-halide", "blur-3x3-halide", "blur-3x3"})
        for (const Rect& domain : odd_sizes()) {
            const Picture input = random_picture(domain, 3);
            std::vector<std::vector<Picture>> outputs;
            for (const auto intermediates : {Intermediates::kUnbounded, Intermediates::kBounded}) {
                Graph graph = bordered(name, {});  // a pixel by itself clamps, too
                graph.intermediates = intermediates;
                outputs.push_back(run(graph, {&input}));
                ASSERT_EQ(outputs.back().size(), 1u);
            }
            expect_same_bits(outputs[0][0], outputs[1][0]);
            if (HasFatalFailure()) return;
        }
}

TEST(NlMeansStages, HaveTheBitsOfNlMeans) {
    const std::string fused = "nl-means-halide", stages = "nl-means-stages";
    EXPECT_EQ(effect(stages).nodes.size(), 13u);
    for (const Rect& domain : odd_sizes())
        for (const Border& border : borders())
            for (const int planes : {1, 3, 5}) {
                const Picture input = random_picture(domain, planes);
                const auto expected = run(bordered(fused, border), {&input});
                const auto actual = run(bordered(stages, border), {&input});
                ASSERT_EQ(expected.size(), 1u);
                ASSERT_EQ(actual.size(), 1u);
                expect_same_bits(actual[0], expected[0]);
                if (HasFatalFailure()) return;
            }
}

/// Costs are sums of whole numbers' squares, which are exact whether they are rounded once or
/// twice.
TEST(LensBlurStages, HaveTheBitsOfLensBlur) {
    const std::string fused = "lens-blur", stages = "lens-blur-stages";
    EXPECT_EQ(effect(stages).nodes.size(), 57u);
    for (const Rect& domain : odd_sizes())
        for (const Border& border : borders())
            for (const int planes : {1, 3}) {
                const Picture left = random_picture(domain, planes, 1);
                const Picture right = random_picture(domain, planes, 2);
                const auto expected = run(bordered(fused, border), {&left, &right});
                const auto actual = run(bordered(stages, border), {&left, &right});
                ASSERT_EQ(expected.size(), 1u);
                ASSERT_EQ(actual.size(), 1u);
                if (domain.width() > 20) {
                    EXPECT_GT(count_differences(actual[0], left), 20) << "nothing is blurred";
                }
                expect_same_bits(actual[0], expected[0]);
                if (HasFatalFailure()) return;
            }
}

}  // namespace
}  // namespace weft::test
