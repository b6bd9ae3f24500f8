#include "code/code_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "code/code_editor.h"
#include "commands/functor_edits.h"
#include "view/key_hints.h"
#include "view/theme.h"

namespace weft::editor {
namespace {

constexpr int kPause = 600;   // milliseconds without a key, after which what was typed is an edit
constexpr int kMaxShown = 4;  // diagnostics in sight at once

}  // namespace

CodePanel::CodePanel(Session& session, std::unique_ptr<FunctorCompiler> compiler, QWidget* parent)
    : QWidget(parent),
      session_(session),
      functors_(session, std::move(compiler)),
      pages_(new QStackedWidget),
      headers_(new QComboBox),
      state_(new QLabel),
      remove_(new QToolButton),
      editor_(new CodeEditor),
      list_(new QListWidget) {
    make_layout();
    soon_.setSingleShot(true);
    soon_.setInterval(kPause);
    connect(&soon_, &QTimer::timeout, this, &CodePanel::write);
    connect(editor_, &QPlainTextEdit::textChanged, this, [this] {
        if (!showing_) soon_.start();
    });
    connect(editor_, &CodeEditor::save_wanted, this, &CodePanel::write);
    connect(editor_, &CodeEditor::undo_wanted, &session_, &Session::undo);
    connect(editor_, &CodeEditor::redo_wanted, &session_, &Session::redo);
    connect(headers_, &QComboBox::activated, this,
            [this](int row) { open(headers_->itemText(row).toStdString()); });
    connect(remove_, &QToolButton::clicked, this, [this] {
        session_.apply(tr("Remove %1").arg(QString::fromStdString(file_)),
                       remove_functor(session_.document(), session_.library(), file_));
    });
    const auto go = [this](const QListWidgetItem* item) {
        editor_->go_to(item->data(Qt::UserRole).toInt(), item->data(Qt::UserRole + 1).toInt());
    };
    connect(list_, &QListWidget::itemClicked, this, go);
    connect(list_, &QListWidget::itemActivated, this, go);
    connect(&session_, &Session::code_changed, this, &CodePanel::follow_document);
    connect(&session_, &Session::opened, this, [this] { open({}); });
    connect(&session_, &Session::selection_changed, this, &CodePanel::follow_selection);
    connect(&functors_, &LiveFunctors::changed, this, &CodePanel::follow_functors);
    follow_document();
}

void CodePanel::make_layout() {
    headers_->setObjectName(QStringLiteral("code-header"));
    headers_->setAccessibleName(tr("Functors of this document"));
    headers_->setToolTip(tr("Functors that come with this document"));
    headers_->setMinimumContentsLength(16);
    state_->setObjectName(QStringLiteral("code-state"));
    state_->setWordWrap(true);
    remove_->setText(tr("Remove"));
    remove_->setToolTip(tr("Takes the functor out of the document, once no node is of it"));
    auto* fresh = new QToolButton;
    fresh->setText(tr("New…"));
    fresh->setToolTip(tr("A new functor, and a node of it"));
    connect(fresh, &QToolButton::clicked, this, &CodePanel::new_functor_wanted);
    list_->setObjectName(QStringLiteral("code-diagnostics"));
    list_->setAccessibleName(tr("What is wrong"));
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setWordWrap(true);
    list_->hide();
    auto* top = new QHBoxLayout;
    top->setContentsMargins(12, 6, 12, 6);
    top->setSpacing(6);
    top->addWidget(headers_);
    top->addStretch(1);
    top->addWidget(fresh);
    top->addWidget(remove_);
    auto* code = new QWidget;
    auto* layout = new QVBoxLayout(code);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    state_->setContentsMargins(12, 0, 12, 6);  // a line of its own, in panes of any width
    layout->addWidget(state_);
    layout->addWidget(editor_, 1);
    layout->addWidget(list_);

    auto* nothing = new QWidget;
    auto* hint = new QLabel(
        tr("No functor of this document's own yet.\n\nA functor is what a node computes, in C++. "
           "One that is written here is compiled while you type, and is saved with the document."));
    hint->setWordWrap(true);
    hint->setAlignment(Qt::AlignCenter);
    theme::set_tone(*hint, theme::Tone::kDim);
    auto* first = new QPushButton(tr("New functor…"));
    connect(first, &QPushButton::clicked, this, &CodePanel::new_functor_wanted);
    auto* middle = new QVBoxLayout(nothing);
    middle->setContentsMargins(40, 12, 40, 12);
    middle->addStretch(1);
    middle->addWidget(hint);
    middle->addSpacing(8);
    middle->addWidget(first, 0, Qt::AlignHCenter);
    middle->addStretch(1);

    pages_->addWidget(nothing);
    pages_->addWidget(code);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(pages_);
    setMinimumWidth(360);
}

void CodePanel::write() {
    soon_.stop();
    if (file_.empty()) return;
    functors_.write(file_, editor_->toPlainText().toStdString());
}

void CodePanel::open(const std::string& file) {
    finish();
    file_ = file;
    follow_document();
}

void CodePanel::list_headers() {
    const QSignalBlocker quiet(headers_);
    headers_->clear();
    for (const auto& [file, text] : session_.document().draft.functors)
        headers_->addItem(QString::fromStdString(file));
    headers_->setCurrentText(QString::fromStdString(file_));
}

void CodePanel::follow_document() {
    const FunctorTexts& headers = session_.document().draft.functors;
    if (!headers.contains(file_)) {
        soon_.stop();
        file_ = headers.empty() ? std::string() : headers.begin()->first;
    }
    list_headers();
    pages_->setCurrentIndex(file_.empty() ? 0 : 1);
    // What is being typed is newer than the document.
    if (!soon_.isActive()) {
        const QScopedValueRollback guard(showing_, true);
        editor_->show_text(QString::fromStdString(functor_text(session_.document(), file_)));
    }
    follow_functors();
}

/// A node of the document's own functors shows its source.
void CodePanel::follow_selection() {
    const std::optional<ItemId> one = session_.single();
    if (!one || one->kind != ItemKind::kNode) return;
    const Node* node = session_.document().draft.graph.find(NodeId{one->value});
    if (!node) return;
    const std::string file = header_of(session_.document(), session_.library(), node->functor);
    if (!file.empty() && file != file_) open(file);
}

void CodePanel::follow_functors() {
    const std::vector<Diagnostic> wrong = functors_.diagnostics(file_);
    // What was wrong before stands until there is something else to say.
    const bool waits = functors_.busy() && wrong.empty() && shown_file_ == file_;
    if (!waits && wrong != shown_) show_diagnostics(wrong);
    shown_file_ = file_;
    const bool runs = !session_.document().unfinished.contains(file_);
    const bool refused = refuses(wrong);
    const auto warnings =
        std::count_if(wrong.begin(), wrong.end(), [](const Diagnostic& d) { return d.warning; });
    const auto errors = static_cast<qsizetype>(wrong.size()) - warnings;
    const QString save = key_text(*this, "file.save");
    state_->setText(functors_.busy()  ? tr("compiling…")
                    : refused && runs ? tr("stopped; the last picture stays")
                    : errors == 1     ? tr("1 error; what ran before goes on")
                    : refused         ? tr("%1 errors; what ran before goes on").arg(errors)
                    : !runs ? tr("compiles; %1 runs it").arg(save.isEmpty() ? tr("Save") : save)
                    : warnings == 1 ? tr("runs, with 1 warning")
                    : warnings > 0  ? tr("runs, with %1 warnings").arg(warnings)
                                    : tr("runs as written"));
    theme::set_tone(*state_,
                    refused && !functors_.busy() ? theme::Tone::kError : theme::Tone::kDim);
    remove_->setEnabled(!file_.empty() &&
                        nodes_of(session_.document(), session_.library(), file_).empty());
}

void CodePanel::show_diagnostics(const std::vector<Diagnostic>& wrong) {
    shown_ = wrong;
    editor_->show_diagnostics(wrong);
    list_->clear();
    for (const Diagnostic& d : wrong) {
        QString text = QString::fromStdString(d.message);
        if (d.warning) text = tr("Warning: %1").arg(text);
        if (d.line > 0) text = QStringLiteral("%1:%2   %3").arg(d.line).arg(d.column).arg(text);
        if (!d.remedy.empty())
            text += QStringLiteral("\n") + tr("Instead: %1").arg(QString::fromStdString(d.remedy));
        auto* item = new QListWidgetItem(text, list_);
        item->setData(Qt::UserRole, d.line);
        item->setData(Qt::UserRole + 1, d.column);
    }
    list_->setVisible(!wrong.empty());
    int height = 2;
    for (int row = 0; row < std::min(list_->count(), kMaxShown); ++row)
        height += list_->sizeHintForRow(row);
    list_->setFixedHeight(height);
}

}  // namespace weft::editor
