// The text of a header: line numbers, colours, and marks where something is wrong.
#pragma once

#include <QPlainTextEdit>
#include <vector>

#include "support/diagnostic.h"

namespace weft::editor {

class CodeEditor : public QPlainTextEdit {
    Q_OBJECT

  public:
    explicit CodeEditor(QWidget* parent = nullptr);

    /// Shows a text in place of what is shown, where it differs; the cursor and what is in sight
    /// stay. It is not one of the text's own edits, and those before it cannot be taken back.
    void show_text(const QString& text);
    /// Those without a line are shown nowhere. Columns count bytes.
    void show_diagnostics(std::vector<Diagnostic> diagnostics);
    /// Puts the cursor there; lines and columns count from 1.
    void go_to(int line, int column);
    /// What the underline says at a place in the text; empty: nothing is there.
    QString said_at(int position) const;

  Q_SIGNALS:
    /// Ctrl+S.
    void save_wanted();
    /// Undo and redo with nothing of the text's own to take back.
    void undo_wanted();
    void redo_wanted();

  protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    friend class LineNumbers;
    int gutter_width() const;
    void place_gutter();
    void paint_gutter(QPainter& painter, const QRect& area) const;
    void mark();
    void new_line();
    QTextCursor cursor_of(const Diagnostic& diagnostic) const;

    QWidget* gutter_;
    std::vector<Diagnostic> diagnostics_;
};

}  // namespace weft::editor
