// Frames in a row: the current one, those that play, keyframes of what is selected, and which
// pictures are at hand. Dragged, it goes to a frame.
#pragma once

#include <QWidget>
#include <set>
#include <vector>

#include "view/session.h"

namespace weft::editor {

/// Frames with keyframes: of the selected nodes, or of all where none is selected.
std::set<int> key_frames(const Graph& graph, const Selection& selection);

class TimelineStrip : public QWidget {
    Q_OBJECT

  public:
    explicit TimelineStrip(Session& session, QWidget* parent = nullptr);

    /// Frames whose pictures are at hand, ascending.
    void show_cached(std::vector<int> frames);
    QSize sizeHint() const override { return {400, 34}; }
    /// The middle of a frame, in pixels from the left.
    double x_of(int frame) const;

  protected:
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

  private:
    double pitch() const;
    void go_to(double x);
    void paint_ruler(QPainter& painter) const;
    void paint_keys(QPainter& painter) const;
    void paint_head(QPainter& painter) const;

    Session& session_;
    std::vector<int> cached_;
};

}  // namespace weft::editor
