// An item of the graph on the canvas: a small quiet box with a name, ports and states.
#pragma once

#include <QGraphicsItem>
#include <vector>

#include "model/category.h"
#include "model/ports.h"

namespace weft::editor {

/// What a box stands for tells its shape.
enum class BoxShape { kNode, kEnd, kGroup };

/// Everything a box shows.
struct NodeLook {
    QString name;
    Category category = Category::kColour;
    std::vector<Port> inputs, outputs;
    BoxShape shape = BoxShape::kNode;  ///< kEnd: an input or an output of the effect
    bool outside = false;              ///< it does not lie in the group that is open
    bool disabled = false;
    bool unknown = false;  ///< nobody knows its functor
    bool cloned = false;   ///< it has clones, or is one
    bool selected = false;
    QString slots;             ///< its numbers in the viewer; empty: none
    bool viewed = false;       ///< seen in the viewer now
    QString problem;           ///< empty: none
    QString warning;           ///< likewise; a problem hides it
    std::vector<int> kernels;  ///< that compute it; none: not shown
    double share =
        -1.0;           ///< of what the picture costs, 0 to 1, instead of the kernel; -1: not shown
    double heat = 0.0;  ///< its cost by that of the most expensive node, 0 to 1
    QString note;       ///< what someone wrote on it; empty: nothing

    friend bool operator==(const NodeLook&, const NodeLook&) = default;
};

class NodeItem : public QGraphicsItem {
  public:
    static constexpr double kWidth = 128.0, kHeight = 28.0;

    explicit NodeItem(ItemId id);

    ItemId id() const { return id_; }
    const NodeLook& look() const { return look_; }
    void set_look(NodeLook look);
    void set_hovered(bool hovered);

    /// Where wires begin and end, in scene coordinates.
    QPointF input_at(int input) const;
    QPointF output_at(int output) const;

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) override;

  private:
    void paint_fill(QPainter& painter, const QPainterPath& outline) const;
    void paint_ports(QPainter& painter) const;
    void paint_states(QPainter& painter, double zoom) const;

    ItemId id_;
    NodeLook look_;
    bool hovered_ = false;
};

}  // namespace weft::editor
