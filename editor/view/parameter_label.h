// The label of a parameter: a double-click resets it, the right button opens a menu; bright while
// the value is not the default, with a sign while it is linked with others.
#pragma once

#include <QLabel>
#include <functional>

namespace weft::editor {

class ParameterLabel : public QLabel {
  public:
    ParameterLabel(const QString& text, std::function<void()> reset,
                   std::function<void(QPoint)> menu);

    void mark(bool changed);
    /// The parameters that this one is linked with, by name; empty: none.
    void show_links(const QString& names);
    bool is_linked() const { return linked_; }

  protected:
    void mouseDoubleClickEvent(QMouseEvent*) override { reset_(); }
    void contextMenuEvent(QContextMenuEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

  private:
    std::function<void()> reset_;
    std::function<void(QPoint)> menu_;
    bool linked_ = false;
};

}  // namespace weft::editor
