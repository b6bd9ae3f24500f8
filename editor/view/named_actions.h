// Named actions of a pane, which its keys and menus share.
#pragma once

#include <QAction>
#include <QWidget>
#include <utility>

namespace weft::editor {

/// Adds an action called `name` to a pane, whose keys do `what` while the focus is in the pane.
template <class What>
QAction* add_pane_action(QWidget& pane, const char* name, const QString& text,
                         const QList<QKeySequence>& keys, What what) {
    auto* action = new QAction(text, &pane);
    action->setObjectName(QString::fromLatin1(name));
    action->setShortcuts(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    QObject::connect(action, &QAction::triggered, &pane, std::move(what));
    pane.addAction(action);
    return action;
}

}  // namespace weft::editor
