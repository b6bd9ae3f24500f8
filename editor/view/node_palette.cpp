#include "view/node_palette.h"

#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include "view/theme.h"

namespace weft::editor {

namespace {

/// That there are more, where the row is narrow.
QIcon more_sign() {
    QPixmap picture(16, 16);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme::now().text, 1.4));
    for (const double x : {4.0, 9.0})
        painter.drawPolyline(QPolygonF({{x, 4.0}, {x + 4.0, 8.0}, {x, 12.0}}));
    return QIcon(picture);
}

}  // namespace

NodePalette::NodePalette(GraphView& graph, QWidget* parent) : QToolBar(parent), graph_(graph) {
    setObjectName(QStringLiteral("palette"));
    setAccessibleName(tr("What can be added"));
    if (auto* more = findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button")))
        more->setIcon(more_sign());
    follow();
    connect(&graph_.session(), &Session::functors_changed, this, &NodePalette::follow);
    connect(&graph_.session(), &Session::effects_changed, this, &NodePalette::follow);
}

void NodePalette::fill(QMenu& menu) const {
    menu.clear();
    for (QMenu* category : menus_) menu.addMenu(category);
}

void NodePalette::follow() {
    clear();
    qDeleteAll(menus_);
    menus_.clear();
    for (const SearchEntry& entry : graph_.catalogue()) {
        const QString category = QString::fromStdString(entry.category);
        if (menus_.isEmpty() || menus_.back()->title() != category) {
            menus_.append(new QMenu(category, this));
            menus_.back()->setToolTipsVisible(true);
        }
        const QString title = QString::fromStdString(entry.title);
        QAction* action = menus_.back()->addAction(title);
        action->setToolTip(QString::fromStdString(entry.help));
        // Keys change; behind a tab they are no shortcut of this entry, but shown as one.
        connect(menus_.back(), &QMenu::aboutToShow, action, [this, action, entry, title] {
            const QString key = graph_.key_of(entry);
            action->setText(key.isEmpty() ? title : title + '\t' + key);
        });
        connect(action, &QAction::triggered, this, [this, entry] { graph_.add(entry); });
    }
    for (QMenu* menu : menus_) {
        auto* button = new QToolButton;
        button->setText(menu->title());
        button->setMenu(menu);
        button->setPopupMode(QToolButton::InstantPopup);
        button->setFocusPolicy(Qt::NoFocus);
        addWidget(button);
    }
}

}  // namespace weft::editor
