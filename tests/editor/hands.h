// Hands on a window as an artist has them: keys, the pointer and menus; and pictures of it, for
// eyes.
#pragma once

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QScreen>

#include "window.h"

namespace weft::editor {

/// Handles events, and keeps a picture of the window as it stands on the screen, with its menus and
/// lists, in the folder that WEFT_TEST_PICTURES names; without one it keeps none.
inline void look(MainWindow& window, const QString& name) {
    settle();
    const QString folder = qEnvironmentVariable("WEFT_TEST_PICTURES");
    if (folder.isEmpty()) return;
    QTest::qWait(100);  // nothing is to move any more
    const QRect place = window.frameGeometry();
    window.screen()
        ->grabWindow(0, place.x(), place.y(), place.width(), place.height())
        .save(folder + '/' + name + ".png");
}

/// A window of the program as it starts, of a size, with nothing done to it.
inline std::unique_ptr<MainWindow> start_window(QSize size) {
    auto window = std::make_unique<MainWindow>(
        library(), Workers{make_engine_evaluator(library()), make_engine_planner(library()),
                           make_engine_functors(library()), std::make_unique<TrustOfAll>(),
                           make_picture_displays()});
    window->resize(size);
    window->show();
    wait_until([&] { return window->windowHandle()->isExposed() && window->isActiveWindow(); });
    settle();
    return window;
}

/// In a widget of a window that is the active one: where a dialog or a list was, a window manager
/// sees to that, and no shortcut counts until then.
inline void press_on(QWidget& widget, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    widget.window()->activateWindow();
    if (!wait_until([&] { return widget.window()->isActiveWindow(); }))
        QFAIL("the window does not become the active one");
    widget.setFocus();
    QTest::keyClick(&widget, key, modifiers);
    settle();
}

/// The entry of a menu that begins so, marks of keys left out; null: none.
inline QAction* entry_of(const QMenu& menu, const QString& text) {
    for (QAction* action : menu.actions())
        if (action->text().remove('&').startsWith(text)) return action;
    return nullptr;
}

/// Clicks on an entry of a menu that is open.
inline void choose(QMenu& menu, const QString& text) {
    QAction* action = entry_of(menu, text);
    if (!action) QFAIL(qPrintable("no entry " + text));
    QTest::mouseClick(&menu, Qt::LeftButton, {}, menu.actionGeometry(action).center());
    settle();
}

/// Opens one of the window's menus by a click.
inline QMenu* open_menu(MainWindow& window, const QString& title) {
    for (QAction* action : window.menuBar()->actions())
        if (action->text().remove('&') == title) {
            QTest::mouseClick(window.menuBar(), Qt::LeftButton, {},
                              window.menuBar()->actionGeometry(action).center());
            return action->menu();
        }
    return nullptr;
}

/// The menu that a right button opened; null: none.
inline QMenu* menu_in_sight() { return qobject_cast<QMenu*>(QApplication::activePopupWidget()); }

inline void right_click(MainWindow& window, QPointF scene) {
    QTest::mouseClick(window.graph().viewport(), Qt::RightButton, {}, at(window, scene));
    settle();
}

}  // namespace weft::editor
