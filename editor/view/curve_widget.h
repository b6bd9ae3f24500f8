// A curve to be drawn: points that are dragged, added and removed, by mouse and by keys.
#pragma once

#include <QWidget>
#include <functional>

#include "model/tone_curve.h"

namespace weft::editor {

/// Outputs for `count` inputs from `left` to `right`; empty: not known, and straight lines are
/// drawn.
using CurveShape = std::function<std::vector<float>(double left, double right, int count)>;

class CurveWidget : public QWidget {
    Q_OBJECT

  public:
    explicit CurveWidget(const ParameterRef& parameter, QWidget* parent = nullptr);

    /// How the curve runs through what show_points() shows.
    void set_shape(CurveShape shape) { shape_ = std::move(shape); }
    /// Reports nothing.
    void show_points(CurvePoints points);

    const CurvePoints& points() const { return points_; }
    /// The point that keys are about; -1: none.
    int current() const { return current_; }
    /// Where a point is drawn.
    QPointF place_of(CurvePoint point) const;

    QSize sizeHint() const override { return {200, 150}; }
    QSize minimumSizeHint() const override { return {120, 120}; }

  Q_SIGNALS:
    /// An edit that is whole; one of many on the way; the way has ended.
    void edited(const QString& text);
    void dragged(const QString& text);
    void drag_ended();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

  private:
    QRectF box() const;
    CurvePoint point_at(QPointF place) const;
    int hit(QPointF place) const;
    double output_at(double in) const;
    void take(const CurveEdit& edit, bool on_the_way);
    void choose(int which);
    void move_by_keys(QKeyEvent& event);
    void describe();
    void sample();

    const ParameterRef parameter_;
    CurveShape shape_;
    CurvePoints points_;
    CurveWindow window_;
    std::vector<float> samples_;  // of the curve over the window; empty: straight lines
    int current_ = -1, hovered_ = -1;
    bool dragging_ = false, moved_ = false, added_ = false;
    QPointF pressed_, last_;
    CurvePoint exact_;  // where the dragged point would be without snapping
};

}  // namespace weft::editor
