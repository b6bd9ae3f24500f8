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

}  // namespace

DisplayTable::DisplayTable(const DisplayTransform& transform)
    : gain_(std::exp2(transform.exposure)) {
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const float root = static_cast<float>(i) / static_cast<float>(kLast);
        const float encoded = srgb(root * root);
        values_[i] = static_cast<unsigned char>(
            std::lround(255.0f * std::pow(encoded, 1.0f / transform.gamma)));
    }
}

int DisplayTable::operator()(float value) const {
    const float lit = value * gain_;
    if (!(lit > 0.0f)) return 0;
    return lit >= 1.0f ? 255 : values_[static_cast<std::size_t>(std::sqrt(lit) * kLast + 0.5f)];
}

QImage shown(const Picture& picture, const DisplayTransform& transform, const Placement& placement,
             QSize size) {
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    const Rect domain = picture.domain();
    const DisplayTable table(transform);
    const Planes planes = planes_of(picture, transform.channel);
    const double step = placement.zoom * placement.reduction;
    std::vector<int> columns(static_cast<std::size_t>(size.width()));
    for (int x = 0; x < size.width(); ++x)
        columns[static_cast<std::size_t>(x)] =
            static_cast<int>(std::floor((x + 0.5 - placement.origin.x()) / step));
    const auto inside = [&](int x) { return x >= domain.x0 && x < domain.x1; };
    for (int y = 0; y < size.height(); ++y) {
        const int row = static_cast<int>(std::floor((y + 0.5 - placement.origin.y()) / step));
        if (row < domain.y0 || row >= domain.y1) continue;
        const float* red = picture.row(row, planes.red) - domain.x0;
        const float* green = picture.row(row, planes.green) - domain.x0;
        const float* blue = picture.row(row, planes.blue) - domain.x0;
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < size.width(); ++x) {
            const int column = columns[static_cast<std::size_t>(x)];
            if (!inside(column)) continue;
            if (transform.mark_not_finite && !is_finite(picture, column, row)) {
                // Stripes that no picture has, which tell at any size and without colour.
                line[x] = (x + y) / 4 % 2 ? qRgb(255, 0, 200) : qRgb(0, 0, 0);
                continue;
            }
            if (transform.channel == Channel::kLuminance) {
                const int v =
                    table(0.2126f * red[column] + 0.7152f * green[column] + 0.0722f * blue[column]);
                line[x] = qRgb(v, v, v);
            } else {
                line[x] = qRgb(table(red[column]), table(green[column]), table(blue[column]));
            }
        }
    }
    return image;
}

}  // namespace weft::editor
