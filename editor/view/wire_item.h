// A connection on the canvas: a gentle curve from an output down to an input.
#pragma once

#include <QGraphicsItem>
#include <QPainterPath>

#include "model/document.h"

namespace weft::editor {

/// The curve between two ports.
QPainterPath wire_path(QPointF from, QPointF to);

class WireItem : public QGraphicsItem {
  public:
    explicit WireItem(const Wire& wire) : wire_(wire) {}

    const Wire& wire() const { return wire_; }
    void set_ends(QPointF from, QPointF to, bool dashed);
    /// Whether it lies up or down the stream of what is under the pointer, or would take a node.
    void set_lit(bool lit, bool accent);
    const QPainterPath& path() const { return path_; }
    /// Distance of the curve from a point.
    double distance(QPointF point) const;

    QRectF boundingRect() const override { return path_.boundingRect().adjusted(-4, -4, 4, 4); }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

  private:
    Wire wire_;
    QPainterPath path_;
    bool dashed_ = false, lit_ = false, accent_ = false;
};

}  // namespace weft::editor
