// A control that is being dragged by the label of its row, to where it is to be offered.
#pragma once

#include <QMimeData>
#include <optional>

#include "graph/graph.h"

namespace weft::editor {

/// Carries the control within this program.
class DraggedControl : public QMimeData {
  public:
    explicit DraggedControl(Control control) : control_(std::move(control)) {
        setText(QString::fromStdString(control_.name));
    }
    const Control& control() const { return control_; }

  private:
    Control control_;
};

/// What is dragged; nothing where it is something else.
inline std::optional<Control> dragged_control(const QMimeData* data) {
    const auto* dragged = dynamic_cast<const DraggedControl*>(data);
    return dragged ? std::optional(dragged->control()) : std::nullopt;
}

}  // namespace weft::editor
