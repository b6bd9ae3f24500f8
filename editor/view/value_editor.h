// Widgets that edit one value, by the type of its parameter. They speak text, as --set does.
#pragma once

#include <QWidget>
#include <functional>

#include "graph/parameter_value.h"

namespace weft::editor {

/// What a value editor reports.
struct ValueEdits {
    std::function<void(const QString&)> set;      ///< a value, chosen or typed
    std::function<void(const QString&)> dragged;  ///< one of many on the way
    std::function<void()> ended;                  ///< the way has ended
};

struct ValueEditor {
    QWidget* widget = nullptr;
    std::function<void(const ParameterValue&)> show;  ///< without reporting anything
};

/// An editor for values of `parameter`: a slider with a field where it has a range that can be slid
/// over, a field, a check box, a list.
ValueEditor make_value_editor(const ParameterRef& parameter, const ValueEdits& edits,
                              QWidget* parent);

}  // namespace weft::editor
