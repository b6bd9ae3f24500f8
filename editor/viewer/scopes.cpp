#include "viewer/scopes.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace weft::editor {
namespace {

/// Calls `visit(x, red, green, blue)` for pixels of the region, of large ones for some alone: a
/// scope is a picture of a spread, which a million of pixels tell.
template <class Visit>
void each_shown(const Picture& picture, const Rect& region, const DisplayTransform& transform,
                const Visit& visit) {
    constexpr double kMost = 1e6;
    const Rect area = intersect(picture.domain(), region);
    const int step =
        std::max(1, static_cast<int>(std::sqrt(static_cast<double>(area.area()) / kMost)));
    const ScreenColours colours(transform);
    std::vector<Rgb> light;
    std::vector<std::array<unsigned char, 3>> screen;
    const int last = picture.planes() - 1, left = picture.domain().x0;
    const std::array<int, 3> planes = {0, last >= 2 ? 1 : 0, last >= 2 ? 2 : 0};
    for (int y = area.y0; y < area.y1; y += step) {
        const float* red = picture.row(y, planes[0]) - left;
        const float* green = picture.row(y, planes[1]) - left;
        const float* blue = picture.row(y, planes[2]) - left;
        light.clear();
        for (int x = area.x0; x < area.x1; x += step) light.push_back({red[x], green[x], blue[x]});
        screen.resize(light.size());
        colours(light, screen.data());
        for (std::size_t i = 0; i < screen.size(); ++i)
            visit(static_cast<int>(i) * step, screen[i][0], screen[i][1], screen[i][2]);
    }
}

/// Counts as brightness: few are seen, many do not blind.
int glow(int count, double scale) {
    return count == 0 ? 0 : std::min(255, 40 + static_cast<int>(215.0 * std::sqrt(count / scale)));
}

}  // namespace

Histogram histogram(const Picture& picture, const Rect& region, const DisplayTransform& transform) {
    Histogram counts{};
    each_shown(picture, region, transform, [&](int, int red, int green, int blue) {
        ++counts[0][static_cast<std::size_t>(red)];
        ++counts[1][static_cast<std::size_t>(green)];
        ++counts[2][static_cast<std::size_t>(blue)];
    });
    return counts;
}

QImage waveform(const Picture& picture, const Rect& region, const DisplayTransform& transform,
                int width) {
    const Rect area = intersect(picture.domain(), region);
    std::vector<std::array<int, 3>> counts(static_cast<std::size_t>(width * kScopeLevels));
    if (area.width() > 0)
        each_shown(picture, region, transform, [&](int x, int red, int green, int blue) {
            const auto column = static_cast<int>(static_cast<long long>(x) * width / area.width());
            const auto count = [&](int value, std::size_t colour) {
                ++counts[static_cast<std::size_t>((kScopeLevels - 1 - value) * width + column)]
                        [colour];
            };
            count(red, 0);
            count(green, 1);
            count(blue, 2);
        });
    int most = 1;
    for (const auto& place : counts)
        for (const int count : place) most = std::max(most, count);
    QImage image(width, kScopeLevels, QImage::Format_RGB32);
    const double scale = most / 4.0 + 1.0;
    for (int y = 0; y < kScopeLevels; ++y)
        for (int x = 0; x < width; ++x) {
            const auto& place = counts[static_cast<std::size_t>(y * width + x)];
            image.setPixel(
                x, y, qRgb(glow(place[0], scale), glow(place[1], scale), glow(place[2], scale)));
        }
    return image;
}

QPointF vectorscope_place(int red, int green, int blue) {
    const double luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    constexpr double kMiddle = (kScopeLevels - 1) / 2.0;
    // Differences to luma, so that each reaches half of 255 at most.
    return {kMiddle + (blue - luma) / 1.8556, kMiddle - (red - luma) / 1.5748};
}

QImage vectorscope(const Picture& picture, const Rect& region, const DisplayTransform& transform) {
    struct Sum {
        int count = 0, red = 0, green = 0, blue = 0;
    };
    std::vector<Sum> sums(static_cast<std::size_t>(kScopeLevels * kScopeLevels));
    each_shown(picture, region, transform, [&](int, int red, int green, int blue) {
        const QPoint at = vectorscope_place(red, green, blue).toPoint();
        Sum& sum =
            sums[static_cast<std::size_t>(std::clamp(at.y(), 0, kScopeLevels - 1) * kScopeLevels +
                                          std::clamp(at.x(), 0, kScopeLevels - 1))];
        ++sum.count;
        sum.red += red;
        sum.green += green;
        sum.blue += blue;
    });
    QImage image(kScopeLevels, kScopeLevels, QImage::Format_RGB32);
    for (int y = 0; y < kScopeLevels; ++y)
        for (int x = 0; x < kScopeLevels; ++x) {
            const Sum& sum = sums[static_cast<std::size_t>(y * kScopeLevels + x)];
            if (sum.count == 0) {
                image.setPixel(x, y, qRgb(0, 0, 0));
                continue;
            }
            // The hue that is there, bright enough to be seen.
            const double bright = std::max({sum.red, sum.green, sum.blue, 1});
            const int shine = glow(sum.count, 60.0);
            const auto part = [&](int of) { return static_cast<int>(shine * (of / bright)); };
            image.setPixel(x, y, qRgb(part(sum.red), part(sum.green), part(sum.blue)));
        }
    return image;
}

}  // namespace weft::editor
