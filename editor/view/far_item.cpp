#include "view/far_item.h"

#include <QPainter>

#include "view/graph_scene.h"
#include "view/theme.h"

namespace weft::editor {

QRectF FarItem::boundingRect() const { return scene_.sceneRect(); }

void FarItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    painter->setRenderHint(QPainter::Antialiasing, false);
    for (const bool lit : {false, true}) {
        painter->setPen(QPen(lit ? theme::now().wire_lit
                                 : theme::mixed(theme::now().wire, theme::now().window, 0.42),
                             0));
        painter->drawLines(scene_.lines(lit));
    }
    for (const auto& [box, colour] : scene_.boxes()) painter->fillRect(box, colour);
}

}  // namespace weft::editor
