// The graph from afar, drawn at once: bars for boxes and hairs for wires. Of thousands of items the
// bookkeeping costs more than the drawing.
#pragma once

#include <QGraphicsItem>

namespace weft::editor {

class GraphScene;

class FarItem : public QGraphicsItem {
  public:
    explicit FarItem(const GraphScene& scene) : scene_(scene) {}

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

  private:
    const GraphScene& scene_;
};

}  // namespace weft::editor
