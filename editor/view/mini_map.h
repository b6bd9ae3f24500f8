// The whole graph in a corner of the canvas, with what the canvas shows of it.
#pragma once

#include <QWidget>

#include "view/graph_scene.h"

namespace weft::editor {

class GraphView;

/// It shows itself where not everything is seen, and a click or a drag in it goes there.
class MiniMap : public QWidget {
    Q_OBJECT

  public:
    MiniMap(const GraphScene& scene, GraphView& view);

    /// Keeps it away altogether.
    void set_wanted(bool wanted);
    bool is_wanted() const { return wanted_; }
    /// The canvas or its scene has changed.
    void follow();

  protected:
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent* event) override { go_to(event); }
    void mouseMoveEvent(QMouseEvent* event) override { go_to(event); }

  private:
    void go_to(QMouseEvent* event);
    /// From the scene to the map.
    QTransform to_map() const;
    QRectF seen() const;

    const GraphScene& scene_;
    GraphView& view_;
    QRectF whole_;
    bool wanted_ = true;
};

}  // namespace weft::editor
