// Scripted sessions: keys and the mouse on a window without a screen, against the graph they make.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QSlider>
#include <QTemporaryDir>
#include <QToolButton>

#include "app/settings.h"
#include "graph/document.h"
#include "window.h"

namespace weft::editor {
namespace {

/// Tab, letters, Enter.
void search(MainWindow& window, const QString& letters) {
    key(window, Qt::Key_Tab);
    auto* popup = window.graph().findChild<QFrame*>(QStringLiteral("search"));
    ASSERT_TRUE(popup && popup->isVisible());
    auto* line = popup->findChild<QLineEdit*>();
    QTest::keyClicks(line, letters);
    QTest::keyClick(line, Qt::Key_Return);
    ASSERT_FALSE(popup->isVisible());
    window.graph().frame({});
}

void click(MainWindow& window, const std::string& name, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mouseClick(window.graph().viewport(), Qt::LeftButton, modifiers,
                      at(window, box(window, name).pos()));
}

std::string said(const QSignalSpy& spy) {
    return spy.isEmpty() ? "" : spy.back().front().toString().toStdString();
}

TEST(EditorWindow, BuildsAnEffectByKeys) {
    const auto window = make_window();
    click(*window, "input");
    search(*window, QStringLiteral("expos"));
    search(*window, QStringLiteral("inver"));
    EXPECT_EQ(spine(window->session().document()), "input > exposure1 > invert1 > output");
    click(*window, "exposure1");
    key(*window, Qt::Key_D);
    EXPECT_EQ(window->session().document().draft.disabled.size(), 1u);
    key(*window, Qt::Key_Delete);
    EXPECT_EQ(spine(window->session().document()), "input > invert1 > output");
    for (int i = 0; i < 3; ++i) window->action("edit.undo")->trigger();
    EXPECT_EQ(spine(window->session().document()), "input > exposure1 > output");
    window->action("edit.redo")->trigger();
    EXPECT_EQ(spine(window->session().document()), "input > exposure1 > invert1 > output");
}

TEST(EditorWindow, ConnectsAndRefusesByTheMouse) {
    const auto window = make_window();
    click(*window, "input");
    search(*window, QStringLiteral("expos"));
    search(*window, QStringLiteral("inver"));
    const QSignalSpy spy(&window->session(), &Session::said);
    const QPointF down(0, 4);
    // From invert back to exposure: a cycle.
    drag(*window, box(*window, "invert1").output_at(0) + down,
         box(*window, "exposure1").input_at(0) - down);
    EXPECT_THAT(said(spy), testing::HasSubstr("this would be a cycle"));
    EXPECT_EQ(spine(window->session().document()), "input > exposure1 > invert1 > output");
    // The wire into invert is taken off and let go.
    drag(*window, box(*window, "invert1").input_at(0) - down,
         box(*window, "invert1").input_at(0) + QPointF(-400, -30));
    EXPECT_EQ(spine(window->session().document()), "- > invert1 > output");
    drag(*window, box(*window, "input").output_at(0) + down,
         box(*window, "invert1").input_at(0) - down);
    EXPECT_EQ(spine(window->session().document()), "input > invert1 > output");
}

TEST(EditorWindow, ANodeDroppedOnAWireIsInserted) {
    const auto window = make_window();
    Session& session = window->session();
    session.open(*extract(chain(), library(), {named(chain(), "exposure1")}));
    session.apply("Move", Result<Document>(move(session.document(),
                                                {named(session.document(), "invert1")}, {0, 64})));
    window->graph().frame({});
    const QPointF middle = (box(*window, "input").pos() + box(*window, "invert1").pos()) / 2;
    drag(*window, box(*window, "exposure1").pos(), middle);
    EXPECT_EQ(spine(session.document()), "input > exposure1 > invert1 > output");
    EXPECT_EQ(session.history().undo_name(), "Insert");
}

TEST(EditorWindow, CopiesAsTextAndSelectsByABand) {
    const auto window = make_window();
    window->session().open(chain());
    window->graph().frame({});
    const QRectF all = window->graph().graph().bounds({});
    drag(*window, all.topLeft() - QPointF(10, 10), all.bottomRight() + QPointF(10, 10));
    EXPECT_EQ(window->session().selection().size(), 4u);
    key(*window, Qt::Key_C, Qt::ControlModifier);
    const std::string text = QApplication::clipboard()->text().toStdString();
    EXPECT_TRUE(document_from_text(text, library()));
    key(*window, Qt::Key_V, Qt::ControlModifier);
    EXPECT_EQ(window->session().document().draft.graph.nodes.size(), 4u);
    EXPECT_EQ(window->session().selection().size(), 2u);
}

TEST(EditorWindow, ZoomsAtThePointerAndFrames) {
    const auto window = make_window();
    window->session().open(chain());
    window->graph().frame({});
    const QPoint pointer = at(*window, box(*window, "exposure1").pos());
    const QPointF under = window->graph().mapToScene(pointer);
    QWheelEvent turn(pointer, window->graph().viewport()->mapToGlobal(pointer), {}, {0, -240}, {},
                     {}, Qt::NoScrollPhase, false);
    QApplication::sendEvent(window->graph().viewport(), &turn);
    EXPECT_LT(window->graph().transform().m11(), 1.0);
    EXPECT_LT((window->graph().mapToScene(pointer) - under).manhattanLength(), 4.0);
    key(*window, Qt::Key_A);
    const QRectF seen =
        window->graph().mapToScene(window->graph().viewport()->rect()).boundingRect();
    EXPECT_TRUE(seen.contains(window->graph().graph().bounds({})));
}

TEST(EditorWindow, ParametersFollowDescriptors) {
    const auto window = make_window();
    window->session().open(
        add_node(chain(), library(), "Gaussian", {}, {named(chain(), "invert1")})->document);
    window->graph().frame({});
    click(*window, "gaussian1");
    auto* row = window->parameters().findChild<QWidget*>(QStringLiteral("value:gaussian1.sigma"));
    ASSERT_NE(row, nullptr);
    EXPECT_THAT(row->toolTip().toStdString(), testing::HasSubstr("usually"));
    auto* field = row->findChild<QLineEdit*>();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("1.5"));
    QTest::keyClick(field, Qt::Key_Return);
    const auto sigma = [&] {
        return std::get<float>(
            window->session().document().draft.graph.find("gaussian1")->parameters[1]);
    };
    EXPECT_EQ(sigma(), 1.5f);
    // What it cannot take is refused, and stays to be corrected; Escape shows what is.
    const QSignalSpy spy(&window->session(), &Session::said);
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("much"));
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_THAT(said(spy), testing::HasSubstr("gaussian1.sigma: at character 1 expected a number"));
    EXPECT_EQ(field->text(), QStringLiteral("much"));
    QTest::keyClick(field, Qt::Key_Escape);
    EXPECT_EQ(field->text(), QStringLiteral("1.5"));
    EXPECT_FALSE(field->property("bad").toBool());
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("-7"));
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_THAT(said(spy), testing::HasSubstr("gaussian1.sigma must be"));
    QTest::keyClick(field, Qt::Key_Escape);
    // A slider that goes through many values is one edit.
    const std::size_t edits = window->session().history().size();
    if (auto* slider = row->findChild<QSlider*>()) {
        for (int i = 0; i < 5; ++i) slider->setValue(slider->value() + 20);
        EXPECT_EQ(window->session().history().size(), edits + 1);
        EXPECT_GT(sigma(), 1.5f);
    }
    window->action("edit.undo")->trigger();
    EXPECT_EQ(sigma(), 1.5f);
}

