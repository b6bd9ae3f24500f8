// Widgets that edit one value, by the type of its parameter. They speak text, as --set does.
#pragma once

#include <QWidget>
#include <functional>

#include "graph/parameter_value.h"
#include "view/value_field.h"

namespace weft::editor {

class ValueSlider;

inline constexpr int kNumberWidth = 64;  ///< of a field beside a slider

struct ValueEditor {
    QWidget* widget = nullptr;
    std::function<void(const ParameterValue&)> show;  ///< without reporting anything
};

/// An editor for values of `parameter`: a slider with a field where it has a range that can be slid
/// over, a curve with a field, a field, a check box, a list. A slider goes finely with Shift, in
/// large steps with Ctrl.
ValueEditor make_value_editor(const ParameterRef& parameter, const ValueEdits& edits,
                              QWidget* parent);

/// A value as fields show it.
QString text_of(const ParameterRef& parameter, const ParameterValue& value);

/// A number as a slider over `range`, where there is one, and a field.
ValueEditor make_number_editor(const ParameterRef& parameter, const std::optional<SlidRange>& range,
                               const ValueEdits& edits, QWidget* parent = nullptr);

/// A slider over `range` alone, and what shows a value on it without reporting anything.
ValueSlider* make_slider(const SlidRange& range, const ValueEdits& edits);
void show_on_slider(ValueSlider& slider, const SlidRange& range, double value);

}  // namespace weft::editor
