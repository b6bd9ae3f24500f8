// The published programs as whole effects: on bytes in integers, else in doubles, borders clamped.
#include <limits>

#include "effects/night.h"
#include "field.h"

namespace weft::test {
namespace {

constexpr double kGauss[3] = {0.272496, 0.124758, 0.057118};  // by taps off the centre's lines

/// A picture of bytes, blocky enough to have corners, flat parts and edges.
Picture blocky_byte_picture(Rect domain, int planes) {
    const Picture noise = random_picture(domain, planes),
                  blocks = random_picture(domain, planes, 7);
    Picture picture(domain, planes);
    for (int p = 0; p < planes; ++p)
        for (int y = domain.y0; y < domain.y1; ++y)
            for (int x = domain.x0; x < domain.x1; ++x) {
                const int bx = domain.x0 + (x - domain.x0) / 5 * 5;
                const int by = domain.y0 + (y - domain.y0) / 4 * 4;
                const float v = 0.95f * blocks.at(bx, by, p) + 0.05f * noise.at(x, y, p);
                picture.at(x, y, p) =
                    static_cast<float>(std::lround(255.0f * std::fmin(std::fmax(v, 0.0f), 1.0f))) /
                    255.0f;
            }
    return picture;
}

/// Whole numbers over a domain, reads outside clamped.
Field bytes_of(const Picture& picture, int plane) {
    return Field(picture.domain(), [&](int x, int y) {
        return static_cast<double>(std::lround(255.0f * picture.at(x, y, plane)));
    });
}

/// The sum under a mask of three by three, row by row.
Field masked_field(const Field& f, const std::vector<double>& mask) {
    return Field(f.domain(), [&](int x, int y) {
        double sum = 0;
        for (int i = 0; i < 9; ++i)
            sum += mask[static_cast<std::size_t>(i)] * f.at(x + i % 3 - 1, y + i / 3 - 1);
        return sum;
    });
}

Field map(const Field& f, const std::function<double(double)>& formula) {
    return Field(f.domain(), [&](int x, int y) { return formula(f.at(x, y)); });
}

/// Integer division of whole numbers: towards zero.
Field divided(const Field& f, int divisor) {
    return map(f, [&](double v) {
        const int quotient = static_cast<int>(v) / divisor;
        return static_cast<double>(quotient);
    });
}

double product(double a, double b) { return a * b; }

struct Tensor {
    Field xx, yy, xy;
};

Tensor structure_tensor(const Field& bytes) {
    const Field dx = divided(masked_field(bytes, {-1, 0, 1, -1, 0, 1, -1, 0, 1}), 6);
    const Field dy = divided(masked_field(bytes, {-1, -1, -1, 0, 0, 0, 1, 1, 1}), 6);
    const auto smooth = [](const Field& f) {
        return divided(masked_field(f, {1, 2, 1, 2, 4, 2, 1, 2, 1}), 16);
    };
    return {smooth(combine(dx, dx, product)), smooth(combine(dy, dy, product)),
            smooth(combine(dx, dy, product))};
}

/// Expects each plane of the effect's output to be formula(plane in bytes), on all domains and one
/// that holds many blocks. Gives the sum of all outputs.
double expect_on_bytes(const std::string& name, const std::function<Field(const Field&)>& formula,
                       double tolerance = 1e-6) {
    double sum = 0;
    std::vector<Rect> all = domains();
    all.push_back({-4, 3, 57, 46});
    for (const Rect& domain : all) {
        const Picture input = blocky_byte_picture(domain, 2);
        const auto outputs = run(effect(name), {&input});
        EXPECT_EQ(outputs.size(), 1u);
        if (outputs.size() != 1) return 0;
        const std::vector<Field> expected = {formula(bytes_of(input, 0)),
                                             formula(bytes_of(input, 1))};
        expect_picture(
            outputs[0],
            [&](int x, int y, int p) {
                sum += outputs[0].at(x, y, p);
                return expected[static_cast<std::size_t>(p)].at(x, y);
            },
            tolerance);
    }
    return sum;
}

TEST(Harris, IsHipaccsProgram) {
    const double corners = expect_on_bytes("harris", [](const Field& bytes) {
        const Tensor t = structure_tensor(bytes);
        return Field(bytes.domain(), [&](int x, int y) {
            const double xx = t.xx.at(x, y), yy = t.yy.at(x, y), xy = t.xy.at(x, y);
            const double trace = xx + yy;
            return xx * yy - xy * xy - 0.04 * trace * trace > 20000 ? 1.0 : 0.0;
        });
    });
    EXPECT_GT(corners, 100) << "the test pictures have corners";
    EXPECT_LT(corners, 4000) << "and parts without";
}

TEST(ShiTomasi, IsHipaccsProgram) {
    const double features = expect_on_bytes("shi-tomasi", [](const Field& bytes) {
        const Tensor t = structure_tensor(bytes);
        return Field(bytes.domain(), [&](int x, int y) {
            const double xx = t.xx.at(x, y), yy = t.yy.at(x, y), xy = t.xy.at(x, y);
            const double root = std::sqrt((xx - yy) * (xx - yy) + 4 * xy * xy);
            return (xx + yy - root) / 2 > 200 ? 1.0 : 0.0;
        });
    });
    EXPECT_GT(features, 100);
    EXPECT_LT(features, 4000);
}

TEST(CornerDetectors, HaveThePublishedStages) {
    for (const auto& [name, last] : {std::pair{"harris", "hc"}, {"shi-tomasi", "st"}}) {
        std::vector<std::string> names;
        for (const Node& node : effect(name).nodes) names.push_back(node.name);
        EXPECT_EQ(names, (std::vector<std::string>{"dx", "dy", "sx", "sy", "sxy", "gx", "gy", "gxy",
                                                   last}));
    }
}

TEST(Sobel, IsHipaccsProgram) {
    expect_on_bytes("sobel", [](const Field& bytes) {
        const Field gx = divided(masked_field(bytes, {-1, 0, 1, -2, 0, 2, -1, 0, 1}), 4);
        const Field gy = divided(masked_field(bytes, {-1, -2, -1, 0, 0, 0, 1, 2, 1}), 4);
        return combine(gx, gy, [](double x, double y) {
            return std::min(std::floor(std::sqrt(x * x + y * y)), 255.0) / 255.0;
        });
    });
}

TEST(Laplace5x5, IsHipaccsProgram) {
    expect_on_bytes("laplace-5x5", [](const Field& bytes) {
        return Field(bytes.domain(), [&](int x, int y) {
            double sum = -25 * bytes.at(x, y);
            for (int v = -2; v <= 2; ++v)
                for (int u = -2; u <= 2; ++u) sum += bytes.at(x + u, y + v);
            return std::clamp(sum + 128, 0.0, 255.0) / 255.0;
        });
    });
}

Field gaussian(const Field& f) {
    return masked_field(f, {kGauss[2], kGauss[1], kGauss[2], kGauss[1], kGauss[0], kGauss[1],
                            kGauss[2], kGauss[1], kGauss[2]});
}

TEST(Gaussian3x3, IsHipaccsProgram) {
    // No sum of these weights and bytes is so near a half that rounding would turn it.
    expect_on_bytes("gaussian-3x3", [](const Field& bytes) {
        return map(gaussian(bytes), [](double v) { return std::floor(v + 0.5) / 255.0; });
    });
}

TEST(Bilateral13x13, IsHipaccsProgram) {
    expect_on_bytes("bilateral-13x13", [](const Field& bytes) {
        return Field(bytes.domain(), [&](int x, int y) {
            double sum = 0, weights = 0;
            for (int v = -6; v <= 6; ++v)
                for (int u = -6; u <= 6; ++u) {
                    const double d = bytes.at(x + u, y + v) - bytes.at(x, y);
                    const double weight =
                        std::exp(-d * d / 512) * std::exp(-(u * u + v * v) / 18.0);
                    sum += weight * bytes.at(x + u, y + v);
                    weights += weight;
                }
            return std::floor(sum / weights + 0.5) / 255.0;
        });
    });
}

TEST(UnsharpHipacc, IsHipaccsProgram) {
    for (const Rect& domain : domains()) {
        const Picture input = random_picture(domain, 2);
        const auto outputs = run(effect("unsharp-hipacc"), {&input});
        ASSERT_EQ(outputs.size(), 1u);
        const Field blurred[2] = {gaussian(Field(input, 0)), gaussian(Field(input, 1))};
        expect_picture(
            outputs[0],
            [&](int x, int y, int p) {
                const double g = input.at(x, y, p);
                return (2 * g - blurred[p].at(x, y)) / std::max(g, 0.01) * g;
            },
            1e-5);
    }
}

TEST(UnsharpHipacc, EveryStageReadsTheInput) {
    const Graph graph = effect("unsharp-hipacc");
    ASSERT_EQ(graph.nodes.size(), 4u);
    for (const Node& node : graph.nodes)
        EXPECT_TRUE(std::any_of(node.inputs.begin(), node.inputs.end(), [](const ImageId& id) {
            return id.is_graph_input();
        })) << node.name;
}

TEST(Enhance, IsHipaccsProgram) {
    for (const Rect& domain : domains()) {
        const Picture input = random_picture(domain, 3);
        const auto outputs = run(effect("enhance"), {&input});
        ASSERT_EQ(outputs.size(), 1u);
        std::vector<Field> means;
        for (int p = 0; p < 3; ++p)
            means.push_back(masked_field(Field(input, p), std::vector<double>(9, 1.0 / 9.0)));
        expect_picture(
            outputs[0],
            [&](int x, int y, int p) {
                const double v = 2 * means[static_cast<std::size_t>(p)].at(x, y);
                return std::copysign(std::pow(std::abs(v), 0.6), v);
            },
            1e-4);  // near zero the power is steep
    }
}

TEST(Blur3x3, AveragesNinePixels) {
    for (const Rect& domain : domains()) {
        const Picture input = random_picture(domain, 2);
        const auto outputs = run(effect("blur-3x3"), {&input});
        ASSERT_EQ(outputs.size(), 1u);
        const Field means[2] = {masked_field(Field(input, 0), std::vector<double>(9, 1.0 / 9.0)),
                                masked_field(Field(input, 1), std::vector<double>(9, 1.0 / 9.0))};
        expect_picture(outputs[0], [&](int x, int y, int p) { return means[p].at(x, y); });
    }
}

using Colours = std::vector<Field>;

/// One level of the edge-stopping blur.
Colours atrous(const Colours& in, int spacing) {
    const auto smooth = [&](int x, int y, std::size_t channel) {
        double sum = 0, weights = 0;
        for (int v = -1; v <= 1; ++v)
            for (int u = -1; u <= 1; ++u) {
                double distance = 0;
                for (const Field& c : in)
                    distance += std::pow(c.at(x + u * spacing, y + v * spacing) - c.at(x, y), 2);
                const double weight = kGauss[std::abs(u) + std::abs(v)] *
                                      std::min(1.0, std::pow(1 - distance / 256, 256));
                sum += weight * in[channel].at(x + u * spacing, y + v * spacing);
                weights += weight;
            }
        return sum / weights;
    };
    Colours out;
    for (std::size_t c = 0; c < in.size(); ++c)
        out.emplace_back(in[c].domain(), [&](int x, int y) { return smooth(x, y, c); });
    return out;
}

/// The published tone curve of one pixel's channel.
double scoto(double r, double g, double b, int channel) {
    constexpr double kRows[3][3] = {{2.562263, -1.166107, -0.396157},
                                    {-1.021558, 1.977828, 0.043730},
                                    {0.075196, -0.256248, 1.181053}};
    const double x = 0.5149 * r + 0.3244 * g + 0.1607 * b;
    const double y = (0.2654 * r + 0.6704 * g + 0.0642 * b) / 3;
    const double z = 0.0248 * r + 0.1248 * g + 0.8504 * b;
    const double v = 0.4468 * y * (1.33 * (1 + (y + z) / x) - 1.68);
    const double* row = kRows[channel];
    return std::clamp(row[0] * v + row[1] * v + row[2] * 2 * v, 0.0, 1.0);
}

void expect_night(const Graph& graph, int levels) {
    for (const Rect& domain : domains()) {
        Picture input = random_picture(domain, 4);
        for (int p = 0; p < 3; ++p)
            for (int y = domain.y0; y < domain.y1; ++y)
                for (int x = domain.x0; x < domain.x1; ++x)
                    input.at(x, y, p) = 0.3f + 0.5f * input.at(x, y, p);  // away from X = 0
        const auto outputs = run(graph, {&input});
        ASSERT_EQ(outputs.size(), 1u);
        Colours colours;
        for (int p = 0; p < 3; ++p) colours.emplace_back(input, p);
        for (int level = 0; level < levels; ++level) colours = atrous(colours, 1 << level);
        expect_picture(
            outputs[0],
            [&](int x, int y, int p) {
                return p == 3 ? input.at(x, y, 3)
                              : scoto(colours[0].at(x, y), colours[1].at(x, y), colours[2].at(x, y),
                                      p);
            },
            2e-5);
    }
}

TEST(Night, IsThePublishedProgramForAnyNumberOfLevels) {
    for (int levels = 1; levels <= effects::kMaxNightLevels; ++levels) {
        SCOPED_TRACE(levels);
        EXPECT_EQ(effects::build_night(levels).nodes.size(), static_cast<std::size_t>(levels) + 1);
        expect_night(effects::build_night(levels), levels);
        Graph fewer = effect("night");
        ASSERT_TRUE(set_parameter(fewer, builtin_library(), "levels", std::to_string(levels)));
        EXPECT_EQ(fewer.nodes.size(), 5u);
        expect_night(fewer, levels);
    }
    expect_night(effect("night-two-levels"), 2);
}

TEST(Night, BlackIsBlackAndNaNSpreadsAsFarAsTheTaps) {
    const Picture black = flat_picture({0, 0, 20, 9}, 3, 0.0f);
    const auto dark = run(effect("night"), {&black});
    ASSERT_EQ(dark.size(), 1u);
    EXPECT_EQ(count_differences(dark[0], black), 0);

    Picture input = flat_picture({0, 0, 60, 9}, 3, 0.5f);
    input.at(30, 4, 1) = kNaN;
    const auto outputs = run(effect("night"), {&input});
    ASSERT_EQ(outputs.size(), 1u);
    EXPECT_TRUE(std::isnan(outputs[0].at(30, 4, 0)));
    for (int x = 0; x < 60; ++x)
        if (std::abs(x - 30) > 1 + 2 + 4 + 8) {
            EXPECT_FALSE(std::isnan(outputs[0].at(x, 4, 0))) << x;
        }
}

TEST(PublishedEffects, KeepFlatPicturesFlat) {
    const Picture grey = flat_picture({0, 0, 23, 17}, 3, 102.0f / 255.0f);
    for (const auto& [name, value] :
         std::vector<std::pair<std::string, double>>{{"harris", 0.0},
                                                     {"shi-tomasi", 0.0},
                                                     {"sobel", 0.0},
                                                     {"laplace-5x5", 128.0 / 255.0},
                                                     {"gaussian-3x3", 0.4},
                                                     {"bilateral-13x13", 0.4},
                                                     {"unsharp-hipacc", 0.4},
                                                     {"blur-3x3", 0.4},
                                                     {"enhance", std::pow(0.8, 0.6)}}) {
        SCOPED_TRACE(name);
        const auto outputs = run(effect(name), {&grey});
        ASSERT_EQ(outputs.size(), 1u);
        expect_picture(outputs[0], [&, v = value](int, int, int) { return v; });
    }
}

}  // namespace
}  // namespace weft::test
