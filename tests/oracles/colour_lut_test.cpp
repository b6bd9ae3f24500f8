// Look-up tables against the six tetrahedra of a cube's cell, written out.
#include <limits>
#include <random>

#include "pixel/colour_lut.h"
#include "pixels.h"

namespace weft::test {
namespace {

using functors::ColourLut;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// A table by this file's own reading of docs/colour.md.
struct Table {
    int edge;
    double low[3] = {0, 0, 0}, high[3] = {1, 1, 1}, knee[3] = {0, 0, 0};  // of values
    double offset[3] = {0, 0, 0}, matrix[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    std::vector<double> cube;  // red fastest, then green, then blue, three planes each

    explicit Table(int e, unsigned seed = 1) : edge(e) {
        std::mt19937 random(seed);
        for (int i = 0; i < 3 * e * e * e; ++i)
            cube.push_back(static_cast<float>(random() % 2048) / 1024.0f - 0.5f);
    }

    double curved(double v, int axis) const {
        if (knee[axis] == 0) return v;
        const double c = std::log2(1 + std::abs(v) / knee[axis]);
        return v < 0 ? -c : c;
    }
    double element(int r, int g, int b, int plane) const {
        return cube[static_cast<std::size_t>(((b * edge + g) * edge + r) * 3 + plane)];
    }

    Picture picture(Offset at = {}) const {
        Picture p({at.x, at.y, at.x + edge * edge, at.y + edge + 2}, 3);
        for (int axis = 0; axis < 3; ++axis) {
            p.at(at.x, at.y, axis) = static_cast<float>(curved(low[axis], axis));
            p.at(at.x + 1, at.y, axis) = static_cast<float>(curved(high[axis], axis));
            p.at(at.x + 2, at.y, axis) = static_cast<float>(knee[axis]);
            p.at(at.x, at.y + 1, axis) = static_cast<float>(offset[axis]);
            for (int c = 0; c < 3; ++c)
                p.at(at.x + 1 + c, at.y + 1, axis) = static_cast<float>(matrix[axis][c]);
            for (int b = 0; b < edge; ++b)
                for (int g = 0; g < edge; ++g)
                    for (int r = 0; r < edge; ++r)
                        p.at(at.x + b * edge + r, at.y + 2 + g, axis) =
                            static_cast<float>(element(r, g, b, axis));
        }
        return p;
    }

    /// In elements along an axis.
    double place(const std::vector<double>& colour, int axis) const {
        double v = offset[axis];
        for (int c = 0; c < 3; ++c) v += matrix[axis][c] * colour[static_cast<std::size_t>(c)];
        const double first = curved(low[axis], axis), last = curved(high[axis], axis);
        return std::clamp((curved(v, axis) - first) / (last - first), 0.0, 1.0) * (edge - 1);
    }

    double found(const std::vector<double>& colour, int plane) const {
        const double s[3] = {place(colour, 0), place(colour, 1), place(colour, 2)};
        int i[3];
        double f[3];
        for (int axis = 0; axis < 3; ++axis) {
            i[axis] = std::min(static_cast<int>(std::floor(s[axis])), edge - 2);
            f[axis] = s[axis] - i[axis];
        }
        const auto c = [&](int r, int g, int b) {
            return element(i[0] + r, i[1] + g, i[2] + b, plane);
        };
        const double r = f[0], g = f[1], b = f[2];
        const double black = c(0, 0, 0), white = c(1, 1, 1);
        if (r >= g && g >= b)
            return (1 - r) * black + (r - g) * c(1, 0, 0) + (g - b) * c(1, 1, 0) + b * white;
        if (r >= b && b >= g)
            return (1 - r) * black + (r - b) * c(1, 0, 0) + (b - g) * c(1, 0, 1) + g * white;
        if (b >= r && r >= g)
            return (1 - b) * black + (b - r) * c(0, 0, 1) + (r - g) * c(1, 0, 1) + g * white;
        if (g >= r && r >= b)
            return (1 - g) * black + (g - r) * c(0, 1, 0) + (r - b) * c(1, 1, 0) + b * white;
        if (g >= b && b >= r)
            return (1 - g) * black + (g - b) * c(0, 1, 0) + (b - r) * c(0, 1, 1) + r * white;
        return (1 - b) * black + (b - g) * c(0, 0, 1) + (g - r) * c(0, 1, 1) + r * white;
    }
};

std::vector<double> colour_at(const Picture& input, int x, int y) {
    return {input.at(x, y, 0), input.at(x, y, 1), input.at(x, y, 2)};
}

void expect_found(const Table& table, const Picture& input, const Picture& lut,
                  double tolerance = 3e-6) {
    const auto outputs = run(ColourLut(), {&input, &lut});
    ASSERT_EQ(outputs.size(), 1u);
    expect_picture(
        outputs[0],
        [&](int x, int y, int p) {
            return p < 3 ? table.found(colour_at(input, x, y), p) : input.at(x, y, p);
        },
        tolerance);
}

TEST(ColourLut, InterpolatesInTetrahedra) {
    const Picture input = random_picture({3, -2, 40, 31}, 5);  // also beyond the domain
    for (const int edge : {2, 3, 9, 17}) {
        SCOPED_TRACE(edge);
        const Table table(edge, static_cast<unsigned>(edge));
        expect_found(table, input, table.picture());
        expect_found(table, input, table.picture({-7, 11}));
    }
}

TEST(ColourLut, ObeysDomainShaperAndMatrixOfTheTable) {
    Table table(7);
    const double low[3] = {-0.1, 0, -0.02}, high[3] = {0.9, 8, 100}, knee[3] = {0, 0.01, 0.004};
    for (int axis = 0; axis < 3; ++axis) {
        table.low[axis] = low[axis];
        table.high[axis] = high[axis];
        table.knee[axis] = knee[axis];
        table.offset[axis] = 0.03 * axis;
        for (int c = 0; c < 3; ++c) table.matrix[axis][c] = (axis == c ? 1.5 : -0.2) + 0.05 * c;
    }
    expect_found(table, random_picture({0, 0, 37, 29}, 3), table.picture(), 1e-5);
}

TEST(ColourLut, GivesElementsThemselves) {
    const Table table(5);
    for (int r = 0; r < 5; ++r)
        for (int g = 0; g < 5; ++g) {
            const Pixel pixel = {static_cast<float>(r) / 4, static_cast<float>(g) / 4, 0.75f};
            const Picture input = picture_of(pixel), lut = table.picture();
            const auto outputs = run(ColourLut(), {&input, &lut});
            for (int p = 0; p < 3; ++p)
                EXPECT_EQ(outputs.at(0).at(0, 0, p), static_cast<float>(table.element(r, g, 3, p)));
        }
}

Pixel apply_table(const ColourLut& functor, const Pixel& pixel, const Picture& lut) {
    const Picture input = picture_of(pixel);
    const auto outputs = run(functor, {&input, &lut});
    Pixel result;
    for (int p = 0; p < outputs.at(0).planes(); ++p) result.push_back(outputs[0].at(0, 0, p));
    return result;
}

TEST(ColourLut, TakesWhatIsNotFiniteAsSaid) {
    Table table(4);
    for (int axis = 0; axis < 3; ++axis) table.low[axis] = -0.5;
    const Picture lut = table.picture();
    const auto looked = [&](const Pixel& pixel, const std::vector<double>& as) {
        expect_pixel(apply_table(ColourLut(), pixel, lut),
                     {table.found(as, 0), table.found(as, 1), table.found(as, 2)});
    };
    looked({kInfinity, 0.3f, 0.6f}, {1, 0.3, 0.6});
    looked({0.2f, -kInfinity, 0.6f}, {0.2, -0.5, 0.6});
    looked({0.2f, 0.3f, kNan}, {0.2, 0.3, 0});
    looked({3e38f, -3e38f, 0.6f}, {1, -0.5, 0.6});
}

TEST(ColourLut, MultipliesByAlphaWhereAsked) {
    const Table table(4);
    const Picture lut = table.picture();
    const Pixel pixel = {0.1f, 0.2f, 0.05f, 0.25f, 7.0f};
    const std::vector<double> straight = {0.4, 0.8, 0.2};
    ColourLut functor(0.5f);
    std::vector<double> expected;
    for (int p = 0; p < 3; ++p)
        expected.push_back(0.5 * pixel[static_cast<std::size_t>(p)] +
                           0.5 * 0.25 * table.found(straight, p));
    expected.insert(expected.end(), {0.25, 7.0});
    Graph graph = graph_of(functor_type<ColourLut>());
    ASSERT_TRUE(set_parameter(graph, builtin_library(), "premultiplied", "true"));
    ASSERT_TRUE(set_parameter(graph, builtin_library(), "mix", "0.5"));
    const auto apply_graph = [&](const Pixel& p) {
        const Picture input = picture_of(p);
        const auto outputs = run(graph, {&input, &lut});
        Pixel result;
        for (int c = 0; c < outputs.at(0).planes(); ++c) result.push_back(outputs[0].at(0, 0, c));
        return result;
    };
    expect_pixel(apply_graph(pixel), expected);
    for (const float alpha : {0.0f, -1.0f, kNan}) {
        const Pixel result = apply_graph({0.1f, 0.2f, 0.05f, alpha});
        for (std::size_t p = 0; p < 3; ++p) EXPECT_FLOAT_EQ(result[p], pixel[p]) << alpha;
    }
}

TEST(ColourLut, TakesGreyAsThreeColours) {
    const Table table(6);
    const Picture lut = table.picture();
    expect_pixel(apply_table(ColourLut(), {0.37f, 0.5f}, lut),
                 {table.found({0.37, 0.37, 0.37}, 0), 0.5});
}

TEST(ColourLut, LeavesColoursWhereThereIsNoCube) {
    const Pixel pixel = {0.3f, kNan, 5.0f, 0.5f};
    for (const Rect& domain : {Rect{0, 0, 1, 1}, {0, 0, 3, 9}, {0, 0, 9, 3}, {-4, -4, 96, -3}}) {
        const Pixel result = apply_table(ColourLut(), pixel, random_picture(domain, 3));
        ASSERT_EQ(result.size(), 4u);
        for (const std::size_t p : {0u, 2u, 3u}) EXPECT_EQ(result[p], pixel[p]);
        EXPECT_TRUE(std::isnan(result[1]));
    }
}

TEST(ColourLut, TakesTheLargestCubeThatFits) {
    const Table table(4);
    const Picture whole = table.picture();
    Picture larger = random_picture({0, 0, 24, 9}, 3);  // 5 x 5 do not fit into 24
    for (int p = 0; p < 3; ++p)
        for (int y = 0; y < 6; ++y)
            for (int x = 0; x < 16; ++x) larger.at(x, y, p) = whole.at(x, y, p);
    expect_found(table, random_picture({0, 0, 9, 9}, 3), larger);
}

TEST(ColourLut, IsDefinedForDomainsThatAreNone) {
    const Table table(3);
    const std::vector<double> black = {table.element(0, 0, 0, 0), table.element(0, 0, 0, 1),
                                       table.element(0, 0, 0, 2)};
    for (const float low : {1.0f, 2.0f, kNan, kInfinity, -kInfinity}) {
        Picture lut = table.picture();
        for (int p = 0; p < 3; ++p) lut.at(0, 0, p) = low;
        expect_pixel(apply_table(ColourLut(), {0.7f, 0.2f, 0.9f}, lut), black);
    }
    Picture lut = table.picture();
    for (int p = 0; p < 3; ++p) lut.at(1, 1, p) = lut.at(2, 1, p) = kNan;  // of the matrix
    expect_pixel(apply_table(ColourLut(), {0.7f, 0.2f, 0.9f}, lut), black);
}

}  // namespace
}  // namespace weft::test
