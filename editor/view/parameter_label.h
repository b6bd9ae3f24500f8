// The label of a parameter: a double-click resets it, the right button opens a menu, a drag takes
// its control to where it is to be offered; bright while the value is not the default, with a sign
// while it is linked with others.
#pragma once

#include <QLabel>
#include <functional>

#include "graph/graph.h"

namespace weft::editor {

class ParameterLabel : public QLabel {
  public:
    ParameterLabel(const QString& text, std::function<void()> reset,
                   std::function<void(QPoint)> menu);

    void mark(bool changed);
    /// What a drag of the label carries (view/dragged_control.h).
    void set_dragged(Control control) { dragged_ = std::move(control); }
    /// The parameters that this one is linked with, by name; empty: none.
    void show_links(const QString& names);
    bool is_linked() const { return linked_; }

  protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent*) override { reset_(); }
    void contextMenuEvent(QContextMenuEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

  private:
    std::function<void()> reset_;
    std::function<void(QPoint)> menu_;
    Control dragged_;
    QPoint pressed_;
    bool linked_ = false;
};

}  // namespace weft::editor
