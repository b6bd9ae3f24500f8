#include "app/command_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/render_command.h"
#include "view/theme.h"

namespace weft::editor {

CommandDialog::CommandDialog(Session& session, const QString& name, const QString& verb,
                             const QString& busy, QWidget* parent)
    : QDialog(parent),
      session_(session),
      form_(new QFormLayout),
      verb_(verb),
      busy_(busy),
      line_(new QLineEdit),
      message_(new QLabel),
      progress_(new QProgressBar),
      start_(new QPushButton) {
    setObjectName(name);
    setWindowTitle(verb);
    resize(640, 0);
    form_->setLabelAlignment(Qt::AlignRight | Qt::AlignVCenter);
    form_->setHorizontalSpacing(10);
    line_->setObjectName(QStringLiteral("command"));
    line_->setReadOnly(true);
    line_->setAccessibleName(tr("Command line"));
    message_->setObjectName(QStringLiteral("message"));
    message_->setWordWrap(true);
    progress_->setTextVisible(false);
    progress_->setFixedHeight(4);
    auto* copy = new QPushButton(tr("Copy"));
    copy->setToolTip(tr("Copies the command line, of the saved document"));
    auto* command = new QHBoxLayout;
    command->addWidget(line_, 1);
    command->addWidget(copy);
    form_->addRow(tr("Command"), command);
    auto* close = new QPushButton(tr("Close"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(message_, 1);
    buttons->addWidget(close);
    buttons->addWidget(start_);
    start_->setObjectName(QStringLiteral("start"));
    start_->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(10);
    layout->addLayout(form_);
    layout->addWidget(progress_);
    layout->addLayout(buttons);
    connect(copy, &QPushButton::clicked, this,
            [this] { QApplication::clipboard()->setText(line_->text()); });
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(start_, &QPushButton::clicked, this, &CommandDialog::start_or_stop);
    connect(&session, &Session::graph_changed, this, [this] {
        if (!isVisible()) return;
        fill();
        follow();
    });
    connect(&process_, &WeftProcess::progressed, this, [this](int done, int total) {
        progress_->setRange(0, total);
        progress_->setValue(done);
        message_->setText(tr("%1 of %2").arg(done).arg(total));
    });
    connect(&process_, &WeftProcess::ended, this, &CommandDialog::end);
}

void CommandDialog::open_for(const QString& document, const QString& folder) {
    document_ = document.isEmpty() ? QStringLiteral("untitled.weft") : document;
    folder_ = folder;
    message_->clear();
    progress_->setRange(0, 1);
    progress_->setValue(0);
    fill();
    follow();
    show();
    raise();
    // The first path is what is changed most: typing stands in its place.
    if (const QLayoutItem* first = form_->itemAt(0, QFormLayout::FieldRole))
        if (auto* path = first->widget()->findChild<QLineEdit*>()) {
            path->setFocus();
            path->selectAll();
        }
}

QLineEdit* CommandDialog::add_path(int row, const QString& label, const QString& path,
                                   const std::function<QString(const QString& now)>& choose) {
    auto* line = new QLineEdit(path);
    line->setAccessibleName(label);
    auto* browse = new QPushButton(tr("Choose…"));
    auto* both = new QWidget;
    auto* layout = new QHBoxLayout(both);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(line, 1);
    layout->addWidget(browse);
    connect(browse, &QPushButton::clicked, line, [line, choose] {
        if (const QString chosen = choose(line->text()); !chosen.isEmpty()) line->setText(chosen);
    });
    connect(line, &QLineEdit::textChanged, this, &CommandDialog::follow);
    form_->insertRow(row, label, both);
    return line;
}

void CommandDialog::follow() {
    line_->setText(shell_text(arguments(document_, false)));
    line_->setCursorPosition(0);
    start_->setText(process_.is_running() ? tr("Stop") : verb_);
}

void CommandDialog::start_or_stop() {
    if (process_.is_running())
        process_.stop();
    else
        start();
}

void CommandDialog::start() {
    theme::set_tone(*message_, theme::Tone::kPlain);
    message_->setText(busy_);
    progress_->setRange(0, 0);
    // A copy in another folder runs: its files are where they were.
    Document copy = session_.document();
    copy.draft.files =
        beside_document(copy.draft.files, (folder_ + QStringLiteral("/copy")).toStdString());
    process_.start(QFileInfo(document_).fileName(),
                   QByteArray::fromStdString(to_text(copy, session_.library())),
                   [this](const QString& path) { return arguments(path, true); });
    follow();
}

void CommandDialog::end(const QString& problem) {
    progress_->setRange(0, 1);
    progress_->setValue(problem.isEmpty() ? 1 : 0);
    theme::set_tone(*message_, problem.isEmpty() ? theme::Tone::kPlain : theme::Tone::kError);
    message_->setText(problem.isEmpty() ? tr("Done") : problem);
    follow();
}

}  // namespace weft::editor
