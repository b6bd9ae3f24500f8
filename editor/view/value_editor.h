// Widgets that edit one value, by the type of its parameter. They speak text, as --set does.
#pragma once

#include <QWidget>
#include <functional>

#include "graph/parameter_value.h"

namespace weft::editor {

/// What a value editor reports.
struct ValueEdits {
    /// A value, chosen or typed; what is wrong with it, which a field then says and keeps the text.
    std::function<QString(const QString&)> set;
    std::function<void(const QString&)> dragged;  ///< one of many on the way
    std::function<void()> ended;                  ///< the way has ended
};

struct ValueEditor {
    QWidget* widget = nullptr;
    std::function<void(const ParameterValue&)> show;  ///< without reporting anything
};

/// An editor for values of `parameter`: a slider with a field where it has a range that can be slid
/// over, a curve with a field, a field, a check box, a list. A slider goes finely with Shift, in
/// large steps with Ctrl.
ValueEditor make_value_editor(const ParameterRef& parameter, const ValueEdits& edits,
                              QWidget* parent);

}  // namespace weft::editor
