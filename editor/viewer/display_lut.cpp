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
    const float p =
        ((((-0.014865400f * t + 0.062449005f) * t - 0.12888129f) * t + 0.19509052f) * t -
         0.27782506f) *
            t +
        0.44266276f;
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

/// Some colours, axis by axis, so that the compiler takes several at a time.
struct DisplayLut::Piece {
    static constexpr std::size_t kMost = 256;
    float light[3][kMost];   ///< finite
    float within[3][kMost];  ///< of their cell, 0 to 1
    int corner[kMost];       ///< the first of their cell
    // The corners between which they lie: the first, two more steps on, and the last.
    int second[kMost], third[kMost];
    float weights[4][kMost];
};

void DisplayLut::spread(std::span<const Rgb> colours, Piece& piece) const {
    constexpr float kFarthest = 1e18f;
    for (std::size_t i = 0; i < colours.size(); ++i)
        for (std::size_t c = 0; c < 3; ++c) {
            const float light = colours[i][c];
            const float finite = light == light ? light : 0.0f;
            const float high = finite > -kFarthest ? finite : -kFarthest;
            piece.light[c][i] = high < kFarthest ? high : kFarthest;
        }
}

/// Where colours lie along an axis, `stride` corners from each to the next.
void DisplayLut::place(std::size_t count, std::size_t c, int stride, Piece& piece) const {
    const Axis& axis = axes_[c];
    const auto last = static_cast<float>(edge_ - 1);
    const bool logarithmic = axis.knee > 0.0f;
    const float per_knee = logarithmic ? 1.0f / axis.knee : 0.0f;
    for (std::size_t i = 0; i < count; ++i) {
        const float value = axis.offset + axis.mix[0] * piece.light[0][i] +
                            axis.mix[1] * piece.light[1][i] + axis.mix[2] * piece.light[2][i];
        const float curved = log2_from_1(1.0f + std::abs(value) * per_knee);
        const float folded = value < 0.0f ? -curved : curved;
        const float along = logarithmic ? folded : value;
        const float far = (along - axis.first) * axis.scale;
        const float low = far > 0.0f ? far : 0.0f;
        const float at = low < last ? low : last;
        const int floor = static_cast<int>(at);
        const int cell = floor < edge_ - 2 ? floor : edge_ - 2;
        piece.within[c][i] = at - static_cast<float>(cell);
        piece.corner[i] += cell * stride;
    }
}

/// Between four corners of a cell: from its first along the axis on which the colour lies furthest,
/// then the next, then the last.
void DisplayLut::order(std::size_t count, Piece& piece) const {
    const int steps[3] = {1, edge_, edge_ * edge_}, all = steps[0] + steps[1] + steps[2];
    for (std::size_t i = 0; i < count; ++i) {
        const float r = piece.within[0][i], g = piece.within[1][i], b = piece.within[2][i];
        const float more = r > g ? r : g, less = r > g ? g : r;
        const float most = more > b ? more : b, least = less > b ? b : less;
        const float rest = less > b ? less : b;
        const float middle = more > b ? rest : more;
        const int before_blue = r >= g ? steps[0] : steps[1],
                  after_blue = r >= g ? steps[1] : steps[0];
        const int first = b > more ? steps[2] : before_blue;
        const int last = b > less ? after_blue : steps[2];
        piece.second[i] = piece.corner[i] + first;
        piece.third[i] = piece.corner[i] + all - last;
        piece.weights[0][i] = 1.0f - most;
        piece.weights[1][i] = most - middle;
        piece.weights[2][i] = middle - least;
        piece.weights[3][i] = least;
    }
}

void DisplayLut::apply(std::span<Rgb> colours) const {
    Piece piece;
    const int all = 1 + edge_ + edge_ * edge_;
    for (std::size_t begin = 0; begin < colours.size(); begin += Piece::kMost) {
        const std::span<Rgb> some =
            colours.subspan(begin, std::min(Piece::kMost, colours.size() - begin));
        spread(some, piece);
        std::fill_n(piece.corner, some.size(), 0);
        place(some.size(), 0, 1, piece);
        place(some.size(), 1, edge_, piece);
        place(some.size(), 2, edge_ * edge_, piece);
        order(some.size(), piece);
        for (std::size_t i = 0; i < some.size(); ++i) {
            const Corner* corners[4] = {&corners_[static_cast<std::size_t>(piece.corner[i])],
                                        &corners_[static_cast<std::size_t>(piece.second[i])],
                                        &corners_[static_cast<std::size_t>(piece.third[i])],
                                        &corners_[static_cast<std::size_t>(piece.corner[i] + all)]};
            float sum[4] = {0, 0, 0, 0};
            for (int k = 0; k < 4; ++k)
                for (int c = 0; c < 4; ++c) sum[c] += piece.weights[k][i] * corners[k]->rgb[c];
            some[i] = {sum[0], sum[1], sum[2]};
        }
    }
}

}  // namespace weft::editor
