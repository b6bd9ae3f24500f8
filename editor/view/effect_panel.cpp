#include "view/effect_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include "commands/optional_edits.h"
#include "model/tidy.h"
#include "view/format_choice.h"
#include "view/theme.h"

namespace weft::editor {
namespace {

QString text(const std::string& s) { return QString::fromStdString(s); }

QLabel* dim(const QString& words) {
    auto* label = new QLabel(words);
    label->setWordWrap(true);
    theme::set_tone(*label, theme::Tone::kDim);
    return label;
}

/// Shows names, with the row that was current still so.
template <class List>
void fill(QListWidget& widget, const List& list) {
    const QSignalBlocker quiet(&widget);
    const int row = widget.currentRow();
    widget.clear();
    for (const auto& entry : list) {
        auto* item = new QListWidgetItem(text(entry.name), &widget);
        item->setFlags(item->flags() | Qt::ItemIsEditable);
    }
    widget.setCurrentRow(std::min(row, widget.count() - 1));
    const int rows = std::max(1, widget.count());
    widget.setFixedHeight(rows * (widget.fontMetrics().height() + 7) + 6);
}

void show_text(QLineEdit& line, const std::string& words) {
    if (line.text() == text(words)) return;
    line.setText(text(words));
    line.setCursorPosition(0);
}

}  // namespace

EffectPanel::EffectPanel(Session& session, QWidget* parent)
    : QScrollArea(parent), session_(session) {
    setObjectName(QStringLiteral("effect"));
    setFocusPolicy(Qt::NoFocus);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(12, 10, 12, 10);
    layout->setSpacing(5);
    const auto describe_all = [this] {
        session_.apply(
            tr("Describe the effect"),
            describe_effect(session_.document(), session_.library(), name_->text().toStdString(),
                            summary_->text().toStdString()));
        follow();
    };
    name_ = add_line(*layout, "effect.name", tr("Name"), describe_all);
    summary_ = add_line(*layout, "effect.summary", tr("Summary"), describe_all);
    add_format(*layout);
    add_ends(*layout, ItemKind::kInput);
    add_ends(*layout, ItemKind::kOutput);
    add_optional(*layout);
    add_controls(*layout);
    layout->addStretch(1);
    setWidget(page);
    connect(&session, &Session::graph_changed, this, &EffectPanel::follow);
    follow();
}

QLineEdit* EffectPanel::add_line(QVBoxLayout& layout, const char* name, const QString& title,
                                 std::function<void()> edited) {
    auto* row = new QHBoxLayout;
    auto* line = new QLineEdit;
    line->setObjectName(QLatin1String(name));
    line->setAccessibleName(title);
    QLabel* label = dim(title);
    label->setFixedWidth(64);
    label->setBuddy(line);
    row->addWidget(label);
    row->addWidget(line, 1);
    layout.addLayout(row);
    connect(line, &QLineEdit::editingFinished, this, [line, edited = std::move(edited)] {
        if (!line->isModified()) return;
        line->setModified(false);
        edited();
    });
    return line;
}

void EffectPanel::add_format(QVBoxLayout& layout) {
    auto* row = new QHBoxLayout;
    QLabel* label = dim(tr("Format"));
    label->setFixedWidth(64);
    label->setBuddy(format_ = new FormatChoice(session_));
    row->addWidget(label);
    row->addWidget(format_, 1);
    layout.addLayout(row);
}

QListWidget* EffectPanel::add_section(QVBoxLayout& layout, const char* name,
                                      const Section& section) {
    auto* list = new QListWidget;
    list->setObjectName(QLatin1String(name));
    list->setAccessibleName(section.title);
    list->setToolTip(section.hint);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(dim(section.title), 1);
    const auto add_button = [&](const QString& sign, const QString& help, const char* what,
                                std::function<void()> action) {
        auto* button = new QToolButton;
        button->setObjectName(QLatin1String(name) + QLatin1String(what));
        button->setText(sign);
        button->setToolTip(help);
        button->setAccessibleName(help);
        connect(button, &QToolButton::clicked, this, std::move(action));
        row->addWidget(button);
    };
    const auto on_current = [list](const auto& what) {
        return [list, what] {
            if (list->currentRow() >= 0) what(list->currentRow());
        };
    };
    if (section.add)
        add_button(QStringLiteral("+"), tr("Add %1").arg(section.word), ".add", section.add);
    add_button(QStringLiteral("−"), tr("Remove the selected %1").arg(section.word), ".remove",
               on_current(section.remove));
    for (const int by : {-1, 1})
        add_button(
            by < 0 ? QStringLiteral("↑") : QStringLiteral("↓"),
            tr(by < 0 ? "Move the selected %1 up" : "Move the selected %1 down").arg(section.word),
            by < 0 ? ".up" : ".down", on_current([list, by, shift = section.shift](int at) {
                const int target = std::clamp(at + by, 0, list->count() - 1);
                shift(at, by);
                list->setCurrentRow(target);
            }));
    // Later: to rename is to fill the list anew, which the change of an item does not survive.
    connect(list, &QListWidget::itemChanged, this, [this, list, section](QListWidgetItem* item) {
        QTimer::singleShot(0, this, [section, row = list->row(item), name = item->text()] {
            section.rename(row, name);
        });
    });
    layout.addSpacing(8);
    layout.addLayout(row);
    layout.addWidget(list);
    return list;
}

/// Beyond the last of its like.
Place EffectPanel::place_for(ItemKind kind) const {
    Place place{0, kind == ItemKind::kInput ? 0 : kRowPitch};
    for (const auto& [id, at] : session_.document().places)
        if (id.kind == kind) place = {std::max(place.x, at.x + kColumnPitch), at.y};
    return place;
}

void EffectPanel::add_ends(QVBoxLayout& layout, ItemKind kind) {
    const bool inputs = kind == ItemKind::kInput;
    Section section;
    section.title = inputs ? tr("Inputs") : tr("Outputs");
    section.word = inputs ? tr("input") : tr("output");
    section.hint = tr("Double-click a name to change it.");
    section.add = [this, kind, inputs] {
        session_.apply(inputs ? tr("Add an input") : tr("Add an output"),
                       Result<Edited>(inputs ? add_input(session_.document(), place_for(kind))
                                             : add_output(session_.document(), place_for(kind),
                                                          kUnconnected)));
    };
    section.remove = [this, kind](int row) {
        const ItemId end{kind, row};
        session_.apply(tr("Remove %1").arg(text(name_of(session_.document(), end))),
                       remove_ends(session_.document(), {end}));
    };
    section.shift = [this, kind](int row, int by) {
        const ItemId end{kind, row};
        session_.apply(tr("Reorder %1").arg(text(name_of(session_.document(), end))),
                       Result<Edited>(move_end(session_.document(), end, by)));
    };
    section.rename = [this, kind](int row, const QString& name) {
        session_.apply(tr("Rename"), rename(session_.document(), session_.library(), {kind, row},
                                            name.toStdString()));
        follow();
    };
    (inputs ? inputs_ : outputs_) =
        add_section(layout, inputs ? "effect.inputs" : "effect.outputs", section);
}

void EffectPanel::add_optional(QVBoxLayout& layout) {
    const auto name_at = [this](int row) {
        return session_.document().draft.graph.optional_inputs[static_cast<std::size_t>(row)].name;
    };
    const auto describe_it = [this](const std::string& name, const std::string& help) {
        const std::string before = current_optional()->name;
        session_.apply(
            tr("Describe %1").arg(text(name)),
            describe_optional(session_.document(), session_.library(), before, name, help));
        follow();
    };
    Section section;
    section.title = tr("Optional inputs");
    section.word = tr("optional input");
    section.hint =
        tr("Pictures that the effect can do without. Double-click a name to change it. The right "
           "button on a node's input lets it read one.");
    section.remove = [this, name_at](int row) {
        session_.apply(tr("Remove %1").arg(text(name_at(row))),
                       Result<Document>(remove_optional(session_.document(), name_at(row))));
    };
    section.shift = [this, name_at](int row, int by) {
        session_.apply(tr("Reorder %1").arg(text(name_at(row))),
                       Result<Document>(move_optional(session_.document(), name_at(row), by)));
    };
    section.rename = [this, describe_it](int, const QString& name) {
        if (const OptionalInput* optional = current_optional())
            describe_it(name.toStdString(), optional->help);
    };
    optional_ = add_section(layout, "effect.optional", section);
    connect(optional_, &QListWidget::currentRowChanged, this, &EffectPanel::follow_optional);
    optional_help_ = add_line(layout, "optional.help", tr("Help"), [this, describe_it] {
        if (const OptionalInput* optional = current_optional())
            describe_it(optional->name, optional_help_->text().toStdString());
    });
    layout.addWidget(optional_readers_ = dim({}));
    give_ = new QPushButton(tr("Make it an input"));
    give_->setObjectName(QStringLiteral("optional.give"));
    give_->setToolTip(tr("An input like others, to which its readers are connected"));
    connect(give_, &QPushButton::clicked, this, [this] {
        if (const OptionalInput* optional = current_optional())
            session_.apply(tr("Make %1 an input").arg(text(optional->name)),
                           give_optional(session_.document(), session_.library(), optional->name,
                                         place_for(ItemKind::kInput)));
    });
    layout.addWidget(give_, 0, Qt::AlignLeft);
}

const OptionalInput* EffectPanel::current_optional() const {
    const std::vector<OptionalInput>& all = session_.document().draft.graph.optional_inputs;
    const int row = optional_->currentRow();
    return row >= 0 && row < static_cast<int>(all.size()) ? &all[static_cast<std::size_t>(row)]
                                                          : nullptr;
}

void EffectPanel::follow_optional() {
    const OptionalInput* optional = current_optional();
    optional_help_->setEnabled(optional);
    give_->setVisible(optional);
    show_text(*optional_help_, optional ? optional->help : "");
    const auto listed = [this](const auto& places) {
        QStringList names;
        for (const auto& [node, name] : places)
            names.append(text(session_.document().draft.graph.find(node)->name + "." + name));
        return names.join(QStringLiteral(", "));
    };
    QString words;
    if (optional) words = tr("Read by %1").arg(listed(optional->readers));
    if (optional && !optional->told.empty())
        words += tr("; turns on %1").arg(listed(optional->told));
    if (optional_->count() == 0)
        words = tr("None yet. The right button on a node's input lets it read one.");
    optional_readers_->setText(words);
}

void EffectPanel::add_controls(QVBoxLayout& layout) {
    const auto name_at = [this](int row) {
        return session_.document().draft.graph.controls[static_cast<std::size_t>(row)].name;
    };
    Section section;
    section.title = tr("Controls");
    section.word = tr("control");
    section.hint =
        tr("Double-click a name to change it. The right button on a parameter's label exposes "
           "that parameter here.");
    section.remove = [this, name_at](int row) {
        session_.apply(tr("Remove %1").arg(text(name_at(row))),
                       Result<Document>(remove_control(session_.document(), name_at(row))));
    };
    section.shift = [this, name_at](int row, int by) {
        session_.apply(tr("Reorder %1").arg(text(name_at(row))),
                       Result<Document>(move_control(session_.document(), name_at(row), by)));
    };
    section.rename = [this](int, const QString& name) {
        if (const Control* control = current_control())
            describe({name.toStdString(), control->label, control->help});
    };
    controls_ = add_section(layout, "effect.controls", section);
    connect(controls_, &QListWidget::currentRowChanged, this, &EffectPanel::follow_control);
    const auto described = [this] {
        if (const Control* control = current_control())
            describe({control->name, label_->text().toStdString(), help_->text().toStdString()});
    };
    label_ = add_line(layout, "control.label", tr("Label"), described);
    help_ = add_line(layout, "control.help", tr("Help"), described);
    layout.addWidget(sets_ = dim({}));
}

const Control* EffectPanel::current_control() const {
    const std::vector<Control>& all = session_.document().draft.graph.controls;
    const int row = controls_->currentRow();
    return row >= 0 && row < static_cast<int>(all.size()) ? &all[static_cast<std::size_t>(row)]
                                                          : nullptr;
}

void EffectPanel::describe(const ControlText& words) {
    session_.apply(
        tr("Describe %1").arg(text(words.name)),
        describe_control(session_.document(), session_.library(), current_control()->name, words));
    follow();
}

void EffectPanel::follow() {
    const Graph& graph = session_.document().draft.graph;
    show_text(*name_, graph.name);
    show_text(*summary_, graph.summary);
    format_->follow();
    fill(*inputs_, graph.inputs);
    fill(*outputs_, graph.outputs);
    fill(*optional_, graph.optional_inputs);
    fill(*controls_, graph.controls);
    follow_optional();
    follow_control();
}

void EffectPanel::follow_control() {
    const Control* control = current_control();
    for (QLineEdit* line : {label_, help_}) line->setEnabled(control);
    show_text(*label_, control ? control->label : "");
    show_text(*help_, control ? control->help : "");
    constexpr qsizetype kMaxShown = 4;
    QStringList targets;
    if (control)
        for (const auto& [node, parameter] : control->targets)
            targets.append(
                text(session_.document().draft.graph.find(node)->name + "." + parameter));
    const qsizetype more = targets.size() - kMaxShown;
    if (more > 0) targets = targets.mid(0, kMaxShown) + QStringList(tr("%1 more").arg(more));
    sets_->setText(!targets.isEmpty() ? tr("Sets %1").arg(targets.join(QStringLiteral(", ")))
                   : controls_->count() == 0
                       ? tr("None yet. The right button on a parameter's label exposes it.")
                       : QString());
}

}  // namespace weft::editor
