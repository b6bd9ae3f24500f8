// "Render…": where to, and which frames.
#pragma once

#include <map>

#include "app/command_dialog.h"

namespace weft::editor {

class RenderDialog : public CommandDialog {
    Q_OBJECT

  public:
    explicit RenderDialog(Session& session, QWidget* parent = nullptr);

  private:
    QStringList arguments(const QString& document, bool events) const override;
    void fill() override;

    std::map<QString, QLineEdit*> outputs_;
    QLineEdit* frames_;
};

}  // namespace weft::editor
