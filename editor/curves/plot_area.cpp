#include "curves/plot_area.h"

#include <algorithm>
#include <cmath>

namespace weft::editor {
namespace {

constexpr double kFarthest = 2e9;  // of frames; beyond it pictures of a curve mean nothing
constexpr double kLeastFrames = 4.0, kLeastValues = 1e-6, kMaxValues = 1e12;

}  // namespace

double PlotArea::x_of(double frame) const {
    return box.left() + (frame - first_frame) / frames_per_pixel();
}
double PlotArea::y_of(double value) const {
    return box.bottom() - (value - low) / values_per_pixel();
}
double PlotArea::frame_at(double x) const {
    return first_frame + (x - box.left()) * frames_per_pixel();
}
double PlotArea::value_at(double y) const { return low + (box.bottom() - y) * values_per_pixel(); }

double PlotArea::grain() const {
    return std::pow(10.0, std::floor(std::log10(values_per_pixel())));
}

PlotArea framed(PlotArea area, double first, double last, double low, double high) {
    const double frames = std::max((last - first) * 1.12, kLeastFrames * 2.0);
    // A constant is seen in the middle, of a range that suits its size.
    const double least = std::max({std::abs(low), std::abs(high), 1.0}) * 0.1;
    const double values = std::max((high - low) * 1.25, least);
    const double frame = (first + last) / 2.0, value = (low + high) / 2.0;
    area.first_frame = frame - frames / 2.0;
    area.last_frame = frame + frames / 2.0;
    area.low = value - values / 2.0;
    area.high = value + values / 2.0;
    return area;
}

PlotArea panned(PlotArea area, QPointF by) {
    const double frames = by.x() * area.frames_per_pixel(),
                 values = by.y() * area.values_per_pixel();
    area.first_frame -= frames;
    area.last_frame -= frames;
    area.low += values;
    area.high += values;
    return area;
}

PlotArea zoomed(PlotArea area, QPointF point, double frames, double values) {
    const double wide = area.last_frame - area.first_frame, tall = area.high - area.low;
    const double frame = area.frame_at(point.x()), value = area.value_at(point.y());
    const double width = std::clamp(wide / frames, kLeastFrames, kFarthest) / wide;
    const double height = std::clamp(tall / values, kLeastValues, kMaxValues) / tall;
    area.first_frame = frame - (frame - area.first_frame) * width;
    area.last_frame = frame + (area.last_frame - frame) * width;
    area.low = value - (value - area.low) * height;
    area.high = value + (area.high - value) * height;
    return area;
}

double round_step(double v) {
    const double unit = std::pow(10.0, std::floor(std::log10(v)));
    for (const double step : {unit, 2.0 * unit, 5.0 * unit})
        if (step >= v) return step;
    return 10.0 * unit;
}

}  // namespace weft::editor