TEST(EditorWindow, MarksAreMadeAndMoved) {
    const auto window = make_window();
    Session& session = window->session();
    session.open(chain());
    window->graph().frame({});
    GraphView& graph = window->graph();
    // A backdrop around two nodes carries them.
    session.select({named(chain(), "exposure1"), named(chain(), "invert1")});
    key(*window, Qt::Key_B, Qt::ControlModifier);
    ASSERT_EQ(session.document().backdrops.size(), 1u);
    graph.frame({});
    const BackdropItem& area = *graph.graph().backdrop(0);
    const Place before = session.document().places.at(named(chain(), "invert1"));
    const QPointF title = area.title().topLeft() + QPointF(20, 10);
    drag(*window, title, title + QPointF(120, 40));
    EXPECT_EQ(session.document().places.at(named(chain(), "invert1")),
              (Place{before.x + 120, before.y + 40}));
    drag(*window, area.corner().center(), area.corner().center() + QPointF(80, 64));
    EXPECT_EQ(session.history().undo_name(), "Resize Backdrop");
    EXPECT_GT(session.document().backdrops.at(0).height, 150);
    // A dot by Ctrl and a click on a wire; it is moved as boxes are.
    graph.frame({});
    const WireItem* wire =
        graph.graph().wire_at(box(*window, "input").output_at(0) + QPointF(0, 8), 16.0);
    ASSERT_NE(wire, nullptr);
    QTest::mouseClick(graph.viewport(), Qt::LeftButton, Qt::ControlModifier,
                      at(*window, wire->path().pointAtPercent(0.5)));
    ASSERT_EQ(session.document().dots.size(), 1u);
    const Place dot = session.document().places.at({ItemKind::kDot, 0});
    drag(*window, QPointF(dot.x, dot.y), QPointF(dot.x - 60, dot.y));
    EXPECT_LE(session.document().places.at({ItemKind::kDot, 0}).x, dot.x - 56);
    EXPECT_EQ(spine(session.document()), "input > exposure1 > invert1 > output");
    key(*window, Qt::Key_Delete);
    EXPECT_TRUE(session.document().dots.empty());
    // A note in the panel.
    click(*window, "invert1");
    auto* note = window->parameters().findChild<QLineEdit*>("note");
    QTest::keyClicks(note, "for the key");
    QTest::keyClick(note, Qt::Key_Return);
    EXPECT_EQ(box(*window, "invert1").look().note, "for the key");
}

