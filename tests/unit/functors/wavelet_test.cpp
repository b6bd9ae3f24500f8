// The wavelet step and the degrain effect built of it.
#include "field.h"
#include "neighbourhood/dwt1d.h"

namespace weft::test {
namespace {

using functors::DWT1D;

double detail(const Field& f, Axis axis, int radius, int x, int y) {
    return (f.at(x, y) - (f.along(axis, x, y, radius) + f.along(axis, x, y, -radius)) / 2) / 2;
}

Field high(const Field& f, Axis axis, int radius) {
    return Field(f.domain(), [&](int x, int y) { return detail(f, axis, radius, x, y); });
}

Field low(const Field& f, Axis axis, int radius) {
    return Field(f.domain(),
                 [&](int x, int y) { return f.at(x, y) - detail(f, axis, radius, x, y); });
}

Field shrink(const Field& f, double threshold) {
    return Field(f.domain(), [&](int x, int y) {
        const double v = f.at(x, y);
        return std::copysign(std::max(std::abs(v) - threshold, 0.0), v);
    });
}

/// The effect as the wavelet transform defines it: HH, HL from the horizontal detail; LH, LL from
/// the rest. The paper's listing 1 prints LH twice and HL never.
Field degrain(const Field& input, double threshold, int level = 0) {
    if (level == 4) return input;
    const int radius = 1 << level;
    const Field hy = high(input, eHorizontal, radius), ly = low(input, eHorizontal, radius);
    const Field hh = shrink(high(hy, eVertical, radius), threshold);
    const Field hl = shrink(low(hy, eVertical, radius), threshold);
    const Field lh = shrink(high(ly, eVertical, radius), threshold);
    const Field ll = degrain(low(ly, eVertical, radius), threshold / 2, level + 1);
    return Field(input.domain(), [&](int x, int y) {
        return hh.at(x, y) + hl.at(x, y) + lh.at(x, y) + ll.at(x, y);
    });
}

/// The effect with its threshold set.
Graph degrain_graph(const std::string& threshold) {
    Graph graph = find_effect("degrain")->build();
    const Status set = set_parameter(graph, builtin_library(), "threshold", threshold);
    EXPECT_TRUE(set) << set.error().message;
    return graph;
}

TEST(DWT1D, SplitsIntoDetailAndRest) {
    for (const Rect& domain : domains())
        for (const Border& border : borders())
            for (const Axis axis : {eHorizontal, eVertical})
                for (const int radius : {1, 4, 32}) {
                    const Picture input = random_picture(domain, 2);
                    const auto outputs = run(DWT1D(axis, radius), {&input}, border);
                    ASSERT_EQ(outputs.size(), 2u);
                    const auto tap = [&](int x, int y, int p, int offset) {
                        return axis == eHorizontal ? sample(input, x + offset, y, p, border)
                                                   : sample(input, x, y + offset, p, border);
                    };
                    const auto smooth = [&](int x, int y, int p) {
                        return (tap(x, y, p, -radius) + 2 * tap(x, y, p, 0) +
                                tap(x, y, p, radius)) /
                               4;
                    };
                    expect_picture(outputs[1], smooth);
                    expect_picture(outputs[0], [&](int x, int y, int p) {
                        return tap(x, y, p, 0) - smooth(x, y, p);
                    });
                }
}

TEST(Degrain, FollowsTheTransform) {
    for (const Rect& domain : domains())
        for (const double threshold : {0.02, 0.3}) {
            const Picture input = random_picture(domain, 3);
            const auto outputs = run(degrain_graph(std::to_string(threshold)), {&input});
            ASSERT_EQ(outputs.size(), 1u);
            for (int plane = 0; plane < 3; ++plane) {
                const Field expected = degrain(Field(input, plane), threshold);
                expect_picture(outputs[0], [&](int x, int y, int p) {
                    return p == plane ? expected.at(x, y) : outputs[0].at(x, y, p);
                });
            }
        }
}

TEST(Degrain, ThresholdOfZeroReconstructsTheInput) {
    for (const Rect& domain : domains()) {
        const Picture input = random_picture(domain, 3);
        const auto outputs = run(degrain_graph("0"), {&input});
        ASSERT_EQ(outputs.size(), 1u);
        expect_picture(outputs[0], [&](int x, int y, int p) { return input.at(x, y, p); }, 5e-7);
    }
}

TEST(Degrain, RemovesNoiseAndKeepsAnEdge) {
    const Rect domain{0, 0, 64, 64};
    Picture input = random_picture(domain, 1);
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x)
            input.at(x, y, 0) = (x < 32 ? 0.1f : 0.9f) + 0.05f * (input.at(x, y, 0) - 0.5f);
    const auto outputs = run(degrain_graph("0.05"), {&input});
    ASSERT_EQ(outputs.size(), 1u);

    const auto variance = [&](const Picture& picture) {  // of the left half, away from the edge
        double sum = 0, squares = 0;
        for (int y = 0; y < 64; ++y)
            for (int x = 0; x < 16; ++x) {
                const double v = picture.at(x, y, 0);
                sum += v;
                squares += v * v;
            }
        return squares / 1024 - (sum / 1024) * (sum / 1024);
    };
    EXPECT_LT(variance(outputs[0]), 0.25 * variance(input));
    for (int y = 0; y < 64; ++y) {
        EXPECT_LT(outputs[0].at(31, y, 0), 0.3f);
        EXPECT_GT(outputs[0].at(32, y, 0), 0.7f);
    }
}

}  // namespace
}  // namespace weft::test
