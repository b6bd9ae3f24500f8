// Published programs on matrices and layers of networks: pictures of which each has another shape.
#include <algorithm>
#include <cmath>

#include "oracle.h"

namespace weft::test {
namespace {

/// Numbers on both sides of 0.
Grid numbers(int width, int height, int planes, unsigned long long seed) {
    const Grid positive = make_subject(width, height, planes, Subject::eFloats, seed);
    return make(positive, [&](int x, int y, int p) {
        return static_cast<double>(static_cast<float>(positive.at(x, y, p)) - 0.5f);
    });
}

/// 0 where there is no such element.
double element(const Grid& grid, int x, int y, int p) {
    return x < grid.width && y < grid.height ? grid.at(x, y, p) : 0.0;
}

TEST(MatrixOracle, Product) {
    const struct {
        int rows, inner, columns, rows_of_b;
        double factor;
    } sets[] = {{13, 19, 23, 19, 1}, {21, 40, 37, 33, -0.5}, {5, 7, 31, 12, -0.5}, {1, 1, 1, 1, 8}};
    for (const auto& set : sets) {
        const Grid a = numbers(set.inner, set.rows, 2, 1);
        const Grid b = numbers(set.columns, set.rows_of_b, 2, 2);
        const Grid expected =
            make(Grid(set.columns, set.rows, 2), [&](int column, int row, int plane) {
                double sum = 0;
                for (int k = 0; k < std::max(set.inner, set.rows_of_b); ++k)
                    sum += element(a, k, row, plane) * element(b, column, k, plane);
                return set.factor * sum;
            });
        expect_picture({.effect = "matrix-product",
                        .settings = {{"factor", std::to_string(set.factor)}},
                        .tolerance = 2e-6,
                        .least_range = set.columns > 1 ? 0.05 : -1.0},
                       {a, b}, expected);
    }
}

TEST(MatrixOracle, ConvolutionLayer) {
    const struct {
        int width, height, channels, filters, weights_height, biases;
        double level;
    } sets[] = {{37, 23, 5, 4, 15, 4, 0},  // whole blocks of filters
                {21, 11, 3, 7, 9, 7, -0.25},
                {21, 11, 3, 6, 7, 2, -0.25},  // weights and biases are missing
                {1, 1, 2, 1, 30, 3, -100}};
    for (const auto& set : sets) {
        const Grid input = numbers(set.width, set.height, set.channels, 1);
        const Grid weights = numbers(4, set.weights_height, set.filters, 2);
        const Grid bias = numbers(2, 2, set.biases, 3);
        const auto inside = [&](int x, int y, int c) {
            return x < 0 || y < 0 ? 0.0 : element(input, x, y, c);
        };
        const Grid expected = make(
            input,
            [&](int x, int y, int filter) {
                double sum = bias.at(0, 0, std::min(filter, set.biases - 1));
                for (int tap = 0; tap < 9 * set.channels; ++tap) {
                    const int c = tap / 9, j = tap / 3 % 3, i = tap % 3;
                    sum += element(weights, i, 3 * c + j, filter) * inside(x + i - 1, y + j - 1, c);
                }
                return std::max(sum, set.level);
            },
            set.filters);
        expect_picture({.effect = "conv-layer",
                        .settings = {{"level", std::to_string(set.level)}},
                        .tolerance = 2e-6,
                        .least_range = set.width > 1 ? 0.05 : -1.0},
                       {input, weights, bias}, expected);
    }
}

}  // namespace
}  // namespace weft::test
