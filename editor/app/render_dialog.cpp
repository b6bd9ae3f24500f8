#include "app/render_dialog.h"

#include <algorithm>

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>

#include "app/picture_colours.h"
#include "app/render_command.h"
#include "commands/edits.h"
#include "view/theme.h"

namespace weft::editor {

RenderDialog::RenderDialog(Session& session, QWidget* parent)
    : CommandDialog(session, QStringLiteral("render"), tr("Render"), tr("Rendering…"), parent),
      frames_(new QLineEdit) {
    frames_->setObjectName(QStringLiteral("frames"));
    frames_->setPlaceholderText(tr("One picture; or 1-10, 1-10x2, with #### in the paths"));
    form_->insertRow(0, tr("Frames"), frames_);
    connect(frames_, &QLineEdit::textChanged, this, [this] { follow(); });
}

/// Lines for each output of the effect; those that are there keep their paths.
void RenderDialog::fill() {
    std::map<QString, Line> kept;
    const QString stem = QFileInfo(document_).completeBaseName();
    const std::vector<GraphOutput>& outputs = session_.document().draft.graph.outputs;
    for (const GraphOutput& output : outputs) {
        const QString name = QString::fromStdString(output.name);
        if (const auto at = outputs_.find(name); at != outputs_.end()) {
            kept.insert(outputs_.extract(at));
            continue;
        }
        const QString file = outputs.size() == 1 ? stem : stem + '-' + name;
        const int row = 2 * static_cast<int>(kept.size());
        Line line;
        line.path = add_path(row, name, QDir(folder_).filePath(file + QStringLiteral(".exr")),
                             [this](const QString& now) {
                                 return QFileDialog::getSaveFileName(this, tr("Render to"), now);
                             });
        line.path->setObjectName("output:" + name);
        add_colour(row + 1, name, line);
        kept.emplace(name, line);
    }
    for (const auto& [name, line] : outputs_) {
        form_->removeRow(line.path->parentWidget());
        form_->removeRow(line.colours);
    }
    outputs_ = std::move(kept);
    show_colours();
}

/// The colour space of what is written, which is the document's, and what is decided for the file.
void RenderDialog::add_colour(int row, const QString& name, Line& line) {
    line.colour = new ColourChoice(colour_spaces());
    line.colour->setObjectName("colour:" + name);
    line.decided = new QLabel;
    line.decided->setObjectName("decided:" + name);
    theme::set_tone(*line.decided, theme::Tone::kDim);
    line.colours = new QWidget;
    auto* both = new QHBoxLayout(line.colours);
    both->setContentsMargins(0, 0, 0, 0);
    both->addWidget(line.colour);
    both->addWidget(line.decided, 1);
    form_->insertRow(row, tr("Colour space"), line.colours);
    connect(line.path, &QLineEdit::textChanged, this, &RenderDialog::show_colours);
    connect(line.colour, &ColourChoice::chosen, this, [this, name](const std::string& space) {
        session_.apply(tr("Choose a colour space"),
                       set_colour(session_.document(), output_named(name), space));
    });
}

/// The output of that name.
ItemId RenderDialog::output_named(const QString& name) const {
    const std::vector<GraphOutput>& outputs = session_.document().draft.graph.outputs;
    const auto at = std::find_if(outputs.begin(), outputs.end(), [&](const GraphOutput& output) {
        return output.name == name.toStdString();
    });
    return {ItemKind::kOutput, static_cast<int>(at - outputs.begin())};
}

void RenderDialog::show_colours() {
    for (const GraphOutput& output : session_.document().draft.graph.outputs) {
        const auto line = outputs_.find(QString::fromStdString(output.name));
        if (line == outputs_.end()) continue;
        line->second.colour->show_choice(output.colour);
        line->second.decided->setText(
            decided_colour(session_, output, line->second.path->text(), folder_));
    }
}

QStringList RenderDialog::arguments(const QString& document, bool events) const {
    RenderCommand command;
    command.document = document;
    for (const GraphInput& input : session_.document().draft.graph.inputs) {
        const auto path = session_.document().pictures.find(input.name);
        if (path != session_.document().pictures.end())
            command.inputs[QString::fromStdString(input.name)] =
                QDir(folder_).absoluteFilePath(QString::fromStdString(path->second));
    }
    for (const auto& [name, line] : outputs_)
        command.outputs[name] = QDir(folder_).absoluteFilePath(line.path->text());
    command.frames = frames_->text().trimmed();
    QStringList all = weft::editor::arguments(command, events);
    // Its code runs in this window already.
    if (events && !session_.document().draft.functors.empty()) all << QStringLiteral("--trust");
    return all;
}

}  // namespace weft::editor
