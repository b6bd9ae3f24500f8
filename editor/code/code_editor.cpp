#include "code/code_editor.h"

#include <QFontDatabase>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>
#include <algorithm>

#include "code/cpp_highlighter.h"
#include "view/theme.h"

namespace weft::editor {

/// What is drawn left of the text.
class LineNumbers : public QWidget {
  public:
    explicit LineNumbers(CodeEditor& editor) : QWidget(&editor), editor_(editor) {}

  protected:
    void paintEvent(QPaintEvent* event) override {
        QPainter painter(this);
        editor_.paint_gutter(painter, event->rect());
    }

  private:
    CodeEditor& editor_;
};

namespace {

constexpr int kMark = 14;  // pixels for the mark before the number
constexpr int kIndent = 4;

QColor error_ink() { return theme::mixed(theme::now().error, theme::now().text, 0.15); }

QColor warning_ink() {
    const theme::Colours& colours = theme::now();
    return theme::mixed(colours.warning, colours.text, colours.light ? 0.5 : 0.0);
}

/// In characters, of a column in bytes of UTF-8.
int character_of(const QString& line, int column) {
    return static_cast<int>(QString::fromUtf8(line.toUtf8().left(column - 1)).size());
}

}  // namespace

CodeEditor::CodeEditor(QWidget* parent) : QPlainTextEdit(parent), gutter_(new LineNumbers(*this)) {
    setObjectName(QStringLiteral("code-text"));
    setAccessibleName(tr("Source of the functor"));
    setFrameShape(NoFrame);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(9.5);
    setFont(font);
    setTabStopDistance(kIndent * fontMetrics().horizontalAdvance(' '));
    new CppHighlighter(document());
    connect(this, &QPlainTextEdit::blockCountChanged, this, &CodeEditor::place_gutter);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& area, int dy) {
        if (dy)
            gutter_->scroll(0, dy);
        else
            gutter_->update(0, area.y(), gutter_->width(), area.height());
    });
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, &CodeEditor::mark);
    place_gutter();
}

void CodeEditor::show_text(const QString& text) {
    const QString now = toPlainText();
    if (text != now) {
        // What differs alone, so that cursor and scroll bars stay.
        qsizetype begin = 0, end = 0;
        const qsizetype least = std::min(text.size(), now.size());
        while (begin < least && text[begin] == now[begin]) ++begin;
        while (end < least - begin && text[text.size() - 1 - end] == now[now.size() - 1 - end])
            ++end;
        QTextCursor cursor(document());
        cursor.setPosition(static_cast<int>(begin));
        cursor.setPosition(static_cast<int>(now.size() - end), QTextCursor::KeepAnchor);
        cursor.insertText(text.mid(begin, text.size() - end - begin));
    }
    document()->clearUndoRedoStacks();
}

void CodeEditor::show_diagnostics(std::vector<Diagnostic> diagnostics) {
    diagnostics_ = std::move(diagnostics);
    mark();
    gutter_->update();
}

QTextCursor CodeEditor::cursor_of(const Diagnostic& d) const {
    const QTextBlock block = document()->findBlockByNumber(d.line - 1);
    QTextCursor cursor(block.isValid() ? block : document()->lastBlock());
    const QString line = cursor.block().text();
    const int begin =
        std::min(character_of(line, std::max(d.column, 1)), static_cast<int>(line.size()));
    int end = begin;
    while (end < line.size() && (line[end].isLetterOrNumber() || line[end] == '_')) ++end;
    if (end == begin) end = std::min<int>(begin + 1, static_cast<int>(line.size()));
    cursor.setPosition(cursor.block().position() + begin);
    // At the end of a line the character before it, so that there is something to underline.
    if (end == begin && begin > 0) cursor.movePosition(QTextCursor::PreviousCharacter);
    cursor.setPosition(cursor.block().position() + end, QTextCursor::KeepAnchor);
    return cursor;
}

void CodeEditor::mark() {
    QList<QTextEdit::ExtraSelection> marks;
    QTextEdit::ExtraSelection line;
    line.format.setBackground(theme::mixed(theme::now().field, theme::now().raised, 0.5));
    line.format.setProperty(QTextFormat::FullWidthSelection, true);
    line.cursor = textCursor();
    line.cursor.clearSelection();
    marks.append(line);
    for (const Diagnostic& d : diagnostics_) {
        if (d.line < 1) continue;
        QTextEdit::ExtraSelection wrong;
        wrong.cursor = cursor_of(d);
        wrong.format.setUnderlineStyle(d.warning ? QTextCharFormat::DotLine
                                                 : QTextCharFormat::WaveUnderline);
        wrong.format.setUnderlineColor(d.warning ? warning_ink() : theme::now().error);
        marks.append(wrong);
    }
    setExtraSelections(marks);
    gutter_->update();
}