TEST(EditorWindow, FindsByName) {
    const auto window = make_window();
    window->session().open(document_of(find_effect("degrain")->build()));
    window->graph().frame({});
    key(*window, Qt::Key_F, Qt::ControlModifier);
    QLineEdit* line = nullptr;
    for (QFrame* popup : window->graph().findChildren<QFrame*>("search"))
        if (popup->isVisible()) line = popup->findChild<QLineEdit*>();
    ASSERT_NE(line, nullptr);
    QTest::keyClicks(line, "l4dwt2");
    QTest::keyClick(line, Qt::Key_Return);
    const ItemId found = named(window->session().document(), "level4/dwt1d2");
    EXPECT_EQ(window->session().selection(), Selection{found});
    EXPECT_TRUE(window->graph().viewport()->rect().contains(
        at(*window, window->graph().graph().node(found)->pos())));
    // There the map shows that there is more, and leads back.
    auto* map = window->graph().findChild<QWidget*>("mini-map");
    EXPECT_TRUE(map->isVisible());
    const QPointF before = window->graph().mapToScene(QPoint(0, 0));
    QTest::mouseClick(map, Qt::LeftButton, {}, map->rect().center() - QPoint(0, 40));
    EXPECT_NE(window->graph().mapToScene(QPoint(0, 0)), before);
    window->graph().frame({});
    EXPECT_FALSE(map->isVisible());
}

