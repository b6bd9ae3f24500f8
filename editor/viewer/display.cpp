#include "viewer/display.h"

#include <algorithm>
#include <cmath>

namespace weft::editor {
namespace {

float srgb(float v) {
    return v <= 0.0031308f ? 12.92f * v : 1.055f * std::pow(v, 1.0f / 2.4f) - 0.055f;
}

/// The planes that red, green and blue come from; with none, luminance is mixed of the first three.
struct Planes {
    int red, green, blue;
};

Planes planes_of(const Picture& picture, Channel channel) {
    const int last = picture.planes() - 1;
    const auto one = [&](int plane) {
        const int p = std::min(plane, last);
        return Planes{p, p, p};
    };
    switch (channel) {
        case Channel::kRed: return one(0);
        case Channel::kGreen: return one(1);
        case Channel::kBlue: return one(2);
        case Channel::kAlpha: return one(3);
        case Channel::kColour:
        case Channel::kLuminance: break;
    }
    return last >= 2 ? Planes{0, 1, 2} : one(0);
}

bool is_finite(const Picture& picture, int x, int y) {
    for (int p = 0; p < picture.planes(); ++p)
        if (!std::isfinite(picture.at(x, y, p))) return false;
    return true;
}

/// Stripes that no picture has, which tell at any size and without colour.
void mark_not_finite(const Picture& picture, int row, std::span<const int> columns, int phase,
                     QRgb* line) {
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (!is_finite(picture, columns[i], row))
            line[i] = (phase + static_cast<int>(i)) / 4 % 2 ? qRgb(255, 0, 200) : qRgb(0, 0, 0);
}

}  // namespace

ScreenColours::ScreenColours(const DisplayTransform& transform)
    : gain_(std::exp2(transform.exposure)),
      lut_(transform.encoding == Encoding::kLut ? transform.lut : nullptr) {
    for (std::size_t i = 0; i < levels_.size(); ++i) {
        const float root = static_cast<float>(i) / static_cast<float>(kLast);
        const float value = root * root;
        const float encoded = transform.encoding == Encoding::kSrgb ? srgb(value) : value;
        levels_[i] = static_cast<unsigned char>(
            std::lround(255.0f * std::pow(encoded, 1.0f / transform.gamma)));
    }
}

unsigned char ScreenColours::level(float value) const {
    if (!(value > 0.0f)) return 0;
    return value >= 1.0f ? 255 : levels_[static_cast<std::size_t>(std::sqrt(value) * kLast + 0.5f)];
}

void ScreenColours::operator()(std::span<Rgb> colours, std::array<unsigned char, 3>* shown) const {
    for (Rgb& colour : colours)
        for (float& v : colour) v *= gain_;
    if (lut_) lut_->apply(colours);
    for (std::size_t i = 0; i < colours.size(); ++i)
        for (std::size_t c = 0; c < 3; ++c) shown[i][c] = level(colours[i][c]);
}

QImage shown(const Picture& picture, const DisplayTransform& transform, const Placement& placement,
             QSize size) {
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    const Rect domain = picture.domain();
    const ScreenColours colours(transform);
    const Planes planes = planes_of(picture, transform.channel);
    const double step = placement.zoom * placement.reduction;
    std::vector<int> columns(static_cast<std::size_t>(size.width()));
    for (int x = 0; x < size.width(); ++x)
        columns[static_cast<std::size_t>(x)] =
            static_cast<int>(std::floor((x + 0.5 - placement.origin.x()) / step));
    // Columns of the window that show something are side by side.
    const auto is_left = [&](int column) { return column < domain.x0; };
    const auto first = std::partition_point(columns.begin(), columns.end(), is_left);
    const auto last =
        std::partition_point(first, columns.end(), [&](int column) { return column < domain.x1; });
    const std::span<const int> seen(first, last);
    const int left = static_cast<int>(first - columns.begin());
    std::vector<Rgb> light(seen.size());
    std::vector<std::array<unsigned char, 3>> screen(seen.size());
    for (int y = 0; y < size.height(); ++y) {
        const int row = static_cast<int>(std::floor((y + 0.5 - placement.origin.y()) / step));
        if (row < domain.y0 || row >= domain.y1) continue;
        const float* red = picture.row(row, planes.red) - domain.x0;
        const float* green = picture.row(row, planes.green) - domain.x0;
        const float* blue = picture.row(row, planes.blue) - domain.x0;
        for (std::size_t i = 0; i < seen.size(); ++i)
            light[i] = {red[seen[i]], green[seen[i]], blue[seen[i]]};
        if (transform.channel == Channel::kLuminance)
            for (Rgb& colour : light)
                colour.fill(0.2126f * colour[0] + 0.7152f * colour[1] + 0.0722f * colour[2]);
        colours(light, screen.data());
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y)) + left;
        for (std::size_t i = 0; i < seen.size(); ++i)
            line[i] = qRgb(screen[i][0], screen[i][1], screen[i][2]);
        if (transform.mark_not_finite) mark_not_finite(picture, row, seen, left + y, line);
    }
    return image;
}

}  // namespace weft::editor
