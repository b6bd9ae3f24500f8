#include "viewer/scopes.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace weft::editor {
namespace {

/// A colour of the screen, and its column in the region.
struct Seen {
    int x;
    std::array<unsigned char, 3> colour;
};

/// Of large regions some pixels alone: a scope is a picture of a spread, which a million of pixels
/// tell.
std::vector<Seen> seen_pixels(const Layer& layer, const Rect& area,
                              const DisplayTransform& transform, const std::atomic<bool>& cancel) {
    constexpr double kMost = 1e6;
    const int step =
        std::max(1, static_cast<int>(std::sqrt(static_cast<double>(area.area()) / kMost)));
    const ScreenColours colours(transform);
    std::vector<Seen> seen;
    std::vector<Rgb> light;
    std::vector<std::array<unsigned char, 3>> screen;
    const int last = layer.planes() - 1;
    const std::array<int, 3> planes = {0, last >= 2 ? 1 : 0, last >= 2 ? 2 : 0};
    const auto next = [step](int from, int at) {
        return from + (at - from + step - 1) / step * step;
    };
    each_piece(layer, area, [&](const LayerPiece& piece) {
        if (cancel.load()) return;
        const int x0 = next(area.x0, piece.part.x0);
        for (int y = next(area.y0, piece.part.y0); y < piece.part.y1; y += step) {
            light.clear();
            for (int x = x0; x < piece.part.x1; x += step)
                light.push_back({piece.at(x, y, planes[0]), piece.at(x, y, planes[1]),
                                 piece.at(x, y, planes[2])});
            screen.resize(light.size());
            colours(light, screen.data());
            for (std::size_t i = 0; i < screen.size(); ++i)
                seen.push_back({x0 - area.x0 + static_cast<int>(i) * step, screen[i]});
        }
    });
    return seen;
}

/// Counts as brightness: few are seen, many do not blind.
int glow(int count, double scale) {
    return count == 0 ? 0 : std::min(255, 40 + static_cast<int>(215.0 * std::sqrt(count / scale)));
}

Histogram histogram(const std::vector<Seen>& pixels) {
    Histogram counts{};
    for (const Seen& pixel : pixels)
        for (std::size_t c = 0; c < 3; ++c) ++counts[c][pixel.colour[c]];
    return counts;
}

QImage waveform(const std::vector<Seen>& pixels, int across, int width) {
    std::vector<std::array<int, 3>> counts(static_cast<std::size_t>(width * kScopeLevels));
    for (const Seen& pixel : pixels) {
        const auto column = static_cast<int>(static_cast<long long>(pixel.x) * width / across);
        for (std::size_t c = 0; c < 3; ++c)
            ++counts[static_cast<std::size_t>((kScopeLevels - 1 - pixel.colour[c]) * width +
                                              column)][c];
    }
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

QImage vectorscope(const std::vector<Seen>& pixels) {
    struct Sum {
        int count = 0, red = 0, green = 0, blue = 0;
    };
    std::vector<Sum> sums(static_cast<std::size_t>(kScopeLevels * kScopeLevels));
    for (const Seen& pixel : pixels) {
        const auto [red, green, blue] = pixel.colour;
        const QPoint at = vectorscope_place(red, green, blue).toPoint();
        Sum& sum =
            sums[static_cast<std::size_t>(std::clamp(at.y(), 0, kScopeLevels - 1) * kScopeLevels +
                                          std::clamp(at.x(), 0, kScopeLevels - 1))];
        ++sum.count;
        sum.red += red;
        sum.green += green;
        sum.blue += blue;
    }
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

}  // namespace

QPointF vectorscope_place(int red, int green, int blue) {
    const double luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    constexpr double kMiddle = (kScopeLevels - 1) / 2.0;
    // Differences to luma, so that each reaches half of 255 at most.
    return {kMiddle + (blue - luma) / 1.8556, kMiddle - (red - luma) / 1.5748};
}

Scopes scopes(const Layer& layer, const Rect& region, const DisplayTransform& transform, int width,
              const std::atomic<bool>& cancel) {
    const Rect area = intersect(layer.domain(), region);
    const std::vector<Seen> pixels = seen_pixels(layer, area, transform, cancel);
    return {histogram(pixels), waveform(pixels, std::max(1, area.width()), width),
            vectorscope(pixels)};
}

}  // namespace weft::editor
