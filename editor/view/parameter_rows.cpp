// The rows of the panel: a label, what edits the value, and a diamond; those that belong together
// as one.
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>

#include "commands/time_edits.h"
#include "graph/clones.h"
#include "graph/parameter_types.h"
#include "model/grouped_parameters.h"
#include "view/curve_widget.h"
#include "view/parameter_label.h"
#include "view/parameter_panel.h"
#include "view/theme.h"
#include "view/value_editor.h"

namespace weft::editor {
namespace {

constexpr double kPointStep = 0.001;  // of the frame, for a pixel of a drag

FunctorDescriptor descriptor_of(const Session& session, NodeId node) {
    return weft::describe(
        *session.library().find(session.document().draft.graph.find(node)->functor));
}

}  // namespace

void ParameterPanel::add_node_rows(QFormLayout& form, const Node& node) {
    const FunctorDescriptor d = weft::describe(*session_.library().find(node.functor));
    std::vector<Entry> entries;
    for (std::size_t i = 0; i < d.parameters.size(); ++i)
        entries.push_back(
            {node.name + "." + d.parameters[i].name, QString::fromUtf8(d.parameters[i].ref.label),
             QString::fromUtf8(d.parameters[i].ref.help), node.id, static_cast<int>(i)});
    add_rows(form, entries);
}

void ParameterPanel::add_control_rows(QFormLayout& form) {
    std::vector<Entry> entries;
    for (const Control& control : session_.document().draft.graph.controls) {
        const auto& [id, parameter] = control.targets.front();
        entries.push_back({control.name, QString::fromStdString(control.label),
                           QString::fromStdString(control.help), id,
                           descriptor_of(session_, id).find_parameter(parameter)});
    }
    add_rows(form, entries);
}

/// The controls of the group, those without a label below the names of their nodes.
void ParameterPanel::add_group_rows(QFormLayout& form, const Group& group) {
    NodeId last;
    std::vector<Entry> entries;
    const auto add_entries = [&] { add_rows(form, std::exchange(entries, {})); };
    for (const Control& control : group.controls) {
        const auto& [id, parameter] = control.targets.front();
        const Node& node = *session_.document().draft.graph.find(id);
        const FunctorDescriptor d = weft::describe(*session_.library().find(node.functor));
        const int index = d.find_parameter(parameter);
        if (index < 0) continue;  // of a functor that has been written anew
        const bool own = !control.label.empty();
        if (!own && id != last) {
            add_entries();
            auto* heading = new QLabel(QString::fromStdString(node.name));
            theme::set_tone(*heading, theme::Tone::kDim);
            form.addRow(heading);
        }
        last = own ? NodeId{} : id;
        const ParameterRef& ref = d.parameters[static_cast<std::size_t>(index)].ref;
        const bool helped = !control.help.empty();
        entries.push_back(
            {own ? group.name + "." + control.name : node.name + "." + parameter,
             own ? QString::fromStdString(control.label) : QString::fromUtf8(ref.label),
             helped ? QString::fromStdString(control.help) : QString::fromUtf8(ref.help), id, index,
             &control});
    }
    add_entries();
}

/// Rows, in order; of entries that belong together one for all.
void ParameterPanel::add_rows(QFormLayout& form, const std::vector<Entry>& entries) {
    for (std::size_t i = 0; i < entries.size();) {
        const FunctorDescriptor d = descriptor_of(session_, entries[i].node);
        const std::optional<WholeGroup> group = group_at(d, entries[i].parameter);
        const std::size_t size = group ? static_cast<std::size_t>(group->size) : 1;
        bool all_there = group && i + size <= entries.size();
        for (std::size_t k = 1; all_there && k < size; ++k)
            all_there = entries[i + k].node == entries[i].node &&
                        entries[i + k].parameter == entries[i].parameter + static_cast<int>(k);
        const std::size_t next = i + (all_there ? size : 1);
        const std::vector<Entry> together(entries.begin() + static_cast<std::ptrdiff_t>(i),
                                          entries.begin() + static_cast<std::ptrdiff_t>(next));
        const bool alpha = all_there && group->alpha && next < entries.size() &&
                           entries[next].node == entries[i].node &&
                           entries[next].parameter == entries[i].parameter + static_cast<int>(size);
        if (all_there && group->group == ParameterGroup::eColour)
            add_colour_rows(form, together, alpha ? &entries[next] : nullptr);
        else if (all_there)
            add_pair(form, together[0], together[1], group->group);
        else
            add_row(form, together[0]);
        i = next + (alpha ? 1 : 0);
    }
}

ParameterPanel::Shown ParameterPanel::shown_by(const Entry& entry) const {
    const Graph& graph = session_.document().draft.graph;
    const Node& owner = *graph.find(entry.node);
    const FunctorType& type = *session_.library().find(owner.functor);
    const std::unique_ptr<FunctorBase> defaults(type.create());
    Shown shown;
    shown.ref = weft::describe(type).parameters[static_cast<std::size_t>(entry.parameter)].ref;
    shown.usual = get_value(parameters_of(*defaults)[static_cast<std::size_t>(entry.parameter)]);
    // Of clones the original: its keyframes, links and controls are theirs.
    shown.id = {original_of(session_.document().draft, entry.node), shown.ref.name};
    shown.sets = {shown.id};
    shown.offered = control_of(ParameterId{entry.node, shown.ref.name});
    if (entry.group_control && !entry.group_control->label.empty()) {
        shown.offered = *entry.group_control;
        shown.sets = targets_of(shown.offered);
    }
    shown.tip =
        tr("<p>%1</p><p>%2 · usually %3</p>")
            .arg(entry.help.toHtmlEscaped(),
                 QString::fromStdString(describe_range(shown.ref)).toHtmlEscaped(),
                 QString::fromStdString(format_value(shown.ref, shown.usual)).toHtmlEscaped());
    return shown;
}

ValueEdits ParameterPanel::edits_of(const std::string& path, const std::vector<ParameterId>& sets) {
    return {[=, this](const QString& text) { return set(path, sets, text); },
            [=, this](const QString& text) { set_dragged(path, sets, text); },
            [this] { session_.end_merge(); }};
}

ParameterPanel::Parts ParameterPanel::make_parts(const std::string& path, const QString& label,
                                                 const std::vector<ParameterId>& sets,
                                                 const std::function<void()>& reset,
                                                 const std::function<void(QMenu&)>& fill_menu) {
    auto* mark = new KeyMark(label);
    mark->setObjectName(QString::fromStdString("key:" + path));
    connect(mark, &KeyMark::clicked, this,
            [=, this] { toggle_key(target(path, sets), mark->state()); });
    const auto show_menu = [=, this](QPoint point) {
        QMenu menu;
        connect(menu.addAction(tr("Reset")), &QAction::triggered, this, reset);
        fill_key_menu(menu, target(path, sets), mark->state());
        if (fill_menu) fill_menu(menu);
        menu.exec(point);
    };
    // The mark has the focus that a label cannot have: the menu key opens it there.
    mark->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(mark, &QWidget::customContextMenuRequested, mark,
            [=](QPoint point) { show_menu(mark->mapToGlobal(point)); });
    auto* name = new ParameterLabel(label, reset, show_menu);
    name->setObjectName(QString::fromStdString("label:" + path));
    return {name, mark};
}

ParameterPanel::Parts ParameterPanel::make_parts(const Entry& entry, const Shown& shown,
                                                 const QString& label) {
    const std::string path = entry.path;
    const auto reset = [=, this, sets = shown.sets, ref = shown.ref, usual = shown.usual] {
        const Target to = target(path, sets);
        session_.apply(tr("Reset %1").arg(to.name),
                       at_each(session_.document(), to.paths,
                               [&](const Document& document, const std::string& one) {
                                   return weft::editor::set(document, session_.library(), one,
                                                            format_value(ref, usual));
                               }));
    };
    const auto fill_menu = [=, this, node = entry.node, offered = shown.offered, sets = shown.sets,
                            parameter = std::string(shown.ref.name)](QMenu& menu) {
        fill_group_menu(menu, offered);
        fill_control_menu(menu, sets);
        fill_told_menu(menu, node, parameter);
    };
    const Parts parts = make_parts(path, label, shown.sets, reset, fill_menu);
    parts.label->set_dragged(shown.offered);
    return parts;
}

/// The state of a label and a diamond, of the parameters that a row is for.
void ParameterPanel::show_parts(const Parts& parts, const std::vector<ParameterId>& ids,
                                const QString& tip, bool changed) const {
    const int frame = session_.frame();
    bool any = false, all = true;
    QString links;
    for (const ParameterId& id : ids) {
        const Curve* curve = curve_of(session_.document().draft.graph, id);
        any = any || curve;
        all = all && curve && key_at(*curve, frame);
        const QString linked = linked_names(id);
        if (!linked.isEmpty()) links += (links.isEmpty() ? "" : ", ") + linked;
    }
    parts.label->mark(any || changed);
    parts.label->show_links(links);
    parts.label->setToolTip(links.isEmpty() ? tip : tip + tr("<p>Linked with %1</p>").arg(links));
    parts.mark->show_state(all ? KeyState::kKey : any ? KeyState::kAnimated : KeyState::kStill);
}

void ParameterPanel::show_in_row(const Entry& entry, const Shown& shown, const Parts& parts,
                                 const std::function<void(const ParameterValue&)>& show) {
    rows_.push_back({entry.node, [=, this, parameter = entry.parameter](const Node& owner) {
                         const ParameterValue value =
                             value_at(owner, shown.ref, parameter, session_.frame());
                         show(value);
                         show_parts(parts, {shown.id}, shown.tip, !(value == shown.usual));
                     }});
}

void ParameterPanel::add_row(QFormLayout& form, const Entry& entry) {
    const Shown shown = shown_by(entry);
    const ValueEditor editor =
        make_value_editor(shown.ref, edits_of(entry.path, shown.sets), nullptr);
    editor.widget->setObjectName(QString::fromStdString("value:" + entry.path));
    editor.widget->setAccessibleName(entry.label);
    shape_curve(*editor.widget, {entry.node, shown.ref.name}, entry.parameter);
    editor.widget->setMinimumHeight(std::max(24, editor.widget->minimumSizeHint().height()));
    editor.widget->setToolTip(shown.tip);
    const Parts parts = make_parts(entry, shown, entry.label);
    auto* field = new QHBoxLayout;
    field->setSpacing(4);
    field->addWidget(editor.widget, 1);
    field->addWidget(parts.mark);
    form.addRow(parts.label, field);
    show_in_row(entry, shown, parts, editor.show);
}

/// x and y side by side, each with its own diamond, menu and label to be dragged.
void ParameterPanel::add_pair(QFormLayout& form, const Entry& x, const Entry& y,
                              ParameterGroup group) {
    const SharedLabel label = shared_label({x.label.toStdString(), y.label.toStdString()});
    auto* field = new QHBoxLayout;
    field->setSpacing(4);
    std::vector<ParameterId> sets;
    for (const Entry* entry : {&x, &y}) {
        const Shown shown = shown_by(*entry);
        sets.insert(sets.end(), shown.sets.begin(), shown.sets.end());
        const double step = group == ParameterGroup::ePoint ? kPointStep : 1.0;
        auto* number = new NumberField(shown.ref, step, edits_of(entry->path, shown.sets));
        number->setObjectName(QString::fromStdString("value:" + entry->path));
        number->setAccessibleName(entry->label);
        number->setMinimumWidth(48);
        number->setMinimumHeight(24);
        number->setToolTip(shown.tip);
        const Parts parts =
            make_parts(*entry, shown, QString::fromStdString(label.rest[entry == &x ? 0 : 1]));
        parts.label->setAccessibleName(entry->label);
        field->addWidget(parts.label);
        field->addWidget(number, 1);
        field->addWidget(parts.mark);
        show_in_row(*entry, shown, parts, [number, ref = shown.ref](const ParameterValue& value) {
            number->show_text(text_of(ref, value));
        });
    }
    auto* name =
        new QLabel(label.shared.empty() ? tr("Point") : QString::fromStdString(label.shared));
    theme::set_tone(*name, theme::Tone::kDim);
    form.addRow(name, field);
}

/// How a curve among the editors runs through its points. The source of a document's own functors
/// may be anything: nothing of it runs here, and its curves are drawn by straight lines.
void ParameterPanel::shape_curve(QWidget& editor, const ParameterId& id, int parameter) {
    auto* curve = editor.findChild<CurveWidget*>();
    if (!curve) return;
    curve->setAccessibleName(tr("%1, a curve").arg(editor.accessibleName()));
    curve->set_shape([=, this](double left, double right, int count) {
        const Node* node = session_.document().draft.graph.find(id.node);
        if (!node || !sampler_ ||
            !header_of(session_.document(), session_.library(), node->functor).empty())
            return std::vector<float>();
        const FunctorType& type = *session_.library().find(node->functor);
        const ParameterRef ref =
            weft::describe(type).parameters[static_cast<std::size_t>(parameter)].ref;
        return sampler_(type, session_.library(), parameter,
                        value_at(*node, ref, parameter, session_.frame()), left, right, count);
    });
}

}  // namespace weft::editor
