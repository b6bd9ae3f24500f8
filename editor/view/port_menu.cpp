// What the menu of a node's input offers: the optional inputs of the effect that it reads.
#include <QMenu>
#include <algorithm>

#include "commands/optional_edits.h"
#include "model/ports.h"
#include "support/words.h"
#include "view/graph_view.h"

namespace weft::editor {

void GraphView::fill_port_menu(QMenu& menu, NodeId node, const std::string& input) {
    const Graph& graph = session_.document().draft.graph;
    const OptionalInput* const now = optional_of(graph, node, input);
    const auto offer = [=, this](const std::string& name) {
        session_.apply(tr("Offer %1").arg(QString::fromStdString(input)),
                       offer_input(session_.document(), session_.library(), name, node, input));
    };
    for (const OptionalInput& optional : graph.optional_inputs) {
        const bool reads = &optional == now;
        const std::string name = optional.name;
        QAction* action =
            menu.addAction(tr("Read the optional input %1").arg(QString::fromStdString(name)));
        action->setCheckable(true);
        action->setChecked(reads);
        connect(action, &QAction::triggered, this, [=, this] {
            if (!reads) return offer(name);
            session_.apply(tr("Withhold %1").arg(QString::fromStdString(input)),
                           Result<Document>(withhold_input(session_.document(), node, input)));
        });
    }
    const std::string name = free_input_name(graph, lower_case(input));
    connect(menu.addAction(tr("New optional input %1").arg(QString::fromStdString(name))),
            &QAction::triggered, this, [=] { offer(name); });
}

/// For hands that are on the keyboard: the menus of all inputs of the selected node.
void GraphView::open_port_menus() {
    const std::optional<ItemId> one = session_.single();
    if (!one || one->kind != ItemKind::kNode) return;
    QMenu menu;
    for (const Port& port : input_ports(session_.document(), session_.library(), *one))
        fill_port_menu(*menu.addMenu(QString::fromStdString(port.name)), NodeId{one->value},
                       port.name);
    const NodeItem* box = scene_.node(*one);
    if (menu.isEmpty() || !box) return;
    menu.exec(viewport()->mapToGlobal(mapFromScene(box->scenePos())));
}

}  // namespace weft::editor
