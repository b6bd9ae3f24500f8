// What the right button offers on the graph canvas: about a port, an item, a wire; and the search
// on nothing.
#include <QInputDialog>
#include <QMenu>

#include "commands/edits.h"
#include "commands/effect_edits.h"
#include "commands/format_edits.h"
#include "graph/unknown_functors.h"
#include "model/effects.h"
#include "model/groups.h"
#include "view/graph_view.h"

namespace weft::editor {

void GraphView::open_menu(QPoint at) {
    const QPointF point = mapToScene(at);
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("graph-menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (const auto port = scene_.port_at(point);
        port && port->is_input && port->item.kind == ItemKind::kNode) {
        const std::vector<Port> ports =
            input_ports(session_.document(), session_.library(), port->item);
        fill_port_menu(*menu, NodeId{port->item.value},
                       ports[static_cast<std::size_t>(port->index)].name);
    } else if (port && port->item.kind == ItemKind::kGroup) {
        fill_group_port_menu(*menu, *port);
    } else if (const std::optional<ItemId> item = scene_.item_at(point)) {
        if (!session_.selection().contains(*item)) session_.select({*item});
        fill_item_menu(*menu, *item);
    } else if (const WireItem* wire = scene_.wire_at(point, 10.0)) {
        fill_wire_menu(*menu, wire->wire(), at);
    }
    if (!menu->isEmpty()) return menu->popup(viewport()->mapToGlobal(at));
    delete menu;
    search(at);
}

void GraphView::fill_item_menu(QMenu& menu, ItemId item) {
    const auto offer = [&](std::initializer_list<const char*> names) {
        if (!menu.isEmpty()) menu.addSeparator();
        for (const char* name : names) menu.addAction(action(name));
    };
    const bool is_instance = item.kind == ItemKind::kGroup &&
                             session_.document().groups.at(item.value).origin.has_value();
    switch (item.kind) {
        case ItemKind::kInput:
            connect(menu.addAction(tr("Choose a picture…")), &QAction::triggered, this,
                    [this, item] {
                        Q_EMIT picture_wanted(
                            QString::fromStdString(name_of(session_.document(), item)));
                    });
            offer({"graph.view-1", "graph.rename", "graph.frame"});
            break;
        case ItemKind::kOutput: offer({"graph.view-1", "graph.rename", "graph.frame"}); break;
        case ItemKind::kDot: break;
        case ItemKind::kBackdrop: offer({"graph.rename", "graph.frame"}); break;
        case ItemKind::kGroup:
            offer({"graph.view-1", "graph.open-group", "graph.ungroup",
                   is_instance ? "graph.detach" : "graph.save-effect"});
            offer({"graph.disable", "graph.rename", "graph.extract"});
            break;
        case ItemKind::kNode:
            offer_reformat(menu, item);
            offer({"graph.view-1", "graph.disable", "graph.rename", "graph.extract"});
            offer({"graph.clone", "graph.declone", "graph.group", "graph.backdrop",
                   "graph.optional"});
            break;
    }
    if (item.kind == ItemKind::kNode || item.kind == ItemKind::kGroup)
        offer({"graph.cut", "graph.copy", "graph.duplicate"});
    offer({"graph.delete"});
    if (item.kind == ItemKind::kNode || is_instance) offer({"graph.help"});
}

/// Where its pictures differ in size.
void GraphView::offer_reformat(QMenu& menu, ItemId item) {
    for (const FrameMismatch& mismatch : session_.mismatches()) {
        if (weft::editor::item(mismatch.node) != item) continue;
        const QString size = QString::fromStdString(frame_text(mismatch.frame));
        QAction* entry = menu.addAction(tr("Reformat inputs to %1").arg(size));
        entry->setObjectName(QStringLiteral("reformat-inputs"));
        connect(entry, &QAction::triggered, this, [this, mismatch] {
            const Result<Session::Loaded> loaded = session_.load_effect("reformat");
            session_.apply(tr("Reformat inputs"),
                           loaded ? reformat_inputs(session_.document(), *loaded->library,
                                                    loaded->effect, mismatch)
                                  : Result<Edited>(loaded.error()));
        });
    }
}

void GraphView::fill_group_port_menu(QMenu& menu, const PortHit& port) {
    connect(menu.addAction(port.is_input ? tr("Rename input…") : tr("Rename output…")),
            &QAction::triggered, this, [this, port] { rename_port_of(port); });
}

void GraphView::rename_port_of(const PortHit& port) {
    const Document& document = session_.document();
    const auto& ports = port.is_input ? input_ports(document, session_.library(), port.item)
                                      : output_ports(document, session_.library(), port.item);
    const auto at = static_cast<std::size_t>(port.index);
    if (at >= ports.size()) return;
    const QString name =
        QInputDialog::getText(this, port.is_input ? tr("Rename an input") : tr("Rename an output"),
                              tr("What it is called where %1 is a node:")
                                  .arg(QString::fromStdString(name_of(document, port.item))),
                              QLineEdit::Normal, QString::fromStdString(ports[at].name));
    if (!name.isEmpty())
        session_.apply(tr("Rename a port"),
                       rename_port(session_.document(), session_.library(), port.item.value,
                                   port.is_input, port.index, name.trimmed().toStdString()));
}

void GraphView::fill_wire_menu(QMenu& menu, const Wire& wire, QPoint at) {
    connect(menu.addAction(tr("Insert a node…")), &QAction::triggered, this,
            [this, wire, at] { search(at, {}, wire); });
    connect(menu.addAction(tr("Add a dot")), &QAction::triggered, this,
            [this, at] { add_dot_at(mapToScene(at)); });
    connect(menu.addAction(tr("Disconnect")), &QAction::triggered, this, [this, wire] {
        session_.apply(tr("Disconnect"), Result<Document>(weft::editor::disconnect(
                                             session_.document(), wire.to, wire.input)));
    });
}

/// On the functor or the effect that the selected box is of; else the manual as it is.
void GraphView::help() {
    const std::optional<ItemId> one = session_.single();
    const Document& document = session_.document();
    const Node* node = one && one->kind == ItemKind::kNode
                           ? document.draft.graph.find(NodeId{one->value})
                           : nullptr;
    const Group* group =
        one && one->kind == ItemKind::kGroup ? &document.groups.at(one->value) : nullptr;
    const std::string* effect = group && group->origin ? &group->origin->effect : nullptr;
    if (effect && !known_effect(session_.effects(), *effect))
        return session_.say(tr("The effect %1 is in no folder of effects here: the manual has no "
                               "page on it")
                                .arg(QString::fromStdString(*effect)));
    if (node && is_stand_in(*node, session_.library()))
        return session_.say(tr("The functor %1 is not known here: the manual has no page on it")
                                .arg(QString::fromStdString(node->functor)));
    Q_EMIT help_wanted(effect ? EntryKind::kEffect : EntryKind::kFunctor,
                       QString::fromStdString(effect ? *effect
                                              : node ? node->functor
                                                     : std::string()));
}

}  // namespace weft::editor
