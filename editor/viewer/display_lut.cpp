#include "viewer/display_lut.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace weft::editor {
namespace {

constexpr int kHeaderRows = 2;

/// The logarithm of what is at least 1, within 4e-7 of its fraction: by its exponent, and a
/// polynomial that meets it at 1 and at 2.
float log2_from_1(float v) {
    const auto bits = std::bit_cast<std::uint32_t>(v);
    const auto exponent = static_cast<float>(static_cast<int>(bits >> 23) - 127);
    const float t = std::bit_cast<float>((bits & 0x7fffffu) | 0x3f800000u) - 1.0f;
    float p = -0.014865400f;
    for (const float next : {0.062449005f, -0.12888129f, 0.19509052f, -0.27782506f, 0.44266276f})
        p = p * t + next;
    return exponent + t + t * (1.0f - t) * p;
}

/// Elements along each axis of the largest cube that the picture has room for.
int edge_of(const Rect& domain) {
    int edge = 0;
    while ((edge + 1) * (edge + 1) <= domain.width() && edge + 1 + kHeaderRows <= domain.height())
        ++edge;
    return edge;
}

}  // namespace

std::optional<DisplayLut> DisplayLut::from(const Picture& table) {
    const Rect domain = table.domain();
    DisplayLut lut;
    lut.edge_ = edge_of(domain);
    if (table.planes() != 3 || lut.edge_ < 2) return {};
    const auto at = [&](int x, int y, int plane) {
        return table.at(domain.x0 + x, domain.y0 + y, plane);
    };
    for (int p = 0; p < 3; ++p) {
        const float first = at(0, 0, p), last = at(1, 0, p);
        const float scale =
            last > first ? static_cast<float>(lut.edge_ - 1) / (last - first) : 0.0f;
        lut.axes_[static_cast<std::size_t>(p)] = {
            first, scale, at(2, 0, p), at(0, 1, p), {at(1, 1, p), at(2, 1, p), at(3, 1, p)}};
    }
    for (int b = 0; b < lut.edge_; ++b)
        for (int g = 0; g < lut.edge_; ++g)
            for (int r = 0; r < lut.edge_; ++r) {
                const int x = b * lut.edge_ + r, y = g + kHeaderRows;
                lut.corners_.push_back({{at(x, y, 0), at(x, y, 1), at(x, y, 2), 0.0f}});
            }
    return lut;
}

/// Where colours lie along an axis, in elements. All of it is arithmetic, for the compiler to take
/// several at a time.
void DisplayLut::place(std::span<const Rgb> colours, const Axis& axis, float* places) const {
    constexpr float kFarthest = 1e18f;
    const float last = static_cast<float>(edge_ - 1);
    const bool logarithmic = axis.knee > 0.0f;
    const float per_knee = logarithmic ? 1.0f / axis.knee : 0.0f;
    for (std::size_t i = 0; i < colours.size(); ++i) {
        float value = axis.offset;
        for (std::size_t c = 0; c < 3; ++c) {
            const float light = colours[i][c];
            const float finite = light == light ? light : 0.0f;
            value += axis.mix[c] * std::min(std::max(finite, -kFarthest), kFarthest);
        }
        const float curved = log2_from_1(1.0f + std::abs(value) * per_knee);
        const float along = logarithmic ? std::copysign(curved, value) : value;
        places[i] = std::min(std::max((along - axis.first) * axis.scale, 0.0f), last);
    }
}

/// Between four corners of a cell: from its first along the axis on which the colour lies furthest,
/// then the next, then the last.
Rgb DisplayLut::interpolated(const float (&places)[3]) const {
    int cell[3];
    float within[3];
    for (int c = 0; c < 3; ++c) {
        cell[c] = std::min(static_cast<int>(places[c]), edge_ - 2);
        within[c] = places[c] - static_cast<float>(cell[c]);
    }
    const auto [r, g, b] = within;
    const float most = std::max(std::max(r, g), b), least = std::min(std::min(r, g), b);
    const float middle = std::max(std::min(r, g), std::min(std::max(r, g), b));
    const int steps[3] = {1, edge_, edge_ * edge_};
    const int first = r >= std::max(g, b) ? 0 : g >= b ? 1 : 2;
    const int last = b <= std::min(r, g) ? 2 : g <= r ? 1 : 0;
    const Corner* corner =
        &corners_[static_cast<std::size_t>((cell[2] * edge_ + cell[1]) * edge_ + cell[0])];
    const int all = steps[0] + steps[1] + steps[2];
    const Corner& one = corner[steps[first]];
    const Corner& two = corner[all - steps[last]];
    const Corner& three = corner[all];
    float sum[4];
    for (int c = 0; c < 4; ++c)
        sum[c] = ((1.0f - most) * corner->rgb[c] + (most - middle) * one.rgb[c]) +
                 ((middle - least) * two.rgb[c] + least * three.rgb[c]);
    return {sum[0], sum[1], sum[2]};
}

void DisplayLut::apply(std::span<Rgb> colours) const {
    constexpr std::size_t kPiece = 256;
    std::array<std::array<float, kPiece>, 3> places;
    for (std::size_t begin = 0; begin < colours.size(); begin += kPiece) {
        const std::span<Rgb> piece =
            colours.subspan(begin, std::min(kPiece, colours.size() - begin));
        for (std::size_t c = 0; c < 3; ++c) place(piece, axes_[c], places[c].data());
        for (std::size_t i = 0; i < piece.size(); ++i)
            piece[i] = interpolated({places[0][i], places[1][i], places[2][i]});
    }
}

}  // namespace weft::editor
