// "Export plug-in…": the effect as an OpenFX bundle that needs no compiler.
#pragma once

#include "app/command_dialog.h"

namespace weft::editor {

class ExportDialog : public CommandDialog {
    Q_OBJECT

  public:
    explicit ExportDialog(Session& session, QWidget* parent = nullptr);

  private:
    QStringList arguments(const QString& document, bool events) const override;
    void fill() override;

    QLineEdit* bundle_;
    QString suggested_;  // for the document, as long as nobody has typed another
};

}  // namespace weft::editor
