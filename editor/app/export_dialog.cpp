#include "app/export_dialog.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>

namespace weft::editor {

ExportDialog::ExportDialog(Session& session, QWidget* parent)
    : CommandDialog(session, QStringLiteral("export"), tr("Export plug-in"), tr("Compiling…"),
                    parent) {
    bundle_ = add_path(0, tr("Bundle"), {}, [this](const QString& now) {
        return QFileDialog::getSaveFileName(this, tr("Export to"), now,
                                            tr("OpenFX bundles (*.ofx.bundle)"));
    });
    bundle_->setObjectName(QStringLiteral("bundle"));
    bundle_->setToolTip(tr("A folder that hosts find where OFX_PLUGIN_PATH says"));
}

void ExportDialog::fill() {
    const QString name = QFileInfo(document_).completeBaseName();
    const QString bundle = QDir(folder_).filePath(name + QStringLiteral(".ofx.bundle"));
    if (bundle_->text() == suggested_) bundle_->setText(bundle);
    suggested_ = bundle;
}

QStringList ExportDialog::arguments(const QString& document, bool) const {
    return {QStringLiteral("export-ofx"), document, QStringLiteral("-o"),
            QDir(folder_).absoluteFilePath(bundle_->text())};
}

}  // namespace weft::editor
