// The document as boxes and curves. It follows the session, and says what lies where; it edits
// nothing.
#pragma once

#include <QGraphicsScene>
#include <map>
#include <memory>
#include <optional>

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

    NodeItem* node(ItemId id) const;
    NodeItem* node_at(QPointF point) const;
    std::optional<PortHit> port_at(QPointF point) const;
    WireItem* wire_at(QPointF point, double reach) const;
    Selection items_in(const QRectF& area) const;
    /// The rectangle of items; of all where `ids` is empty.
    QRectF bounds(const Selection& ids) const;

    /// Shows items where a drag has them, before it is an edit.
    void show_moved(const Selection& ids, QPointF by);
    void set_hovered(NodeItem* node);
    /// The wire that would take the dragged node; null: none.
    void set_target(WireItem* wire);

  private:
    void follow_document();
    void follow_looks();
    void place_wires();
    NodeLook look_of(ItemId id) const;

    Session& session_;
    std::map<ItemId, NodeItem*> nodes_;  // owned by the scene
    std::map<Wire, WireItem*> wires_;    // so are these
    NodeItem* hovered_ = nullptr;
};

}  // namespace weft::editor
