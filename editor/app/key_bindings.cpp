#include "app/key_bindings.h"

#include <QMainWindow>
#include <algorithm>

namespace weft::editor {

std::vector<QAction*> named_actions(const QWidget& window) {
    std::vector<QAction*> actions;
    for (QAction* action : window.findChildren<QAction*>())
        if (action->objectName().contains('.')) actions.push_back(action);
    std::sort(actions.begin(), actions.end(),
              [](const QAction* a, const QAction* b) { return a->objectName() < b->objectName(); });
    return actions;
}

Keys keys_of(const std::vector<QAction*>& actions) {
    Keys keys;
    for (const QAction* action : actions) keys[action->objectName()] = action->shortcuts();
    return keys;
}

void set_keys(const std::vector<QAction*>& actions, const Keys& keys) {
    for (QAction* action : actions)
        if (const auto at = keys.find(action->objectName()); at != keys.end())
            action->setShortcuts(*at);
}

Keys blender_keys() {
    const auto key = [](const char* text) { return QKeySequence(QString::fromLatin1(text)); };
    return {{"graph.search", {key("Shift+A")}},
            {"graph.delete", {key("X"), key("Del")}},
            {"graph.disable", {key("M")}},
            {"graph.map", {key("Ctrl+M")}},
            {"graph.add-merge", {key("Shift+M")}},
            {"graph.duplicate", {key("Shift+D")}},
            {"graph.rename", {key("F2")}},
            {"graph.backdrop", {key("Ctrl+J")}},
            {"graph.select-all", {key("A")}},
            {"graph.frame", {key("Num+.")}},
            {"graph.frame-all", {key("Home")}},
            {"graph.extract", {key("Alt+D")}},
            {"viewer.fit", {key("Home")}},
            {"curves.frame", {key("Num+.")}},
            {"curves.frame-all", {key("Home")}},
            {"curves.select-all", {key("A")}},
            {"curves.delete", {key("X"), key("Del")}},
            {"file.render", {key("F12")}}};
}

QStringList clashes(const std::vector<QAction*>& actions) {
    QStringList lines;
    const auto is_of_window = [](const QAction* action) {
        return qobject_cast<const QMainWindow*>(action->parent()) != nullptr;
    };
    for (std::size_t i = 0; i < actions.size(); ++i)
        for (std::size_t k = i + 1; k < actions.size(); ++k) {
            const QAction *a = actions[i], *b = actions[k];
            if (a->parent() != b->parent() && !is_of_window(a) && !is_of_window(b)) continue;
            for (const QKeySequence& keys : a->shortcuts())
                if (b->shortcuts().contains(keys))
                    lines.append(QObject::tr("%1: both %2 and %3")
                                     .arg(keys.toString(QKeySequence::NativeText), a->objectName(),
                                          b->objectName()));
        }
    return lines;
}

}  // namespace weft::editor
