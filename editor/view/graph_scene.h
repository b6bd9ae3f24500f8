// The document as boxes and curves. It follows the session, and says what lies where; it edits
// nothing.
#pragma once

#include <QGraphicsScene>
#include <map>
#include <memory>
#include <optional>

#include "model/canvas.h"
#include "view/far_item.h"
#include "view/mark_items.h"
#include "view/node_item.h"
#include "view/session.h"
#include "view/wire_item.h"

namespace weft::editor {

/// A port under the pointer.
struct PortHit {
    ItemId item;
    bool is_input = false;
    int index = 0;
};

class GraphScene : public QGraphicsScene {
    Q_OBJECT

  public:
    explicit GraphScene(Session& session, QObject* parent = nullptr);

    const Canvas& canvas() const { return canvas_; }
    /// Where wires from a picture begin, whose item is seen; nothing where it is not.
    std::optional<QPointF> start_of(ImageId image) const;
    NodeItem* node(ItemId id) const;
    /// The curve of a wire; null: it is not there.
    WireItem* wire(const Wire& wire) const;
    NodeItem* node_at(QPointF point) const;
    std::optional<PortHit> port_at(QPointF point) const;
    /// The box, the dot or the backdrop by its title.
    std::optional<ItemId> item_at(QPointF point) const;
    /// The backdrop whose corner is there; null: none.
    BackdropItem* corner_at(QPointF point) const;
    BackdropItem* backdrop(int id) const;
    WireItem* wire_at(QPointF point, double reach) const;
    /// The wire that runs behind the box of a node nearest to its middle; null: none.
    WireItem* wire_behind(const NodeItem& box) const;
    Selection items_in(const QRectF& area) const;
    /// The rectangle of items; of all where `ids` is empty.
    QRectF bounds(const Selection& ids) const;
    /// All boxes of nodes and ends, with colours that tell their kinds and what is selected.
    std::vector<std::pair<QRectF, QColor>> boxes() const;
    /// From boxes that are selected to their clones and originals.
    QList<QLineF> clone_lines() const;
    /// All wires as straight lines, those that are lit or those that are not.
    QList<QLineF> lines(bool lit) const;
    /// Draws what is seen from afar, in place of items one by one.
    void set_far(bool far);

    /// Shows items where a drag has them, before it is an edit. Wires that none of them is at hold
    /// still, so that a box can be dropped on one.
    void show_moved(const Selection& ids, QPointF by);
    void show_resized(int backdrop, const QRectF& area);
    void set_hovered(NodeItem* node);
    /// The wire that would take the dragged node; null: none.
    void set_target(WireItem* wire);

  Q_SIGNALS:
    /// Items were added, removed or moved.
    void laid_out();

  private:
    void follow_document();
    void follow_looks();
    void follow_costs();
    /// Those of `moved`; all where it is empty.
    void place_wires(const Selection& moved = {});
    void follow_marks();
    std::vector<QPointF> bends_of(const Wire& wire) const;
    NodeLook look_of(ItemId id, const Node* node);
    void look_at_group(NodeLook& look, int group) const;
    void look_at_states(NodeLook& look, ItemId id) const;

    Session& session_;
    Canvas canvas_;
    std::map<ItemId, NodeItem*> nodes_;  // owned by the scene
    std::map<Wire, WireItem*> wires_;    // so are these
    FarItem* far_item_;
    bool far_ = false;
    std::map<int, DotItem*> dots_;
    std::map<int, BackdropItem*> backdrops_;
    std::set<NodeId> clones_;          // and their originals
    std::map<NodeId, double> shares_;  // of what the picture costs, while that is shown
    double largest_share_ = 0.0;
    std::string prefix_;  // of the names in the open group, which is not shown there
    std::map<std::string, NodeLook> functors_;  // what boxes of a functor have in common
    NodeItem* hovered_ = nullptr;
};

}  // namespace weft::editor
