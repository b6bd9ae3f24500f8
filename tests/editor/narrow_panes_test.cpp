// Long texts in the panes Code and Fusion, as narrow as they get: wrapped, and none is cut.
#include <gtest/gtest.h>

#include <QDockWidget>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QScrollBar>

#include "code/code_editor.h"
#include "hands.h"

namespace weft::editor {
namespace {

/// The pane of that name, beside a graph that takes all the room it can.
QDockWidget& narrow_pane(MainWindow& window, const char* name) {
    auto* graph = window.findChild<QDockWidget*>("dock.graph");
    auto* pane = window.findChild<QDockWidget*>(QLatin1String(name));
    pane->show();
    settle();
    window.resizeDocks({graph, pane}, {4000, 1}, Qt::Horizontal);
    settle();
    return *pane;
}

/// What `text` takes where lines are as long as that, and break at spaces.
QSize wrapped_size(const QWidget& in, int width, const QString& text) {
    return in.fontMetrics()
        .boundingRect(QRect(0, 0, width, 10000), Qt::TextWordWrap | Qt::AlignLeft, text)
        .size();
}

void expect_whole(const QLabel& label) {
    ASSERT_FALSE(label.text().isEmpty()) << label.objectName().toStdString();
    const QRect room = label.contentsRect();
    const QSize wanted = wrapped_size(label, room.width(), label.text());
    EXPECT_LE(wanted.width(), room.width()) << label.text().toStdString();
    EXPECT_LE(wanted.height(), room.height()) << label.text().toStdString();
}

void expect_whole(const QListWidget& list) {
    ASSERT_GT(list.count(), 0) << list.objectName().toStdString();
    for (int row = 0; row < list.count(); ++row) {
        const QListWidgetItem* item = list.item(row);
        const QRect room = list.visualItemRect(item);
        EXPECT_LE(room.right(), list.viewport()->width()) << item->text().toStdString();
        const QSize wanted = wrapped_size(list, room.width(), item->text());
        EXPECT_LE(wanted.height(), room.height()) << item->text().toStdString();
    }
}

void expect_whole(const QPlainTextEdit& page) {
    EXPECT_FALSE(page.toPlainText().isEmpty()) << page.objectName().toStdString();
    EXPECT_EQ(page.horizontalScrollBar()->maximum(), 0) << page.objectName().toStdString();
}

TEST(NarrowPanes, FusionIsReadWithoutScrollingSideways) {
    const auto window = start_window({1200, 800});
    window->session().open(chain());
    QDockWidget& pane = narrow_pane(*window, "dock.fusion");
    ASSERT_TRUE(wait_until([&] { return !window->fusion().busy(); }));
    settle();
    look(*window, "narrow-fusion");
    EXPECT_LE(pane.width(), 500);
    expect_whole(*window->findChild<QLabel*>("plan-title"));
    expect_whole(*window->findChild<QListWidget*>("plan-kernels"));
    for (const char* page : {"plan-kernel", "plan-between", "plan-code"})
        expect_whole(*window->findChild<QPlainTextEdit*>(QLatin1String(page)));
}

TEST(NarrowPanes, CodeAndWhatIsWrongWithItAreReadWithoutScrollingSideways) {
    const auto window = start_window({1200, 800});
    Session& session = window->session();
    session.open(empty_document());
    session.select({{ItemKind::kInput, 0}});
    QDockWidget& pane = narrow_pane(*window, "dock.code");
    window->code().functors().create("Glow", {}, session.in_order());
    const auto compiled = [&] { return !window->code().busy(); };
    settle();
    ASSERT_TRUE(wait_until(compiled));
    CodeEditor& editor = window->code().editor();
    editor.moveCursor(QTextCursor::Start);
    ASSERT_TRUE(editor.find("Input() * Amount"));
    QTest::keyClicks(&editor, "NobodyHasEverHeardOfThis() + ANameThatNobodyHasDeclared * Amount");
    settle();
    ASSERT_TRUE(wait_until(compiled));
    settle();
    look(*window, "narrow-code");
    EXPECT_LE(pane.width(), 400);
    const QLabel& state = *window->findChild<QLabel*>("code-state");
    expect_whole(state);
    EXPECT_LT(state.contentsRect().height(), 2 * state.fontMetrics().height()) << "in one line";
    expect_whole(*window->findChild<QListWidget*>("code-diagnostics"));
    expect_whole(editor);
}

}  // namespace
}  // namespace weft::editor