void CodeEditor::go_to(int line, int column) {
    QTextCursor cursor = cursor_of({{}, line, column, {}, {}, {}});
    cursor.clearSelection();
    cursor.setPosition(cursor_of({{}, line, column, {}, {}, {}}).selectionStart());
    setTextCursor(cursor);
    ensureCursorVisible();
    setFocus();
}

QString CodeEditor::said_at(int position) const {
    for (const Diagnostic& d : diagnostics_) {
        if (d.line < 1) continue;
        const QTextCursor cursor = cursor_of(d);
        if (position < cursor.selectionStart() || position > cursor.selectionEnd()) continue;
        return (d.warning ? tr("Warning: ") : QString()) +
               QString::fromStdString(d.remedy.empty() ? d.message
                                                       : d.message + "\nInstead: " + d.remedy);
    }
    return {};
}

bool CodeEditor::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QPoint in_text = viewport()->mapFrom(this, help->pos());
        if (const QString text = said_at(cursorForPosition(in_text).position()); !text.isEmpty())
            QToolTip::showText(help->globalPos(), text, this);
        else
            QToolTip::hideText();
        return true;
    }
    // These keys are the text's, not the window's.
    if (event->type() == QEvent::ShortcutOverride)
        if (const auto* key = static_cast<QKeyEvent*>(event); key->matches(QKeySequence::Save) ||
                                                              key->matches(QKeySequence::Undo) ||
                                                              key->matches(QKeySequence::Redo)) {
            event->accept();
            return true;
        }
    return QPlainTextEdit::event(event);
}

void CodeEditor::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Save)) {
        Q_EMIT save_wanted();
    } else if (event->matches(QKeySequence::Undo) && !document()->isUndoAvailable()) {
        Q_EMIT undo_wanted();
    } else if (event->matches(QKeySequence::Redo) && !document()->isRedoAvailable()) {
        Q_EMIT redo_wanted();
    } else if (event->key() == Qt::Key_Tab && !textCursor().hasSelection()) {
        insertPlainText(QString(kIndent - textCursor().positionInBlock() % kIndent, ' '));
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        new_line();
    } else {
        QPlainTextEdit::keyPressEvent(event);
    }
}

/// As deep as the line before, and deeper behind an opening brace.
void CodeEditor::new_line() {
    QTextCursor cursor = textCursor();
    const QString before = cursor.block().text().left(cursor.positionInBlock());
    int depth = 0;
    while (depth < before.size() && before[depth] == ' ') ++depth;
    if (before.trimmed().endsWith('{')) depth += kIndent;
    cursor.insertText('\n' + QString(depth, ' '));
    setTextCursor(cursor);
    ensureCursorVisible();
}

int CodeEditor::gutter_width() const {
    const auto digits = QString::number(std::max(blockCount(), 10)).size();
    return kMark + 8 + fontMetrics().horizontalAdvance('9') * static_cast<int>(digits);
}

void CodeEditor::place_gutter() {
    setViewportMargins(gutter_width() + 4, 0, 0, 0);
    const QRect area = contentsRect();
    gutter_->setGeometry(area.left(), area.top(), gutter_width(), area.height());
}

void CodeEditor::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    place_gutter();
}

void CodeEditor::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    if (auto* colours = document()->findChild<CppHighlighter*>()) colours->rehighlight();
    place_gutter();
    mark();
}

void CodeEditor::paint_gutter(QPainter& painter, const QRect& area) const {
    const theme::Colours& colours = theme::now();
    painter.fillRect(area, colours.window);
    painter.setFont(font());
    painter.setRenderHint(QPainter::Antialiasing);
    QTextBlock block = firstVisibleBlock();
    const QTextBlock here = textCursor().block();
    QRectF place = blockBoundingGeometry(block).translated(contentOffset());
    for (; block.isValid() && place.top() <= area.bottom(); block = block.next()) {
        place = blockBoundingGeometry(block).translated(contentOffset());
        const int number = block.blockNumber() + 1;
        const auto stands_here = [&](bool warning) {
            return std::any_of(diagnostics_.begin(), diagnostics_.end(), [&](const Diagnostic& d) {
                return d.line == number && d.warning == warning;
            });
        };
        const bool wrong = stands_here(false);
        // Beside the first line of one that is wrapped.
        const double height = std::min<double>(place.height(), fontMetrics().lineSpacing() + 1.0);
        const QPointF mark(kMark / 2.0 + 1, place.top() + height / 2.0);
        painter.setPen(Qt::NoPen);
        if (wrong) {
            painter.setBrush(colours.error);
            painter.drawEllipse(mark, 3.5, 3.5);
        } else if (stands_here(true)) {
            painter.setBrush(colours.warning);
            painter.drawPath(
                QTransform::fromScale(0.55, 0.55).map(theme::warning_sign()).translated(mark));
        }
        painter.setPen(wrong ? error_ink() : block == here ? colours.text : colours.faint_text);
        painter.drawText(QRectF(0, place.top(), gutter_width() - 6, height),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(number));
    }
}

}  // namespace weft::editor
