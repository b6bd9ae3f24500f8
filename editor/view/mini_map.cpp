#include "view/mini_map.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "view/graph_view.h"
#include "view/theme.h"

namespace weft::editor {
namespace {

constexpr QSize kSize(176, 112);
constexpr int kMargin = 12;

}  // namespace

MiniMap::MiniMap(const GraphScene& scene, GraphView& view)
    : QWidget(&view), scene_(scene), view_(view) {
    setObjectName(QStringLiteral("mini-map"));
    setAccessibleName(tr("Mini-map of the graph"));
    resize(kSize);
    setCursor(Qt::PointingHandCursor);
    hide();
}

void MiniMap::set_wanted(bool wanted) {
    wanted_ = wanted;
    follow();
}

QRectF MiniMap::seen() const { return view_.mapToScene(view_.viewport()->rect()).boundingRect(); }

void MiniMap::follow() {
    whole_ = scene_.bounds({});
    const QSize room = view_.size();
    const bool fits = room.width() > 3 * kSize.width() && room.height() > 2 * kSize.height();
    setVisible(wanted_ && fits && !whole_.isEmpty() && !seen().contains(whole_));
    move(room.width() - kSize.width() - kMargin, room.height() - kSize.height() - kMargin);
    update();
}

QTransform MiniMap::to_map() const {
    const double scale =
        std::min((width() - 12.0) / whole_.width(), (height() - 12.0) / whole_.height());
    return QTransform::fromTranslate(-whole_.center().x(), -whole_.center().y()) *
           QTransform::fromScale(scale, scale) *
           QTransform::fromTranslate(width() / 2.0, height() / 2.0);
}

void MiniMap::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    QColor ground = theme::now().line;
    ground.setAlpha(225);
    painter.fillRect(rect(), ground);
    const QTransform map = to_map();
    for (const auto& [box, colour] : scene_.boxes()) {
        QRectF small = map.mapRect(box);
        small.setSize({std::max(small.width(), 2.0), std::max(small.height(), 1.5)});
        painter.fillRect(small, colour);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme::now().text, 1.0));
    painter.drawRect(map.mapRect(seen()).intersected(QRectF(rect()).adjusted(1, 1, -1, -1)));
}

void MiniMap::go_to(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton)) return;
    view_.look_at(to_map().inverted().map(event->position()));
    event->accept();
}

}  // namespace weft::editor
