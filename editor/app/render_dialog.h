// "Render…": where to, which frames, the command line that does it, and how far it is.
#pragma once

#include <QDialog>
#include <map>

#include "app/render_process.h"
#include "view/session.h"

class QFormLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace weft::editor {

class RenderDialog : public QDialog {
    Q_OBJECT

  public:
    explicit RenderDialog(Session& session, QWidget* parent = nullptr);

    /// Where the document is, and where relative paths begin; opens the dialog.
    void open_for(const QString& document, const QString& folder);
    /// What would be rendered, with the document's own path.
    RenderCommand command() const;

  private:
    void add_outputs();
    void choose(QLineEdit& line);
    void follow();
    void start_or_stop();
    void end(const QString& problem);

    Session& session_;
    RenderProcess process_;
    QString document_, folder_;
    QFormLayout* form_;
    std::map<QString, QLineEdit*> outputs_;
    QLineEdit* frames_;
    QLineEdit* line_;
    QLabel* message_;
    QProgressBar* progress_;
    QPushButton* render_;
};

}  // namespace weft::editor
