#include "app/render_dialog.h"

#include <algorithm>

#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>

#include "app/picture_colours.h"
#include "app/render_command.h"
#include "batch/sequence_path.h"
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

void RenderDialog::render_writes(const QString& document, const QString& folder) {
    if (is_running()) {
        show();
        raise();
        return;
    }
    open_for(document, folder);
    for (const auto& [name, line] : outputs_) line.wanted->setChecked(!line.write.empty());
    start();
}

/// Lines for each output of the effect; those that are there keep their paths, unless the document
/// has another for them now.
void RenderDialog::fill() {
    std::map<QString, Line> kept;
    const std::vector<GraphOutput>& outputs = session_.document().draft.graph.outputs;
    const bool has_writes = !session_.document().draft.files.writes.empty();
    for (const GraphOutput& output : outputs) {
        const QString name = QString::fromStdString(output.name);
        const std::string write = write_of(session_.document(), output.name);
        if (const auto at = outputs_.find(name); at != outputs_.end()) {
            if (at->second.write != write && !write.empty())
                at->second.path->setText(QString::fromStdString(write));
            at->second.write = write;
            kept.insert(outputs_.extract(at));
            continue;
        }
        Line line;
        line.write = write;
        add_line(2 * static_cast<int>(kept.size()), name, !has_writes || !write.empty(), line);
        kept.emplace(name, line);
    }
    for (const auto& [name, line] : outputs_) {
        form_->removeRow(line.path->parentWidget());
        form_->removeRow(line.colours);
    }
    outputs_ = std::move(kept);
    for (const auto& [name, line] : outputs_) line.wanted->setVisible(outputs_.size() > 1);
    fill_frames();
    show_colours();
}

void RenderDialog::add_line(int row, const QString& name, bool wanted, Line& line) {
    const QString stem = QFileInfo(document_).completeBaseName();
    const bool alone = session_.document().draft.graph.outputs.size() == 1;
    const QString usual =
        QDir(folder_).filePath((alone ? stem : stem + '-' + name) + QStringLiteral(".exr"));
    line.path = add_path(row, name, line.write.empty() ? usual : QString::fromStdString(line.write),
                         [this](const QString& now) {
                             return QFileDialog::getSaveFileName(this, tr("Render to"),
                                                                 QDir(folder_).filePath(now));
                         });
    line.path->setObjectName("output:" + name);
    line.wanted = new QCheckBox;
    line.wanted->setObjectName("wanted:" + name);
    line.wanted->setAccessibleName(tr("Render %1").arg(name));
    line.wanted->setToolTip(tr("Whether this one is rendered"));
    line.wanted->setChecked(wanted);
    qobject_cast<QHBoxLayout*>(line.path->parentWidget()->layout())->insertWidget(0, line.wanted);
    connect(line.wanted, &QCheckBox::toggled, this, [this, path = line.path](bool on) {
        path->setEnabled(on);
        follow();
    });
    line.path->setEnabled(wanted);
    add_colour(row + 1, name, line);
}

/// All frames there are, where files are sequences and nobody has said other frames.
void RenderDialog::fill_frames() {
    if (frames_->text() != usual_frames_) return;
    const auto is_sequence = [](const std::string& path) {
        const Result<SequencePath> sequence = SequencePath::parse(path);
        return sequence && sequence->has_frame();
    };
    const DocumentFiles& files = session_.document().draft.files;
    const bool has_frames =
        std::any_of(files.reads.begin(), files.reads.end(),
                    [&](const auto& read) { return is_sequence(read.second.path); }) ||
        std::any_of(files.writes.begin(), files.writes.end(),
                    [&](const auto& write) { return is_sequence(write.second); });
    const Timeline& time = session_.document().timeline;
    usual_frames_ = has_frames ? QStringLiteral("%1-%2").arg(time.first).arg(time.last) : QString();
    frames_->setText(usual_frames_);
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

/// What the document reads and writes it names itself.
QStringList RenderDialog::arguments(const QString& document, bool events) const {
    RenderCommand command;
    command.document = document;
    for (const auto& [name, line] : outputs_) {
        if (!line.wanted->isChecked()) continue;
        command.writes << name;
        if (line.path->text().toStdString() != line.write)
            command.outputs[name] = QDir(folder_).absoluteFilePath(line.path->text());
    }
    const auto is_write = [](const auto& line) { return !line.second.write.empty(); };
    const auto is_wanted = [](const auto& line) { return line.second.wanted->isChecked(); };
    // All there are, or all Writes: the command takes these by itself.
    if (std::all_of(outputs_.begin(), outputs_.end(), is_wanted) ||
        (command.outputs.isEmpty() &&
         std::all_of(outputs_.begin(), outputs_.end(),
                     [&](const auto& line) { return is_write(line) == is_wanted(line); })))
        command.writes.clear();
    command.frames = frames_->text().trimmed();
    QStringList all = weft::editor::arguments(command, events);
    // Its code runs in this window already.
    if (events && !session_.document().draft.functors.empty()) all << QStringLiteral("--trust");
    return all;
}

}  // namespace weft::editor
