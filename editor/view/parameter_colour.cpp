// The rows of a colour: all of it, its wheel, and red, green and blue where they are spread.
#include <QFormLayout>
#include <QHBoxLayout>
#include <algorithm>
#include <optional>

#include "commands/interface_edits.h"
#include "commands/time_edits.h"
#include "graph/parameter_types.h"
#include "model/expression.h"
#include "model/grouped_parameters.h"
#include "view/colour_box.h"
#include "view/colour_row.h"
#include "view/parameter_label.h"
#include "view/parameter_panel.h"
#include "view/theme.h"
#include "view/value_editor.h"

namespace weft::editor {
namespace {

bool are_equal(const Colour& light) { return light[0] == light[1] && light[1] == light[2]; }

std::string number_text(double v) { return format_float(static_cast<float>(v)); }

/// Numbers of a field, as they are set: one for all three where they are equal.
std::string colour_text(const Colour& light) {
    if (are_equal(light)) return number_text(light[0]);
    return number_text(light[0]) + "," + number_text(light[1]) + "," + number_text(light[2]);
}

/// The same to be read.
QString shown_text(const Colour& light) {
    const auto text = [](double v) { return QString::number(v, 'g', 5); };
    if (are_equal(light)) return QString::fromStdString(number_text(light[0]));
    return text(light[0]) + "," + text(light[1]) + "," + text(light[2]);
}

}  // namespace

ParameterPanel::ColourEntry ParameterPanel::colour_entry(const std::vector<Entry>& entries,
                                                         const Entry* alpha) const {
    ColourEntry colour;
    if (alpha) colour.alpha = *alpha;
    colour.path = entries.front().path;
    colour.entries = entries;
    colour.label = entries.front().label;
    for (const Entry& entry : entries) {
        colour.shown.push_back(shown_by(entry));
        colour.ids.push_back(colour.shown.back().id);
    }
    if (entries.size() == 1) return colour;
    std::vector<std::string> labels;
    for (const Entry& entry : entries) labels.push_back(entry.label.toStdString());
    const std::string shared = shared_label(labels).shared;
    colour.label =
        shared.empty() ? tr("Colour") : tr("%1 colour").arg(QString::fromStdString(shared));
    return colour;
}

Colour ParameterPanel::light_of(const ColourEntry& colour) const {
    const std::optional<ColourGroup> group = colour_at(
        session_.document().draft.graph, session_.library(), colour.ids.front(), session_.frame());
    return group ? group->light : Colour{};
}

/// Sets what was typed for all of a colour: one number for all three, or three, or four with alpha;
/// keyframes of all three.
QString ParameterPanel::set_components(const ColourEntry& colour, const QString& text) {
    if (colour.entries.size() == 1) return set(colour.path, colour.shown.front().sets, text);
    if (showing_) return {};
    const std::string typed = text.toStdString();
    const bool keys = typed.find(':') != std::string::npos;
    const std::vector<std::string> parts =
        keys ? std::vector<std::string>{typed} : list_entries(typed);
    const bool with_alpha = colour.alpha && parts.size() == 4;
    if (parts.size() != 1 && parts.size() != 3 && !with_alpha)
        return colour.alpha
                   ? tr("Expected one number, or red, green and blue, perhaps with alpha, "
                        "but found %1 numbers")
                         .arg(parts.size())
                   : tr("Expected one number, or red, green and blue, but found %1 numbers")
                         .arg(parts.size());
    const Graph& graph = session_.document().draft.graph;
    const Colour now = light_of(colour);
    std::vector<std::pair<std::string, std::string>> values;
    for (std::size_t i = 0; i < colour.ids.size(); ++i) {
        const Result<std::string> value =
            without_expressions(colour.shown[i].ref, parts[parts.size() == 1 ? 0 : i],
                                ParameterValue(static_cast<float>(now[i])));
        if (!value) return QString::fromStdString(value.error().message);
        values.emplace_back(edit_path(graph, colour.ids[i]), *value);
    }
    if (with_alpha) {
        const Shown alpha = shown_by(*colour.alpha);
        const Result<std::string> value = without_expressions(alpha.ref, parts[3], alpha.usual);
        if (!value) return QString::fromStdString(value.error().message);
        values.emplace_back(edit_path(graph, alpha.id), *value);
    }
    const Result<Document> after =
        set_all_at(session_.document(), session_.library(), values, session_.frame());
    if (session_.apply(tr("Set %1").arg(colour.label), after)) return {};
    refresh();
    return QString::fromStdString(after.error().message);
}

void ParameterPanel::choose_colour(const ColourEntry& colour, const Colour& light) {
    const Graph& graph = session_.document().draft.graph;
    const ParameterRef& ref = colour.shown.front().ref;
    Colour taken;
    for (std::size_t i = 0; i < taken.size(); ++i) {
        const double v = std::clamp(light[i], ref.minimum, ref.maximum);
        taken[i] = QString::number(v, 'g', 6).toDouble();
    }
    std::vector<std::pair<std::string, std::string>> values;
    if (colour.entries.size() == 1)
        for (const ParameterId& id : colour.shown.front().sets)
            values.emplace_back(edit_path(graph, id), colour_text(taken));
    else
        for (std::size_t i = 0; i < colour.ids.size(); ++i)
            values.emplace_back(edit_path(graph, colour.ids[i]), number_text(taken[i]));
    if (!before_choice_) before_choice_ = session_.document();
    choice_ = QStringLiteral("colour %1").arg(QString::fromStdString(colour.path));
    session_.apply(tr("Choose the colour of %1").arg(colour.label),
                   set_all_at(session_.document(), session_.library(), values, session_.frame()),
                   choice_);
}

void ParameterPanel::end_choice(bool accepted) {
    const auto before = std::exchange(before_choice_, std::nullopt);
    // The same step once more, so that nothing is left of it.
    if (!accepted && before) session_.apply(tr("Choose a colour"), *before, choice_);
    session_.end_merge();
}

ColourBox* ParameterPanel::make_colour_box(const ColourEntry& colour, const SlidRange& range) {
    auto* box = new ColourBox(colour.label, colour.shown.front().ref, range);
    box->setObjectName(QString::fromStdString("wheel:" + colour.path));
    connect(box, &ColourBox::chosen, this,
            [=, this](const Colour& light) { choose_colour(colour, light); });
    connect(box, &ColourBox::ended, this, &ParameterPanel::end_choice);
    return box;
}

/// A list's are part of its parameter; else each is a parameter with all that rows have.
QWidget* ParameterPanel::add_component(QFormLayout& form, const ColourEntry& colour, int component,
                                       const SlidRange& range) {
    static constexpr const char* kNames[] = {QT_TR_NOOP("Red"), QT_TR_NOOP("Green"),
                                             QT_TR_NOOP("Blue")};
    const auto at = static_cast<std::size_t>(component);
    auto* field = new QWidget;
    auto* layout = new QHBoxLayout(field);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    const auto add_editor = [&](const ParameterRef& ref, const ValueEdits& edits,
                                const std::string& name, const QString& spoken) {
        const ValueEditor editor = make_number_editor(ref, range, edits);
        editor.widget->setObjectName(QString::fromStdString(name));
        editor.widget->setMinimumHeight(24);
        for (QWidget* part : editor.widget->findChildren<QWidget*>())
            part->setAccessibleName(spoken);
        layout->addWidget(editor.widget, 1);
        return editor;
    };
    if (colour.entries.size() == 1) {
        // The numbers of the others stay.
        const auto whole = [=, this](const QString& text) {
            const Colour light = light_of(colour);
            QStringList parts;
            for (std::size_t i = 0; i < light.size(); ++i)
                parts.append(i == at ? text : QString::fromStdString(number_text(light[i])));
            return parts.join(',');
        };
        const std::vector<ParameterId> sets = colour.shown.front().sets;
        const ValueEdits edits{
            [=, this](const QString& text) { return set(colour.path, sets, whole(text)); },
            [=, this](const QString& text) { set_dragged(colour.path, sets, whole(text)); },
            [this] { session_.end_merge(); }};
        ParameterRef one = colour.shown.front().ref;
        one.type = ParameterType::eFloat;
        one.group = ParameterGroup::eNone;
        const QString name = tr(kNames[at]);
        const ValueEditor editor = add_editor(one, edits, "value:" + colour.path + ":" + kNames[at],
                                              tr("%1, %2").arg(colour.label, name.toLower()));
        layout->addSpacing(KeyMark::kWidth + layout->spacing());
        auto* label = new QLabel(name);
        theme::set_tone(*label, theme::Tone::kDim);
        form.addRow(label, field);
        rows_.push_back({colour.entries.front().node, [=, this](const Node&) {
                             editor.show(static_cast<float>(light_of(colour)[at]));
                         }});
        return field;
    }
    const Entry& entry = colour.entries[at];
    const Shown shown = colour.shown[at];
    const ValueEditor editor =
        add_editor(shown.ref, edits_of(entry.path, shown.sets), "value:" + entry.path, entry.label);
    editor.widget->setToolTip(shown.tip);
    const Parts parts = make_parts(entry, shown, entry.label);
    layout->addWidget(parts.mark);
    form.addRow(parts.label, field);
    show_in_row(entry, shown, parts, editor.show);
    return field;
}

/// The label and the diamond of all of a colour. Of three parameters the label offers one control
/// for all three; each has a label of its own where they are spread.
ParameterPanel::Parts ParameterPanel::make_colour_parts(const ColourEntry& colour) {
    if (colour.entries.size() == 1)
        return make_parts(colour.entries.front(), colour.shown.front(), colour.label);
    const auto reset = [=, this] {
        const Graph& graph = session_.document().draft.graph;
        Result<Document> after = session_.document();
        std::vector<Shown> all = colour.shown;
        if (colour.alpha) all.push_back(shown_by(*colour.alpha));
        for (const Shown& shown : all)
            if (after)
                after = weft::editor::set(*after, session_.library(), edit_path(graph, shown.id),
                                          format_value(shown.ref, shown.usual));
        session_.apply(tr("Reset %1").arg(colour.label), after);
    };
    Control offered = colour.shown.front().offered;
    for (std::size_t i = 1; i < colour.shown.size(); ++i)
        offered.targets.push_back(colour.shown[i].offered.targets.front());
    const auto fill_menu = [=, this](QMenu& menu) {
        fill_group_menu(menu, offered);
        fill_control_menu(menu, colour.ids);
    };
    const Parts parts =
        make_parts("colour:" + colour.path, colour.label, colour.ids, reset, fill_menu);
    parts.label->set_dragged(offered);
    return parts;
}

/// Whether a parameter is what it is by itself, at all frames.
bool ParameterPanel::is_usual(const Shown& shown) const {
    const Graph& graph = session_.document().draft.graph;
    const Node& node = *graph.find(shown.id.node);
    const FunctorDescriptor d = weft::describe(*session_.library().find(node.functor));
    const auto at = static_cast<std::size_t>(d.find_parameter(shown.id.parameter));
    return !curve_of(graph, shown.id) && node.parameters[at] == shown.usual;
}

/// A row as others, that is there where the colour is spread or the alpha is not the usual one.
void ParameterPanel::add_alpha(QFormLayout& form, const ColourEntry& colour) {
    const int row = form.rowCount();
    add_row(form, *colour.alpha);
    const Shown shown = shown_by(*colour.alpha);
    rows_.push_back({colour.alpha->node, [=, this, &form](const Node&) {
                         const bool spread =
                             !are_equal(light_of(colour)) || spread_.contains(colour.path);
                         form.setRowVisible(row, spread || !is_usual(shown));
                     }});
}

void ParameterPanel::add_colour_rows(QFormLayout& form, const std::vector<Entry>& entries,
                                     const Entry* alpha) {
    const ColourEntry colour = colour_entry(entries, alpha);
    const Shown& first = colour.shown.front();
    const std::vector<double> usual = numbers_of(first.usual);
    const SlidRange range = colour_range(first.ref, usual.empty() ? 0.0 : usual.front());
    const std::vector<ParameterId> sets = entries.size() == 1 ? first.sets : colour.ids;
    const std::string path = colour.path;
    auto* row =
        new ColourRow(colour.label, first.ref, range,
                      {[=, this](const QString& text) { return set_components(colour, text); },
                       [=, this](const QString& text) { set_dragged(path, sets, text); },
                       [this] { session_.end_merge(); }});
    row->setObjectName(QString::fromStdString((entries.size() == 1 ? "value:" : "colour:") + path));
    row->setAccessibleName(colour.label);
    row->setMinimumHeight(24);
    row->setToolTip(first.tip);
    if (alpha) row->name_alpha();
    const Parts parts = make_colour_parts(colour);
    auto* field = new QHBoxLayout;
    field->setSpacing(4);
    field->addWidget(row, 1);
    field->addWidget(parts.mark);
    form.addRow(parts.label, field);
    ColourBox* box = make_colour_box(colour, range);
    form.addRow(box);
    QWidget* components[3];
    for (int i = 0; i < 3; ++i) components[i] = add_component(form, colour, i, range);
    if (alpha) add_alpha(form, colour);
    const auto show = [=, this, tip = first.tip, &form](const Node&) {
        const Colour light = light_of(colour);
        const bool spread = !are_equal(light) || spread_.contains(path),
                   open = wheels_.contains(path);
        row->show_value(shown_text(light), light);
        row->show_spread(spread);
        row->show_wheel(open);
        row->show_picking(picking_ && picking_->path == path);
        box->show_colour(light);
        form.setRowVisible(box, open);
        for (QWidget* component : components) form.setRowVisible(component, spread);
        bool changed = false;
        for (std::size_t i = 0; i < colour.shown.size(); ++i) {
            const std::vector<double> numbers = numbers_of(colour.shown[i].usual);
            for (std::size_t k = 0; k < light.size(); ++k)
                if (!numbers.empty() && (colour.shown.size() == 1 || k == i))
                    changed = changed || light[k] != numbers[std::min(k, numbers.size() - 1)];
        }
        show_parts(parts, colour.ids, tip, changed);
    };
    rows_.push_back({entries.front().node, show});
    connect(row, &ColourRow::spread_wanted, this, [=, this](bool spread) {
        spread ? void(spread_.insert(path)) : void(spread_.erase(path));
        const Colour light = light_of(colour);
        const QString mean = QString::number((light[0] + light[1] + light[2]) / 3.0, 'g', 6);
        if (!spread && !are_equal(light))
            set_components(colour, mean);
        else
            refresh();
    });
    connect(row, &ColourRow::wheel_wanted, this, [=, this](bool open) {
        open ? void(wheels_.insert(path)) : void(wheels_.erase(path));
        refresh();
    });
    connect(row, &ColourRow::picking_wanted, this,
            [=, this](bool picking) { pick_for(colour, picking); });
}

void ParameterPanel::pick_for(const ColourEntry& colour, bool picking) {
    if (!picking) return end_picking();
    picking_ = colour;
    Q_EMIT picking_changed(colour.label);
    refresh();
}

void ParameterPanel::take_picked(const Colour& light) {
    if (picking_) choose_colour(*picking_, light);
}

void ParameterPanel::end_pick() { end_choice(true); }

void ParameterPanel::end_picking() {
    if (!std::exchange(picking_, std::nullopt)) return;
    Q_EMIT picking_changed({});
    refresh();
}

}  // namespace weft::editor
