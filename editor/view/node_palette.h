// A row of categories, each a menu of what there is in it: so that one sees what exists.
#pragma once

#include <QToolBar>

#include "view/graph_view.h"

namespace weft::editor {

class NodePalette : public QToolBar {
    Q_OBJECT

  public:
    explicit NodePalette(GraphView& graph, QWidget* parent = nullptr);

    /// The same menus, one below the other.
    void fill(QMenu& menu) const;

  private:
    void follow();

    GraphView& graph_;
    QList<QMenu*> menus_;
};

}  // namespace weft::editor
