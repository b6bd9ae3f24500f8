// A wheel of hues: the way of a colour from grey, as a dot that is dragged.
#pragma once

#include <QImage>
#include <QWidget>

#include "model/colour_plane.h"

namespace weft::editor {

/// A click or a drag brings the dot to the pointer; with Shift it goes ten times finer, from where
/// it is. A double-click brings it back to grey, arrows move it in small steps, and Escape gives a
/// drag up.
class ColourWheel : public QWidget {
    Q_OBJECT

  public:
    explicit ColourWheel(QWidget* parent = nullptr);

    /// Reports nothing.
    void show_colour(const WheelColour& colour);
    /// Where a colour's way from grey is drawn; on the rim where it is longer than the radius.
    QPointF place_of(const WheelColour& colour) const;

    QSize sizeHint() const override { return {132, 132}; }

  Q_SIGNALS:
    /// To a way from grey, one of many.
    void dragged(double x, double y);
    /// The way has ended; false: it was given up.
    void drag_ended(bool accepted);

  protected:
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;

  private:
    QPointF middle() const { return QRectF(rect()).center(); }
    double radius() const;
    /// Reports the colour of a place in the widget.
    void go_to(QPointF place);
    void paint_disc();

    WheelColour colour_;
    QPointF exact_, last_;  // where the dot would be, and where the pointer was
    bool dragging_ = false, by_keys_ = false;
    QImage disc_;
};

}  // namespace weft::editor
