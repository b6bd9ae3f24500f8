#include "curves/key_figures.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>

#include "model/expression.h"
#include "model/readable.h"
#include "view/theme.h"

namespace weft::editor {
namespace {

QString figure(double number) {
    return QString::fromStdString(format_value(readable(static_cast<float>(number))));
}

}  // namespace

KeyFigures::KeyFigures(Session& session, CurvePlot& plot, QWidget* parent)
    : QWidget(parent), session_(session), plot_(plot) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    first_ = add_field("key-frame");
    layout->addSpacing(8);
    second_ = add_field("key-value");
    connect(&plot, &CurvePlot::selected_changed, this, &KeyFigures::show_figures);
    show_figures();
}

KeyFigures::Field KeyFigures::add_field(const char* name) {
    const Field field{new QLabel, new QLineEdit};
    theme::set_tone(*field.label, theme::Tone::kDim);
    field.line->setObjectName(QLatin1String(name));
    field.line->setAlignment(Qt::AlignRight);
    field.line->setFixedWidth(72);
    field.label->setBuddy(field.line);
    layout()->addWidget(field.label);
    layout()->addWidget(field.line);
    connect(field.line, &QLineEdit::editingFinished, this, [this, line = field.line] {
        if (line->isModified()) take(line->text(), line == first_.line);
    });
    return field;
}

void KeyFigures::take(const QString& text, bool first) {
    if (plot_.tangent())
        set_tangent_figure(text, first ? &Tangent::slope : &Tangent::weight);
    else if (first)
        set_frame(text);
    else
        set_number(text);
    show_figures();
}

void KeyFigures::show_figures() {
    const bool any = !plot_.selected().empty();
    for (QLineEdit* line : {first_.line, second_.line}) {
        line->setEnabled(any);
        line->setPlaceholderText(any ? tr("several") : QString());
    }
    if (plot_.tangent())
        show_tangent(*plot_.tangent());
    else
        show_keys();
    const QString of = plot_.tangent() ? tr("the tangent in hand") : tr("the selected keyframes");
    for (const Field& field : {first_, second_}) {
        field.line->setAccessibleName(tr("%1 of %2").arg(field.label->text(), of));
        field.line->setModified(false);
    }
}

void KeyFigures::show_keys() {
    const TrackKeys& keys = plot_.selected();
    const Graph& graph = session_.document().draft.graph;
    bool one_frame = !keys.empty(), one_number = one_frame;
    double number = 0.0;
    for (const TrackKey& key : keys) {
        const double v = number_in(find_key(graph, key)->value, key.track.part);
        one_frame = one_frame && key.frame == keys.begin()->frame;
        one_number = one_number && (key == *keys.begin() || v == number);
        number = v;
    }
    first_.label->setText(tr("Frame"));
    first_.line->setText(one_frame ? QString::number(keys.begin()->frame) : QString());
    second_.label->setText(tr("Value"));
    second_.line->setText(one_number ? figure(number) : QString());
}

void KeyFigures::show_tangent(const TangentId& id) {
    const Tangent tangent = tangent_at(session_.document().draft.graph, id);
    first_.label->setText(tr("Slope"));
    first_.line->setText(figure(static_cast<double>(tangent.slope)));
    second_.label->setText(tr("Weight"));
    second_.line->setText(figure(static_cast<double>(tangent.weight)));
}

void KeyFigures::set_frame(const QString& text) {
    bool good = false;
    const int frame = text.toInt(&good);
    const TrackKeys& keys = plot_.selected();
    if (!good)
        session_.say(tr("A frame is a whole number, not \"%1\"").arg(text));
    else if (!keys.empty())
        plot_.nudge(frame - keys.begin()->frame, 0);
}

void KeyFigures::set_number(const QString& text) {
    const TrackKeys& keys = plot_.selected();
    if (keys.empty()) return;
    const TrackKey& first = *keys.begin();
    const Keyframe& key = *find_key(session_.document().draft.graph, first);
    const Result<double> number =
        evaluate_expression(text.toStdString(), number_in(key.value, first.track.part));
    session_.apply(tr("Set keyframes"),
                   number ? set_numbers(session_.document(), session_.library(), keys, *number)
                          : number.error());
}

void KeyFigures::set_tangent_figure(const QString& text, float Tangent::* figure) {
    Tangent to = tangent_at(session_.document().draft.graph, *plot_.tangent());
    const Result<double> number =
        evaluate_expression(text.toStdString(), static_cast<double>(to.*figure));
    if (!number) return session_.say(QString::fromStdString(number.error().message));
    to.*figure = static_cast<float>(*number);
    plot_.pull_to(to);
}

}  // namespace weft::editor
