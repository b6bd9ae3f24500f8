// Which keys do what: every named action, its keys, presets, and keys that clash.
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QMap>
#include <QStringList>
#include <vector>

class QWidget;

namespace weft::editor {

/// Keys by the names of actions, as "graph.delete".
using Keys = QMap<QString, QList<QKeySequence>>;

/// The actions of a window that have a name with a point, by name.
std::vector<QAction*> named_actions(const QWidget& window);

Keys keys_of(const std::vector<QAction*>& actions);
/// Gives actions their keys. Those that `keys` does not name keep theirs.
void set_keys(const std::vector<QAction*>& actions, const Keys& keys);

/// Where Blender's keys differ from the usual ones, which are Nuke's.
Keys blender_keys();

/// One line for each key that two actions of one pane have, or a pane's and the window's.
QStringList clashes(const std::vector<QAction*>& actions);

}  // namespace weft::editor
