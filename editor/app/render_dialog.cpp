#include "app/render_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "view/theme.h"

namespace weft::editor {

RenderDialog::RenderDialog(Session& session, QWidget* parent)
    : QDialog(parent),
      session_(session),
      form_(new QFormLayout),
      frames_(new QLineEdit),
      line_(new QLineEdit),
      message_(new QLabel),
      progress_(new QProgressBar),
      render_(new QPushButton) {
    setObjectName(QStringLiteral("render"));
    setWindowTitle(tr("Render"));
    resize(640, 0);
    form_->setLabelAlignment(Qt::AlignRight | Qt::AlignVCenter);
    form_->setHorizontalSpacing(10);
    frames_->setObjectName(QStringLiteral("frames"));
    frames_->setPlaceholderText(tr("One picture; or 1-10, 1-10x2, with #### in the paths"));
    line_->setObjectName(QStringLiteral("command"));
    line_->setReadOnly(true);
    line_->setAccessibleName(tr("Command line"));
    message_->setObjectName(QStringLiteral("message"));
    message_->setWordWrap(true);
    progress_->setTextVisible(false);
    progress_->setFixedHeight(4);
    auto* copy = new QPushButton(tr("Copy"));
    copy->setToolTip(tr("Copies the command line that renders the saved document"));
    auto* command = new QHBoxLayout;
    command->addWidget(line_, 1);
    command->addWidget(copy);
    form_->addRow(tr("Frames"), frames_);
    form_->addRow(tr("Command"), command);
    auto* close = new QPushButton(tr("Close"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(message_, 1);
    buttons->addWidget(close);
    buttons->addWidget(render_);
    render_->setObjectName(QStringLiteral("render"));
    render_->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(10);
    layout->addLayout(form_);
    layout->addWidget(progress_);
    layout->addLayout(buttons);
    connect(copy, &QPushButton::clicked, this,
            [this] { QApplication::clipboard()->setText(line_->text()); });
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(render_, &QPushButton::clicked, this, &RenderDialog::start_or_stop);
    connect(frames_, &QLineEdit::textChanged, this, &RenderDialog::follow);
    connect(&session, &Session::changed, this, [this] {
        if (isVisible()) add_outputs();
    });
    connect(&process_, &RenderProcess::progressed, this, [this](int done, int total) {
        progress_->setRange(0, total);
        progress_->setValue(done);
        message_->setText(tr("%1 of %2").arg(done).arg(total));
    });
    connect(&process_, &RenderProcess::ended, this, &RenderDialog::end);
}

void RenderDialog::open_for(const QString& document, const QString& folder) {
    document_ = document;
    folder_ = folder;
    message_->clear();
    progress_->setRange(0, 1);
    progress_->setValue(0);
    add_outputs();
    show();
    raise();
}

/// A line for each output of the effect; those that are there keep their paths.
void RenderDialog::add_outputs() {
    std::map<QString, QLineEdit*> kept;
    const QString stem =
        document_.isEmpty() ? QStringLiteral("render") : QFileInfo(document_).completeBaseName();
    const std::vector<GraphOutput>& outputs = session_.document().draft.graph.outputs;
    for (const GraphOutput& output : outputs) {
        const QString name = QString::fromStdString(output.name);
        if (const auto at = outputs_.find(name); at != outputs_.end()) {
            kept.insert(outputs_.extract(at));
            continue;
        }
        const QString file = outputs.size() == 1 ? stem : stem + '-' + name;
        auto* line = new QLineEdit(QDir(folder_).filePath(file + QStringLiteral(".exr")));
        line->setObjectName("output:" + name);
        line->setAccessibleName(name);
        auto* browse = new QPushButton(tr("Choose…"));
        auto* both = new QWidget;
        auto* row = new QHBoxLayout(both);
        row->setContentsMargins(0, 0, 0, 0);
        row->addWidget(line, 1);
        row->addWidget(browse);
        connect(browse, &QPushButton::clicked, this, [this, line] { choose(*line); });
        connect(line, &QLineEdit::textChanged, this, &RenderDialog::follow);
        form_->insertRow(static_cast<int>(kept.size()), name, both);
        kept.emplace(name, line);
    }
    for (const auto& [name, line] : outputs_) form_->removeRow(line->parentWidget());
    outputs_ = std::move(kept);
    follow();
}

void RenderDialog::choose(QLineEdit& line) {
    const QString path = QFileDialog::getSaveFileName(this, tr("Render to"), line.text());
    if (!path.isEmpty()) line.setText(path);
}

RenderCommand RenderDialog::command() const {
    RenderCommand command;
    command.document = document_.isEmpty() ? QStringLiteral("untitled.weft") : document_;
    for (const GraphInput& input : session_.document().draft.graph.inputs) {
        const auto path = session_.document().pictures.find(input.name);
        if (path != session_.document().pictures.end())
            command.inputs[QString::fromStdString(input.name)] =
                QDir(folder_).absoluteFilePath(QString::fromStdString(path->second));
    }
    for (const auto& [name, line] : outputs_)
        command.outputs[name] = QDir(folder_).absoluteFilePath(line->text());
    command.frames = frames_->text().trimmed();
    return command;
}

void RenderDialog::follow() {
    line_->setText(shell_text(command()));
    line_->setCursorPosition(0);
    render_->setText(process_.is_running() ? tr("Stop") : tr("Render"));
}

void RenderDialog::start_or_stop() {
    if (process_.is_running()) {
        process_.stop();
        return;
    }
    theme::set_tone(*message_, theme::Tone::kPlain);
    message_->setText(tr("Rendering…"));
    progress_->setRange(0, 0);
    process_.start(command(),
                   QByteArray::fromStdString(to_text(session_.document(), session_.library())));
    follow();
}

void RenderDialog::end(const QString& problem) {
    progress_->setRange(0, 1);
    progress_->setValue(problem.isEmpty() ? 1 : 0);
    theme::set_tone(*message_, problem.isEmpty() ? theme::Tone::kPlain : theme::Tone::kError);
    message_->setText(problem.isEmpty() ? tr("Done") : problem);
    follow();
}

}  // namespace weft::editor
