// What the panel says of a file that is read or written, and of a functor that nobody knows.
#include <QVBoxLayout>
#include <optional>
#include <utility>

#include "commands/edits.h"
#include "view/parameter_panel.h"
#include "view/theme.h"

namespace weft::editor {

/// Of a node whose functor nobody knows: that, and what is kept of it.
QString ParameterPanel::unknown_text(const Node& node) const {
    QStringList lines{tr("%1: this functor is not known here. The node keeps what the document "
                         "says of it, and computes nothing.")
                          .arg(QString::fromStdString(node.functor))};
    const auto kept = session_.document().draft.kept.nodes.find(node.id);
    if (kept != session_.document().draft.kept.nodes.end())
        for (const auto& [name, value] : kept->second.parameters)
            lines.append(QString::fromStdString(name + "  " + value));
    return lines.join('\n');
}

void ParameterPanel::add_file(QVBoxLayout& layout, ItemId end) {
    auto* file = new FilePanel(session_, end, file_tools_);
    layout.addWidget(file);
    show_mark_ = [file, before = show_mark_] {
        if (before) before();
        file->follow();
    };
}

/// Of a file that is read or written: its colour space, and for one that is there who decided it.
void ParameterPanel::add_colour(QVBoxLayout& layout, ItemId end) {
    auto* heading = new QLabel(tr("Colour space of the file"));
    auto* choice = new ColourChoice(file_colours_.spaces());
    heading->setBuddy(choice);
    auto* decided = new QLabel;
    decided->setObjectName(QStringLiteral("colour:decided"));
    decided->setWordWrap(true);
    theme::set_tone(*decided, theme::Tone::kDim);
    for (QWidget* widget : {static_cast<QWidget*>(heading), static_cast<QWidget*>(choice),
                            static_cast<QWidget*>(decided)})
        layout.addWidget(widget);
    connect(choice, &ColourChoice::chosen, this, [this, end](const std::string& space) {
        session_.apply(tr("Choose a colour space"), set_colour(session_.document(), end, space));
    });
    // A header is read once for a file and a choice, not for every frame.
    using Known = std::optional<std::pair<std::string, std::string>>;
    show_mark_ = [this, end, choice, decided, before = show_mark_, known = Known()]() mutable {
        if (before) before();
        if (!exists(session_.document(), end)) return;
        const Graph& graph = session_.document().draft.graph;
        const auto at = static_cast<std::size_t>(end.value);
        if (end.kind == ItemKind::kOutput) {
            choice->show_choice(graph.outputs[at].colour);
            decided->setText(tr("Render… says what is decided for a file."));
            return;
        }
        const GraphInput& input = graph.inputs[at];
        choice->show_choice(input.colour);
        const ReadFile* const read = read_of(session_.document(), input.name);
        const Known now{{read ? read->path : "", input.colour}};
        if (known != now) decided->setText(file_colours_.decided(input));
        known = now;
    };
}

}  // namespace weft::editor
