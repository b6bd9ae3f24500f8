// The C++ of the document's own functors, to be written while its picture is looked at.
#pragma once

#include <QTimer>
#include <QWidget>
#include <string>

#include "code/live_functors.h"

class QComboBox;
class QLabel;
class QListWidget;
class QStackedWidget;
class QToolButton;

namespace weft::editor {

class CodeEditor;

class CodePanel : public QWidget {
    Q_OBJECT

  public:
    CodePanel(Session& session, std::unique_ptr<FunctorCompiler> compiler,
              QWidget* parent = nullptr);

    LiveFunctors& functors() { return functors_; }
    CodeEditor& editor() { return *editor_; }
    /// The header that is shown; empty: there is none.
    const std::string& file() const { return file_; }
    /// What was typed is not an edit yet, or is being compiled.
    bool busy() const { return soon_.isActive() || functors_.busy(); }
    /// Makes an edit of what is shown, now.
    void write();
    /// The same, if something was typed since the last.
    void finish() {
        if (soon_.isActive()) write();
    }

    QSize sizeHint() const override { return {620, 360}; }

  Q_SIGNALS:
    void new_functor_wanted();

  private:
    void make_layout();
    void open(const std::string& file);
    void follow_document();
    void follow_selection();
    void follow_functors();
    void show_diagnostics(const std::vector<Diagnostic>& wrong);
    void list_headers();

    Session& session_;
    LiveFunctors functors_;
    QTimer soon_;
    std::string file_;
    bool showing_ = false;           // what changes is not typed
    std::vector<Diagnostic> shown_;  // in the list
    std::string shown_file_;         // whose they are
    QStackedWidget* pages_;
    QComboBox* headers_;
    QLabel* state_;
    QToolButton* remove_;
    CodeEditor* editor_;
    QListWidget* list_;
};

}  // namespace weft::editor
