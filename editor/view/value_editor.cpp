#include "view/value_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QShortcut>
#include <QSignalBlocker>
#include <QStyle>
#include <QToolTip>
#include <QVBoxLayout>
#include <cmath>

#include "graph/parameter_types.h"
#include "model/readable.h"
#include "view/curve_widget.h"
#include "view/value_slider.h"

namespace weft::editor {
namespace {

constexpr double kWidestRange = 1e5;  // beyond it a slider would jump

QString text_of(const ParameterRef& p, const ParameterValue& value) {
    return QString::fromStdString(format_value(p, readable(value)));
}

/// Says what is wrong with what a field holds; nothing, where it is empty.
void mark_bad(QLineEdit& field, const QString& problem) {
    if (field.accessibleDescription() == problem) return;
    if (field.accessibleDescription().isEmpty()) field.setProperty("usual-tip", field.toolTip());
    field.setAccessibleDescription(problem);
    field.setToolTip(problem.isEmpty() ? field.property("usual-tip").toString() : problem);
    field.setProperty("bad", !problem.isEmpty());
    field.style()->unpolish(&field);
    field.style()->polish(&field);
}

void show_text(QLineEdit& field, const QString& text) {
    field.setProperty("shown", text);
    field.setText(text);
    field.setModified(false);
    field.setCursorPosition(0);
    mark_bad(field, {});
}

/// A field that keeps what is refused, until it is corrected or Escape shows what is.
QLineEdit* make_field(const ValueEdits& edits, QWidget* parent) {
    auto* field = new QLineEdit(parent);
    field->setObjectName(QStringLiteral("field"));
    QObject::connect(field, &QLineEdit::editingFinished, field, [field, edits] {
        if (!field->isModified()) return;
        const QString typed = field->text(), problem = edits.set(typed);
        field->setModified(false);
        if (problem.isEmpty()) return;
        field->setText(typed);
        mark_bad(*field, problem);
        QToolTip::showText(field->mapToGlobal(QPoint(0, field->height())), problem, field);
    });
    auto* give_up = new QShortcut(Qt::Key_Escape, field, nullptr, nullptr, Qt::WidgetShortcut);
    QObject::connect(give_up, &QShortcut::activated, field,
                     [field] { show_text(*field, field->property("shown").toString()); });
    return field;
}

ValueEditor make_number(const ParameterRef& p, const ValueEdits& edits, QWidget* parent) {
    auto* row = new QWidget(parent);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    QLineEdit* field = make_field(edits, row);
    field->setAlignment(Qt::AlignRight);
    const auto show_field = [p, field](const ParameterValue& value) {
        show_text(*field, text_of(p, value));
    };
    const double low = p.minimum, range = p.maximum - p.minimum;
    if (range > kWidestRange) {
        layout->addWidget(field);
        return {row, show_field};
    }
    field->setFixedWidth(64);
    const bool whole = form_of(p.type) == ValueForm::kWhole;
    auto* slider = new ValueSlider(whole ? std::max(1, static_cast<int>(range)) : kFineSteps, row);
    slider->setObjectName(QStringLiteral("slider"));
    layout->addWidget(slider, 1);
    layout->addWidget(field);
    // Large ranges of positive numbers have their use near the low end: squares go there finer.
    const bool squared = !whole && range > 20.0 && low >= 0.0;
    QObject::connect(slider, &QSlider::valueChanged, slider, [=](int step) {
        double t = static_cast<double>(step) / slider->maximum();
        if (squared) t *= t;
        const double v = low + t * range;
        // As fine as the slider goes, and no finer: figures that people can read.
        const double grain =
            std::pow(10.0, std::floor(std::log10(range)) - (slider->is_fine() ? 4.0 : 3.0));
        edits.dragged(whole ? QString::number(std::lround(v))
                            : QString::number(std::round(v / grain) * grain, 'g', 6));
    });
    QObject::connect(slider, &QSlider::sliderReleased, slider, edits.ended);
    const auto show = [=](const ParameterValue& value) {
        const QSignalBlocker quiet(slider);
        double t = (to_number(value).value_or(low) - low) / range;
        if (squared) t = std::sqrt(t);
        slider->setValue(static_cast<int>(std::lround(t * slider->maximum())));
        show_field(value);
    };
    return {row, show};
}

/// The curve, and below it its points as they are typed.
ValueEditor make_curve(const ParameterRef& p, const ValueEdits& edits, QWidget* parent) {
    auto* column = new QWidget(parent);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    auto* curve = new CurveWidget(p, column);
    QLineEdit* field = make_field(edits, column);
    layout->addWidget(curve);
    layout->addWidget(field);
    QObject::connect(curve, &CurveWidget::edited, curve, edits.set);
    QObject::connect(curve, &CurveWidget::dragged, curve, edits.dragged);
    QObject::connect(curve, &CurveWidget::drag_ended, curve, edits.ended);
    const auto show = [p, curve, field](const ParameterValue& value) {
        curve->show_points(points_of(value));
        show_text(*field, text_of(p, value));
    };
    return {column, show};
}

ValueEditor make_list(const ParameterRef& p, const ValueEdits& edits, QWidget* parent) {
    auto* box = new QComboBox(parent);
    for (const std::string& name : names_of(p)) box->addItem(QString::fromStdString(name));
    QObject::connect(box, &QComboBox::textActivated, box,
                     [edits](const QString& text) { edits.set(text); });
    const auto show = [p, box](const ParameterValue& value) {
        box->setCurrentText(text_of(p, value));
    };
    return {box, show};
}

ValueEditor make_check(const ValueEdits& edits, QWidget* parent) {
    auto* box = new QCheckBox(parent);
    QObject::connect(box, &QCheckBox::clicked, box,
                     [edits](bool on) { edits.set(on ? "true" : "false"); });
    const auto show = [box](const ParameterValue& value) {
        box->setChecked(std::get<bool>(value));
    };
    return {box, show};
}

}  // namespace

ValueEditor make_value_editor(const ParameterRef& parameter, const ValueEdits& edits,
                              QWidget* parent) {
    switch (form_of(parameter.type)) {
        case ValueForm::kNumber:
        case ValueForm::kWhole: return make_number(parameter, edits, parent);
        case ValueForm::kFlag: return make_check(edits, parent);
        case ValueForm::kNamed: return make_list(parameter, edits, parent);
        case ValueForm::kNumberList:
            if (parameter.group == ParameterGroup::eCurve)
                return make_curve(parameter, edits, parent);
            break;
        case ValueForm::kText: break;
    }
    QLineEdit* field = make_field(edits, parent);
    const auto show = [parameter, field](const ParameterValue& value) {
        show_text(*field, text_of(parameter, value));
    };
    return {field, show};
}

}  // namespace weft::editor
