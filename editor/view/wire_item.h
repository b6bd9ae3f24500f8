// A connection on the canvas: a gentle curve from an output down to an input.
#pragma once

#include <QGraphicsItem>
#include <QPainterPath>
#include <optional>
#include <vector>

#include "model/editor_document.h"

namespace weft::editor {

/// The curve between two ports.
QPainterPath wire_path(QPointF from, QPointF to);
/// Whether some of the curve lies in the box.
bool runs_behind(const QPainterPath& path, const QRectF& box);
/// A curve that passes `boxes` in a lane beside those that lie in its way; a plain one where none
/// does. It is for graphs as artists lay them out: a lane may meet other boxes.
QPainterPath wire_path(QPointF from, QPointF to, const std::vector<QRectF>& boxes);

class WireItem : public QGraphicsItem {
  public:
    explicit WireItem(const Wire& wire) : wire_(wire) {}

    const Wire& wire() const { return wire_; }
    /// It goes through `bends`; with none, `boxes` are those that it had better not run behind.
    void set_ends(QPointF from, QPointF to, bool dashed, const std::vector<QPointF>& bends,
                  const std::vector<QRectF>& boxes);
    /// Whether it lies up or down the stream of what is under the pointer, or would take a node.
    void set_lit(bool lit, bool accent);
    bool is_lit() const { return lit_ || accent_; }
    /// Whether it would take a node.
    bool is_target() const { return accent_; }
    const QPainterPath& path() const { return path_; }
    /// Distance of the curve from a point.
    double distance(QPointF point) const;
    /// The point of the curve in `area` that is nearest to its middle; nothing where none is in it.
    std::optional<QPointF> nearest_in(const QRectF& area) const;

    QRectF boundingRect() const override { return path_.boundingRect().adjusted(-4, -4, 4, 4); }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

  private:
    Wire wire_;
    QPainterPath path_;
    double length_ = 0.0;
    bool dashed_ = false, lit_ = false, accent_ = false;
};

}  // namespace weft::editor
