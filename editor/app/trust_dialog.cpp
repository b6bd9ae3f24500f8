#include "app/trust_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

#include "code/code_editor.h"
#include "support/visible_text.h"
#include "view/theme.h"

namespace weft::editor {

TrustDialog::TrustDialog(const FunctorTexts& functors, const QString& document, QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("trust"));
    setWindowTitle(tr("Code from elsewhere"));
    resize(760, 560);
    auto* question = new QLabel(
        document.isEmpty() ? tr("The nodes to be pasted bring C++ code that you have not trusted.")
                           : tr("%1 brings C++ code that you have not trusted.").arg(document));
    question->setTextFormat(Qt::PlainText);
    question->setWordWrap(true);
    auto* warning = new QLabel(
        tr("Code may do all that you may, with your files too. Nothing of it has run yet: "
           "read it, and trust it only if you know what it does or who wrote it."));
    warning->setWordWrap(true);
    theme::set_tone(*warning, theme::Tone::kDim);
    auto* files = new QTabWidget;
    files->setDocumentMode(true);
    for (const auto& [file, text] : functors) {
        auto* code = new CodeEditor;
        code->setReadOnly(true);
        code->setLineWrapMode(QPlainTextEdit::WidgetWidth);  // nothing hides at the right
        code->show_text(QString::fromStdString(visible_text(text)));
        files->addTab(code, QString::fromStdString(file));
    }
    auto* buttons = new QDialogButtonBox;
    auto* trust = buttons->addButton(tr("Trust this code"), QDialogButtonBox::AcceptRole);
    auto* refuse = buttons->addButton(document.isEmpty() ? tr("Do not paste") : tr("Do not open"),
                                      QDialogButtonBox::RejectRole);
    trust->setObjectName(QStringLiteral("accept"));
    trust->setAutoDefault(false);
    refuse->setObjectName(QStringLiteral("refuse"));
    refuse->setDefault(true);
    refuse->setFocus();
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(10);
    layout->addWidget(question);
    layout->addWidget(files, 1);
    layout->addWidget(warning);
    layout->addWidget(buttons);
}

}  // namespace weft::editor
