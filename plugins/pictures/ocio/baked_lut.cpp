// Sampling a transform at the elements of a cube, and between them.
#include "pictures/ocio/baked_lut.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace weft {
namespace {

float finite(float value) {
    constexpr float kMost = std::numeric_limits<float>::max();
    return std::isnan(value) ? 0.0f : std::clamp(value, -kMost, kMost);
}

std::vector<Colour> header_of(const BakedLut& lut) {
    std::vector<Colour> rows(static_cast<std::size_t>(lut.width()) * kLutHeaderRows, Colour{});
    const std::size_t second = static_cast<std::size_t>(lut.width());
    for (std::size_t axis = 0; axis < 3; ++axis) {
        rows[0][axis] = static_cast<float>(lut.shaper.curved(lut.shaper.low));
        rows[1][axis] = static_cast<float>(lut.shaper.curved(lut.shaper.high));
        rows[2][axis] = static_cast<float>(lut.shaper.knee);
        rows[second][axis] = static_cast<float>(lut.matrix.offset[axis]);
        for (std::size_t c = 0; c < 3; ++c)
            rows[second + 1 + c][axis] = static_cast<float>(lut.matrix.rows[3 * axis + c]);
    }
    return rows;
}

double behind_matrix(const ColourMatrix3& matrix, const Colour& colour, std::size_t axis) {
    double v = matrix.offset[axis];
    for (std::size_t c = 0; c < 3; ++c)
        v += matrix.rows[3 * axis + c] * static_cast<double>(colour[c]);
    return v;
}

bool is_inside(const BakedLut& lut, const Colour& colour) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double v = behind_matrix(lut.matrix, colour, axis);
        if (v < lut.shaper.low || v > lut.shaper.high) return false;
    }
    return true;
}

/// Colours around the greys of a domain, most of them within its sixteenth part.
std::vector<Colour> colours_within(const Shaper& shaper) {
    constexpr int kColours = 20000;
    constexpr double kSpread = 1.0 / 16;
    std::mt19937 random(1);
    const auto part = [&] { return static_cast<double>(random()) / 0x1p32; };
    const double first = shaper.curved(shaper.low), last = shaper.curved(shaper.high);
    const double black = std::clamp(shaper.curved(0), first, last);
    std::vector<Colour> colours;
    for (int i = 0; i < kColours; ++i) {
        const double grey = black + (last - black) * part();
        Colour colour{};
        for (float& v : colour) {
            // Twelve parts have a spread of one.
            double normal = -6;
            for (int k = 0; k < 12; ++k) normal += part();
            const double at = grey + normal * kSpread * (last - first);
            v = static_cast<float>(shaper.value(std::clamp(at, first, last)));
        }
        colours.push_back(colour);
    }
    return colours;
}

}  // namespace

double Shaper::curved(double v) const {
    return knee > 0 ? std::copysign(std::log2(1 + std::abs(v) / knee), v) : v;
}

double Shaper::value(double curved) const {
    return knee > 0 ? std::copysign(knee * (std::exp2(std::abs(curved)) - 1), curved) : curved;
}

BakedLut bake_lut(const ApplyColours& rest, const ColourMatrix3& matrix, const Shaper& shaper,
                  int edge) {
    BakedLut lut{edge, shaper, matrix, {}};
    const double first = shaper.curved(shaper.low), last = shaper.curved(shaper.high);
    std::vector<float> axis;
    axis.reserve(static_cast<std::size_t>(edge));
    for (int i = 0; i < edge; ++i)
        axis.push_back(static_cast<float>(shaper.value(first + (last - first) * i / (edge - 1))));
    std::vector<Colour> cube;
    cube.reserve(static_cast<std::size_t>(edge) * static_cast<std::size_t>(lut.width()));
    for (const float green : axis)
        for (const float blue : axis)
            for (const float red : axis) cube.push_back({red, green, blue});
    rest(cube);
    for (Colour& colour : cube)
        for (float& v : colour) v = finite(v);
    lut.elements = header_of(lut);
    lut.elements.insert(lut.elements.end(), cube.begin(), cube.end());
    return lut;
}

Colour look_up(const BakedLut& lut, const Colour& colour) {
    const double first = lut.shaper.curved(lut.shaper.low);
    const double last = lut.shaper.curved(lut.shaper.high);
    std::array<int, 3> cell{};
    std::array<double, 3> within{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double v = behind_matrix(lut.matrix, colour, axis);
        const double t = (lut.shaper.curved(v) - first) / (last - first);
        const double at = std::clamp(t, 0.0, 1.0) * (lut.edge - 1);
        cell[axis] = std::min(static_cast<int>(at), lut.edge - 2);
        within[axis] = at - cell[axis];
    }
    std::array<std::size_t, 3> order = {0, 1, 2};
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return within[a] > within[b]; });
    std::array<double, 3> sum{};
    for (std::size_t step = 0; step < 4; ++step) {
        const double before = step == 0 ? 1 : within[order[step - 1]];
        const double weight = before - (step == 3 ? 0 : within[order[step]]);
        if (step > 0) ++cell[order[step - 1]];
        const int at = (kLutHeaderRows + cell[1]) * lut.width() + cell[2] * lut.edge + cell[0];
        for (std::size_t c = 0; c < 3; ++c)
            sum[c] += weight * static_cast<double>(lut.elements[static_cast<std::size_t>(at)][c]);
    }
    return {static_cast<float>(sum[0]), static_cast<float>(sum[1]), static_cast<float>(sum[2])};
}

BakeError measure_bake(const BakedLut& lut, const ApplyColours& whole) {
    std::vector<Colour> colours = colours_within(lut.shaper);
    std::erase_if(colours, [&](const Colour& colour) { return !is_inside(lut, colour); });
    if (colours.empty()) return {};
    std::vector<Colour> expected = colours;
    whole(expected);
    std::vector<double> errors;
    BakeError result;
    for (std::size_t i = 0; i < colours.size(); ++i) {
        const Colour found = look_up(lut, colours[i]);
        for (std::size_t c = 0; c < 3; ++c) {
            const double wanted = finite(expected[i][c]);
            errors.push_back(std::abs(static_cast<double>(found[c]) - wanted) /
                             std::max(1.0, std::abs(wanted)));
            result.mean += errors.back();
        }
    }
    std::sort(errors.begin(), errors.end());
    result.mean /= static_cast<double>(errors.size());
    result.median = errors[errors.size() / 2];
    result.rare = errors[errors.size() * 99 / 100];
    result.most = errors.back();
    return result;
}

}  // namespace weft
