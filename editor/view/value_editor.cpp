#include "view/value_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <cmath>

#include "graph/parameter_types.h"
#include "model/readable.h"
#include "view/curve_widget.h"
#include "view/value_slider.h"

namespace weft::editor {
namespace {

/// The curve, and below it its points as they are typed.
ValueEditor make_curve(const ParameterRef& p, const ValueEdits& edits, QWidget* parent) {
    auto* column = new QWidget(parent);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    auto* curve = new CurveWidget(p, column);
    auto* field = new ValueField(edits);
    layout->addWidget(curve);
    layout->addWidget(field);
    QObject::connect(curve, &CurveWidget::edited, curve, edits.set);
    QObject::connect(curve, &CurveWidget::dragged, curve, edits.dragged);
    QObject::connect(curve, &CurveWidget::drag_ended, curve, edits.ended);
    const auto show = [p, curve, field](const ParameterValue& value) {
        curve->show_points(points_of(value));
        field->show_text(text_of(p, value));
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

QString text_of(const ParameterRef& p, const ParameterValue& value) {
    return QString::fromStdString(format_value(p, readable(value)));
}

ValueSlider* make_slider(const SlidRange& range, const ValueEdits& edits) {
    const int steps =
        range.whole ? std::max(1, static_cast<int>(range.high - range.low)) : kFineSteps;
    auto* slider = new ValueSlider(steps);
    slider->setObjectName(QStringLiteral("slider"));
    QObject::connect(slider, &QSlider::valueChanged, slider, [=](int step) {
        const double v = value_at_place(range, static_cast<double>(step) / slider->maximum());
        edits.dragged(QString::fromStdString(slid_text(range, v, slider->is_fine())));
    });
    QObject::connect(slider, &QSlider::sliderReleased, slider, edits.ended);
    return slider;
}

void show_on_slider(ValueSlider& slider, const SlidRange& range, double value) {
    const QSignalBlocker quiet(slider);
    slider.setValue(static_cast<int>(std::lround(place_of_value(range, value) * slider.maximum())));
}

ValueEditor make_number_editor(const ParameterRef& parameter, const std::optional<SlidRange>& range,
                               const ValueEdits& edits, QWidget* parent) {
    auto* row = new QWidget(parent);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    auto* field = new NumberField(parameter, step_per_pixel(parameter, range), edits);
    ValueSlider* slider = nullptr;
    if (range) {
        slider = make_slider(*range, edits);
        layout->addWidget(slider, 1);
        field->setFixedWidth(kNumberWidth);
    }
    layout->addWidget(field);
    return {row, [=](const ParameterValue& value) {
                if (slider) show_on_slider(*slider, *range, to_number(value).value_or(range->low));
                field->show_text(text_of(parameter, value));
            }};
}

ValueEditor make_value_editor(const ParameterRef& parameter, const ValueEdits& edits,
                              QWidget* parent) {
    switch (form_of(parameter.type)) {
        case ValueForm::kNumber:
        case ValueForm::kWhole:
            return make_number_editor(parameter, slid_range(parameter), edits, parent);
        case ValueForm::kFlag: return make_check(edits, parent);
        case ValueForm::kNamed: return make_list(parameter, edits, parent);
        case ValueForm::kNumberList:
            if (parameter.group == ParameterGroup::eCurve)
                return make_curve(parameter, edits, parent);
            break;
        case ValueForm::kText: break;
    }
    auto* field = new ValueField(edits, parent);
    const auto show = [parameter, field](const ParameterValue& value) {
        field->show_text(text_of(parameter, value));
    };
    return {field, show};
}

}  // namespace weft::editor
