// The way to the group that is open, each part of it a button, at the top of the canvas. A control
// that is dropped on a part is offered there: in a group's panel, or by the effect.
#pragma once

#include <QFrame>
#include <utility>
#include <vector>

#include "view/session.h"

namespace weft::editor {

class Breadcrumb : public QFrame {
    Q_OBJECT

  public:
    /// Hidden while no group is open.
    Breadcrumb(Session& session, QWidget& view);

  Q_SIGNALS:
    /// A group around the open one, or kTop.
    void chosen(int group);

  protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    void follow();

    Session& session_;
    QString shown_;
    std::vector<std::pair<QWidget*, int>> parts_;  // and their groups
};

}  // namespace weft::editor
