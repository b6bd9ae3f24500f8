// The way to the group that is open, each part of it a button, at the top of the canvas.
#pragma once

#include <QFrame>

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

  private:
    void follow();

    Session& session_;
    QString shown_;
};

}  // namespace weft::editor