TEST(EditorWindow, TheEffectItselfIsEdited) {
    const auto window = make_window();
    Session& session = window->session();
    session.open(chain());
    auto* panel = window->findChild<QWidget*>("effect");
    const auto press = [&](const char* name) {
        panel->findChild<QToolButton*>(QString::fromLatin1(name))->click();
    };
    auto* inputs = panel->findChild<QListWidget*>("effect.inputs");
    press("effect.inputs.add");
    ASSERT_EQ(inputs->count(), 2);
    inputs->item(1)->setText("mask");
    settle();
    EXPECT_EQ(name_of(session.document(), {ItemKind::kInput, 1}), "mask");
    inputs->setCurrentRow(1);
    press("effect.inputs.up");
    EXPECT_EQ(name_of(session.document(), {ItemKind::kInput, 0}), "mask");
    EXPECT_EQ(spine(session.document()), "input > exposure1 > invert1 > output");
    inputs->setCurrentRow(1);
    press("effect.inputs.remove");
    EXPECT_EQ(spine(session.document()), "- > exposure1 > invert1 > output");
    // A parameter becomes a control by the menu of its label.
    QMenu menu;
    window->parameters().fill_control_menu(
        menu, {ParameterId{{named(chain(), "exposure1").value}, "stops"}});
    menu.actions().back()->trigger();
    session.select({});
    EXPECT_NE(window->parameters().findChild<QWidget*>("value:stops"), nullptr);
    auto* controls = panel->findChild<QListWidget*>("effect.controls");
    ASSERT_EQ(controls->count(), 1);
    controls->setCurrentRow(0);
    auto* label = panel->findChild<QLineEdit*>("control.label");
    label->selectAll();
    QTest::keyClicks(label, "Brightness");
    QTest::keyClick(label, Qt::Key_Return);
    EXPECT_EQ(session.document().draft.graph.controls[0].label, "Brightness");
    press("effect.controls.remove");
    EXPECT_EQ(controls->count(), 0);
    while (session.history().can_undo()) window->action("edit.undo")->trigger();
    EXPECT_EQ(session.document(), chain());
}

TEST(EditorWindow, WiresPassBoxesBeside) {
    const QRectF box(-64, 80, 128, 28), beside(200, 80, 128, 28);
    const QPainterPath plain = wire_path({0, 0}, {10, 200});
    EXPECT_TRUE(runs_behind(plain, box));
    EXPECT_FALSE(runs_behind(plain, beside));
    EXPECT_EQ(wire_path({0, 0}, {10, 200}, {beside}), plain);
    const QPainterPath path = wire_path({0, 0}, {10, 200}, {box, beside});
    EXPECT_FALSE(runs_behind(path, box));
    EXPECT_EQ(path.pointAtPercent(0), QPointF(0, 0));
    EXPECT_EQ(path.pointAtPercent(1), QPointF(10, 200));
}

TEST(EditorWindow, SavesWhatRenders) {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("effect.weft"));
    const auto window = make_window();
    window->session().open(chain());
    EXPECT_TRUE(window->save(path));
    EXPECT_TRUE(window->session().history().is_saved());
    EXPECT_EQ(recent_files().value(0), path);
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_TRUE(from_document(file.readAll().toStdString(), library()));
    const Document saved = window->session().document();
    EXPECT_TRUE(window->open(path));
    EXPECT_EQ(window->session().document(), saved);
    EXPECT_FALSE(window->open(folder.filePath(QStringLiteral("none.weft"))));
    EXPECT_EQ(window->session().document(), saved);
}

TEST(EditorWindow, EveryActionHasANameAndKeysDoNotClash) {
    const auto window = make_window();
    std::map<std::pair<QObject*, QString>, QString> taken;
    for (const QAction* action : window->findChildren<QAction*>()) {
        if (!action->objectName().contains('.')) continue;
        EXPECT_FALSE(action->text().isEmpty()) << action->objectName().toStdString();
        for (const QKeySequence& keys : action->shortcuts())
            EXPECT_TRUE(
                taken.emplace(std::pair(action->parent(), keys.toString()), action->objectName())
                    .second)
                << keys.toString().toStdString() << " of " << action->objectName().toStdString();
    }
    EXPECT_GT(taken.size(), 30u);
}

}  // namespace
}  // namespace weft::editor
