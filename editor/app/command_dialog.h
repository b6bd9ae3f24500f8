// What dialogs have in common that run a command: a form, the command line, progress, a message.
#pragma once

#include <QDialog>
#include <QStringList>

#include "app/weft_process.h"
#include "view/session.h"

class QFormLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace weft::editor {

class CommandDialog : public QDialog {
    Q_OBJECT

  public:
    /// `verb` is on the button that starts, `busy` is said while it runs.
    CommandDialog(Session& session, const QString& name, const QString& verb, const QString& busy,
                  QWidget* parent);

    /// Where the document is, and where relative paths begin; opens the dialog.
    void open_for(const QString& document, const QString& folder);

  protected:
    /// What `weft` is started with, the document being at `document`. With `events` as the window
    /// starts it, without as people would type it.
    virtual QStringList arguments(const QString& document, bool events) const = 0;
    /// The form is to be filled, as the document is now.
    virtual void fill() = 0;

    /// Adds a line for a path at `row` of the form, with a button that calls `choose`.
    QLineEdit* add_path(int row, const QString& label, const QString& path,
                        const std::function<QString(const QString& now)>& choose);
    /// Shows the command line as it is now.
    void follow();
    bool is_running() const { return process_.is_running(); }
    /// Requires that nothing runs.
    void start();

    Session& session_;
    QFormLayout* form_;
    QString document_, folder_;

  private:
    void start_or_stop();
    void end(const QString& problem);

    const QString verb_, busy_;
    WeftProcess process_;
    QLineEdit* line_;
    QLabel* message_;
    QProgressBar* progress_;
    QPushButton* start_;
};

}  // namespace weft::editor
