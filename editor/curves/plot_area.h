// Where frames and values lie in a plot, and how it is zoomed: a value.
#pragma once

#include <QPointF>
#include <QRectF>
#include <cmath>

namespace weft::editor {

inline double distance(QPointF a, QPointF b) { return std::hypot(a.x() - b.x(), a.y() - b.y()); }

struct PlotArea {
    QRectF box;                                    ///< in pixels of the widget
    double first_frame = 1.0, last_frame = 100.0;  ///< at the left side and at the right
    double low = 0.0, high = 1.0;                  ///< values at the bottom and at the top

    double frames_per_pixel() const { return (last_frame - first_frame) / box.width(); }
    double values_per_pixel() const { return (high - low) / box.height(); }
    double x_of(double frame) const;
    double y_of(double value) const;
    double frame_at(double x) const;
    double value_at(double y) const;
    /// What a drag of a value is rounded to: a power of ten, a pixel or less.
    double grain() const;
};

/// Shows all from `first` to `last` and from `low` to `high`, with room around, and not less than a
/// few frames and some range of values.
PlotArea framed(PlotArea area, double first, double last, double low, double high);
PlotArea panned(PlotArea area, QPointF by);
/// What lies at `point` stays there; a factor above 1 shows less of the axis.
PlotArea zoomed(PlotArea area, QPointF point, double frames, double values);

/// The least of 1, 2, 5 times a power of ten that is at least `v`, which is above 0.
double round_step(double v);

}  // namespace weft::editor
