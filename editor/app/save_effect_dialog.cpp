#include "app/save_effect_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "batch/effect_folders.h"
#include "view/theme.h"

namespace weft::editor {

SaveEffectDialog::SaveEffectDialog(const QString& name, const QString& summary,
                                   const QStringList& folders, QWidget* parent)
    : QDialog(parent),
      name_(new QLineEdit(name)),
      summary_(new QLineEdit(summary)),
      folder_(new QComboBox),
      result_(new QLabel) {
    setObjectName(QStringLiteral("save-effect"));
    setWindowTitle(tr("Save as effect"));
    name_->setObjectName(QStringLiteral("effect-name"));
    summary_->setObjectName(QStringLiteral("effect-summary"));
    folder_->setObjectName(QStringLiteral("effect-folder"));
    result_->setObjectName(QStringLiteral("effect-result"));
    summary_->setPlaceholderText(tr("One line, shown where effects are searched"));
    folder_->addItems(folders);
    folder_->setCurrentIndex(static_cast<int>(folders.size()) - 1);
    result_->setWordWrap(true);
    theme::set_tone(*result_, theme::Tone::kDim);
    auto* form = new QFormLayout;
    form->addRow(tr("Name"), name_);
    form->addRow(tr("What it does"), summary_);
    form->addRow(tr("Folder"), folder_);
    auto* buttons = new QDialogButtonBox;
    save_ = buttons->addButton(tr("Save"), QDialogButtonBox::AcceptRole);
    save_->setObjectName(QStringLiteral("save"));
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(name_, &QLineEdit::textChanged, this, &SaveEffectDialog::follow);
    connect(folder_, &QComboBox::currentIndexChanged, this, &SaveEffectDialog::follow);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(10);
    layout->addLayout(form);
    layout->addWidget(result_);
    layout->addWidget(buttons);
    resize(480, 0);
    name_->selectAll();  // what is typed stands in its place
    follow();
}

QString SaveEffectDialog::name() const { return name_->text(); }
QString SaveEffectDialog::summary() const { return summary_->text().trimmed(); }
QString SaveEffectDialog::folder() const { return folder_->currentText(); }

void SaveEffectDialog::follow() {
    const auto place = next_version(folder().toStdString(), name().toStdString());
    save_->setEnabled(static_cast<bool>(place));
    if (!place)
        result_->setText(QString::fromStdString(place.error().message));
    else if (place->version == 1)
        result_->setText(tr("A new effect, found by Tab under this name."));
    else
        result_->setText(tr("Version %1. What uses the effect follows it; earlier versions stay.")
                             .arg(place->version));
}

}  // namespace weft::editor
