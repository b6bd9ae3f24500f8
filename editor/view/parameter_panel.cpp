#include "view/parameter_panel.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScopedValueRollback>
#include <QVBoxLayout>
#include <optional>
#include <utility>

#include "commands/functor_edits.h"
#include "commands/interface_edits.h"
#include "commands/mark_edits.h"
#include "commands/time_edits.h"
#include "graph/clones.h"
#include "model/expression.h"
#include "model/groups.h"
#include "view/theme.h"

namespace weft::editor {

ParameterPanel::ParameterPanel(Session& session, QWidget* parent)
    : QScrollArea(parent), session_(session) {
    setObjectName(QStringLiteral("parameters"));
    setFocusPolicy(Qt::NoFocus);  // a label's menu leaves the keys to the pane that had them
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(&session, &Session::selection_changed, this, &ParameterPanel::rebuild);
    connect(&session, &Session::functors_changed, this, [this] { shape_.clear(); });
    connect(&session, &Session::canvas_changed, this, &ParameterPanel::refresh);
    connect(&session, &Session::nothing_changed, this, &ParameterPanel::refresh);
    connect(&session, &Session::parameters_changed, this, &ParameterPanel::show_values);
    connect(&session, &Session::frame_changed, this, &ParameterPanel::refresh);
    rebuild();
}

void ParameterPanel::rename() {
    if (!name_) return;
    name_->setFocus();
    name_->selectAll();
}

void ParameterPanel::rebuild() {
    const Graph& graph = session_.document().draft.graph;
    if (std::exchange(picking_, std::nullopt)) Q_EMIT picking_changed({});
    rows_.clear();
    show_mark_ = nullptr;
    shape_ = shape();
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(12, 10, 12, 10);
    layout->setSpacing(8);
    add_header(*layout);
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(10);
    form->setVerticalSpacing(6);
    form->setLabelAlignment(Qt::AlignRight | Qt::AlignVCenter);
    layout->addLayout(form);
    layout->addStretch(1);
    const std::optional<ItemId> one = session_.single();
    const Node* node =
        one && one->kind == ItemKind::kNode ? graph.find(NodeId{one->value}) : nullptr;
    if (node) {
        add_node_rows(*form, *node);
    } else if (one && one->kind == ItemKind::kGroup && exists(session_.document(), *one)) {
        add_group_rows(*form, session_.document().groups.at(one->value));
    } else if (session_.selection().empty()) {
        add_control_rows(*form);
    }
    // A page may be replaced by what one of its own widgets has signalled.
    if (QWidget* old = takeWidget()) old->deleteLater();
    setWidget(page);
    refresh();
}

void ParameterPanel::add_header(QVBoxLayout& layout) {
    const Graph& graph = session_.document().draft.graph;
    const std::optional<ItemId> one = session_.single();
    name_ = nullptr;
    QString note;
    if (one) {
        const ItemId id = *one;
        if (id.kind != ItemKind::kDot) add_name(layout, id);
        if (const Node* node = graph.find(NodeId{id.value}); node && id.kind == ItemKind::kNode)
            note = is_stand_in(*node, session_.library())
                       ? unknown_text(*node)
                       : QString::fromStdString(node->functor) + clones_text(node->id);
        else if (id.kind == ItemKind::kDot)
            note = tr("A dot, which bends a wire.");
        else if (id.kind == ItemKind::kGroup)
            note = group_text(id.value);
        else if (id.kind == ItemKind::kBackdrop)
            note = tr("A backdrop. What lies on it moves with it.");
        else if (id.kind == ItemKind::kInput)
            note = tr("An input of the effect; with a file, a Read.");
        else
            note = tr("An output of the effect; with a file, a Write.");
    } else if (session_.selection().empty()) {
        auto* title = new QLabel(QString::fromStdString(graph.name));
        QFont font = title->font();
        font.setBold(true);
        title->setFont(font);
        layout.addWidget(title);
        note = QString::fromStdString(graph.summary);
    } else {
        note = tr("%1 items are selected.").arg(session_.selection().size());
    }
    auto* label = new QLabel(note);
    label->setWordWrap(true);
    theme::set_tone(*label, theme::Tone::kDim);
    layout.addWidget(label);
    if (one && one->kind == ItemKind::kBackdrop)
        add_hues(layout, one->value);
    else if (one && one->kind != ItemKind::kDot)
        add_note(layout, *one);
    if (one && (one->kind == ItemKind::kInput || one->kind == ItemKind::kOutput) &&
        exists(session_.document(), *one)) {
        if (file_tools_.facts) add_file(layout, *one);
        if (file_colours_.spaces) add_colour(layout, *one);
    }
}

/// What a group is, and what may be done with it.
QString ParameterPanel::group_text(int group) const {
    const Document& document = session_.document();
    const auto box = document.groups.find(group);
    if (box == document.groups.end()) return {};
    const std::optional<Origin>& origin = box->second.origin;
    if (!origin)
        return tr("A group of %1 nodes. Enter opens it; in it the right button on a parameter's "
                  "label shows that parameter here.")
            .arg(nodes_in(document, group).size());
    const QString name = QString::fromStdString(origin->effect);
    const KnownEffect* known = known_effect(session_.effects(), origin->effect);
    QString text = origin->version > 0
                       ? tr("The effect %1, version %2.").arg(name).arg(origin->version)
                       : tr("The effect %1.").arg(name);
    if (known && !known->summary.empty())
        text += QStringLiteral(" ") + QString::fromStdString(known->summary);
    if (!known) text += tr(" It is not among the effects here: it stays as it was saved.");
    return text;
}

/// Which nodes have the same values.
QString ParameterPanel::clones_text(NodeId node) const {
    QStringList others;
    for (const NodeId id : family_of(session_.document().draft, node))
        if (id != node)
            others.append(QString::fromStdString(name_of(session_.document(), item(id))));
    return others.isEmpty() ? QString()
                            : tr(", one with %1").arg(others.join(QStringLiteral(", ")));
}

void ParameterPanel::add_name(QVBoxLayout& layout, ItemId item) {
    name_ = new QLineEdit(QString::fromStdString(name_of(session_.document(), item)));
    name_->setObjectName(QStringLiteral("name"));
    name_->setAccessibleName(tr("Name"));
    connect(name_, &QLineEdit::editingFinished, this, [this, item, field = name_] {
        if (!field->isModified()) return;
        field->setModified(false);
        session_.apply(tr("Rename"), weft::editor::rename(session_.document(), session_.library(),
                                                          item, field->text().toStdString()));
    });
    layout.addWidget(name_);
}

void ParameterPanel::add_note(QVBoxLayout& layout, ItemId item) {
    auto* line = new QLineEdit;
    line->setObjectName(QStringLiteral("note"));
    line->setAccessibleName(tr("Note"));
    line->setPlaceholderText(tr("A note, shown below the box"));
    connect(line, &QLineEdit::editingFinished, this, [this, item, line] {
        if (!line->isModified()) return;
        line->setModified(false);
        session_.apply(tr("Write a note"),
                       set_note(session_.document(), item, line->text().toStdString()));
    });
    layout.addWidget(line);
    show_mark_ = [this, item, line] {
        const auto note = session_.document().notes.find(item);
        line->setText(note == session_.document().notes.end()
                          ? QString()
                          : QString::fromStdString(note->second));
    };
}

void ParameterPanel::add_hues(QVBoxLayout& layout, int backdrop) {
    auto* box = new QComboBox;
    box->setObjectName(QStringLiteral("hue"));
    box->setAccessibleName(tr("Colour"));
    for (int hue = 0; hue < kHues; ++hue) {
        QPixmap swatch(14, 14);
        swatch.fill(theme::backdrop(hue));
        box->addItem(swatch, theme::backdrop_name(hue));
    }
    connect(box, &QComboBox::activated, this, [this, backdrop](int hue) {
        session_.apply(tr("Colour a backdrop"),
                       colour_backdrop(session_.document(), backdrop, hue));
    });
    layout.addWidget(box);
    show_mark_ = [this, backdrop, box] {
        if (const auto at = session_.document().backdrops.find(backdrop);
            at != session_.document().backdrops.end())
            box->setCurrentIndex(at->second.hue);
    };
}

/// What rows are there for: names of what is selected, or of the controls.
std::string ParameterPanel::shape() const {
    const Document& document = session_.document();
    std::string shape;
    for (const ItemId id : session_.selection()) {
        shape += name_of(document, id) + "\n";
        if (id.kind == ItemKind::kNode) shape += clones_text({id.value}).toStdString();
        if (id.kind != ItemKind::kGroup || !exists(document, id)) continue;
        for (const NodeId node : nodes_in(document, id.value))
            shape += name_of(document, item(node)) + "\n";
        for (const Control& control : document.groups.at(id.value).controls) {
            shape += control.name + " " + control.label + " " + control.help;
            for (const auto& [node, parameter] : control.targets)
                shape += " " + std::to_string(node.value) + "." + parameter;
            shape += "\n";
        }
        if (const auto& origin = document.groups.at(id.value).origin)
            shape += origin->effect + " " + std::to_string(origin->version) + "\n";
    }
    if (session_.selection().empty()) {
        shape = document.draft.graph.name + "\n" + document.draft.graph.summary;
        for (const Control& control : document.draft.graph.controls)
            shape += "\n" + control.name + " " + control.label + " " + control.help + " " +
                     std::to_string(control.targets.front().first.value);
    }
    return shape;
}

void ParameterPanel::refresh() {
    if (shape_ != shape()) {
        rebuild();
        return;
    }
    std::set<NodeId> nodes;
    for (const Row& row : rows_) nodes.insert(row.node);
    show_values(nodes);
    const QScopedValueRollback guard(showing_, true);
    if (show_mark_) show_mark_();
}

void ParameterPanel::show_values(const std::set<NodeId>& nodes) {
    const QScopedValueRollback guard(showing_, true);
    for (const Row& row : rows_)
        if (const Node* node = session_.document().draft.graph.find(row.node);
            node && nodes.contains(row.node))
            row.show(*node);
}

/// What a row edits: a control as it is, nodes' parameters each with what it is linked with.
ParameterPanel::Target ParameterPanel::target(const std::string& path,
                                              const std::vector<ParameterId>& sets) const {
    if (session_.selection().empty() && sets.size() == 1)
        return {QString::fromStdString(path), {path}};
    Target target;
    for (const ParameterId& id : sets)
        if (const std::string one = edit_path(session_.document().draft.graph, id);
            std::find(target.paths.begin(), target.paths.end(), one) == target.paths.end())
            target.paths.push_back(one);
    target.name = QString::fromStdString(sets.size() > 1 ? path : target.paths.front());
    return target;
}

QString ParameterPanel::linked_names(const ParameterId& id) const {
    const Graph& graph = session_.document().draft.graph;
    QStringList names;
    if (!session_.selection().empty())
        for (const ParameterId& other : linked_with(graph, id))
            if (const Node* node = graph.find(other.node); node && !(other == id))
                names.append(QString::fromStdString(node->name + "." + other.parameter));
    return names.join(QStringLiteral(", "));
}

QString ParameterPanel::set(const std::string& path, const std::vector<ParameterId>& sets,
                            const QString& text) {
    if (showing_) return {};
    const Target to = target(path, sets);
    const Node& node = *session_.document().draft.graph.find(sets.front().node);
    const FunctorDescriptor d = weft::describe(*session_.library().find(node.functor));
    const int index = d.find_parameter(sets.front().parameter);
    const ParameterRef& ref = d.parameters[static_cast<std::size_t>(index)].ref;
    const Result<std::string> value =
        without_expressions(ref, text.toStdString(), value_at(node, ref, index, session_.frame()));
    const Result<Document> after =
        value ? set_each(to, *value)
              : Error{value.error().kind, path + ": " + value.error().message};
    if (session_.apply(tr("Set %1").arg(to.name), after)) return {};
    refresh();
    return QString::fromStdString(after.error().message);
}

void ParameterPanel::set_dragged(const std::string& path, const std::vector<ParameterId>& sets,
                                 const QString& text) {
    if (showing_) return;
    const Target to = target(path, sets);
    session_.apply(tr("Set %1").arg(to.name), set_each(to, text.toStdString()),
                   QStringLiteral("%1@%2").arg(to.name).arg(session_.frame()));
}

Result<Document> ParameterPanel::set_each(const Target& target, const std::string& text) const {
    return at_each(session_.document(), target.paths,
                   [&](const Document& document, const std::string& one) {
                       return set_at(document, session_.library(), one, session_.frame(), text);
                   });
}

}  // namespace weft::editor
