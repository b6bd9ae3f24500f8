#include "app/render_dialog.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLineEdit>

#include "app/render_command.h"

namespace weft::editor {

RenderDialog::RenderDialog(Session& session, QWidget* parent)
    : CommandDialog(session, QStringLiteral("render"), tr("Render"), tr("Rendering…"), parent),
      frames_(new QLineEdit) {
    frames_->setObjectName(QStringLiteral("frames"));
    frames_->setPlaceholderText(tr("One picture; or 1-10, 1-10x2, with #### in the paths"));
    form_->insertRow(0, tr("Frames"), frames_);
    connect(frames_, &QLineEdit::textChanged, this, [this] { follow(); });
}

/// A line for each output of the effect; those that are there keep their paths.
void RenderDialog::fill() {
    std::map<QString, QLineEdit*> kept;
    const QString stem = QFileInfo(document_).completeBaseName();
    const std::vector<GraphOutput>& outputs = session_.document().draft.graph.outputs;
    for (const GraphOutput& output : outputs) {
        const QString name = QString::fromStdString(output.name);
        if (const auto at = outputs_.find(name); at != outputs_.end()) {
            kept.insert(outputs_.extract(at));
            continue;
        }
        const QString file = outputs.size() == 1 ? stem : stem + '-' + name;
        QLineEdit* line = add_path(
            static_cast<int>(kept.size()), name,
            QDir(folder_).filePath(file + QStringLiteral(".exr")), [this](const QString& now) {
                return QFileDialog::getSaveFileName(this, tr("Render to"), now);
            });
        line->setObjectName("output:" + name);
        kept.emplace(name, line);
    }
    for (const auto& [name, line] : outputs_) form_->removeRow(line->parentWidget());
    outputs_ = std::move(kept);
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
        command.outputs[name] = QDir(folder_).absoluteFilePath(line->text());
    command.frames = frames_->text().trimmed();
    QStringList all = weft::editor::arguments(command, events);
    // Its code runs in this window already.
    if (events && !session_.document().draft.functors.empty()) all << QStringLiteral("--trust");
    return all;
}

}  // namespace weft::editor
