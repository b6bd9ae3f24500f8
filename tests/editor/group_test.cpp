// Groups on the canvas, by keys and the mouse.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QToolButton>

#include "commands/group_edits.h"
#include "model/groups.h"
#include "window.h"

namespace weft::editor {
namespace {

using testing::HasSubstr;

void double_click(MainWindow& window, const std::string& name) {
    QTest::mouseDClick(window.graph().viewport(), Qt::LeftButton, {},
                       at(window, box(window, name).pos()));
}

std::set<std::string> seen(MainWindow& window) {
    std::set<std::string> names;
    for (const auto& [id, place] : window.graph().graph().canvas().places)
        names.insert(name_of(window.session().document(), id));
    return names;
}

/// A window with exposure1 and invert1 selected.
std::unique_ptr<MainWindow> with_chain() {
    auto window = make_window();
    window->session().open(chain());
    window->graph().frame({});
    window->session().select({named(chain(), "exposure1"), named(chain(), "invert1")});
    return window;
}

TEST(GroupsOnTheCanvas, AreMadeOpenedAndTakenApart) {
    const auto window = with_chain();
    Session& session = window->session();
    key(*window, Qt::Key_G, Qt::ControlModifier);
    EXPECT_EQ(session.history().undo_name(), "Group");
    EXPECT_EQ(seen(*window), (std::set<std::string>{"group1", "input", "output"}));
    EXPECT_EQ(session.selection(), Selection{named(session.document(), "group1")});
    auto* path = window->graph().findChild<QFrame*>("breadcrumb");
    EXPECT_FALSE(path->isVisible());
    key(*window, Qt::Key_Return);
    EXPECT_EQ(session.open_group(), 0);
    EXPECT_TRUE(path->isVisible());
    session.apply("Rename",
                  rename(session.document(), session.library(), {ItemKind::kGroup, 0}, "g"));
    EXPECT_EQ(path->findChildren<QLabel*>().back()->text(), "g");
    session.undo();
    EXPECT_EQ(seen(*window), (std::set<std::string>{"exposure1", "input", "invert1", "output"}));
    EXPECT_TRUE(box(*window, "input").look().outside);
    EXPECT_FALSE(box(*window, "invert1").look().outside);
    // Behind what is selected, within the group.
    session.select({named(session.document(), "exposure1")});
    key(*window, Qt::Key_Tab);
    for (QFrame* popup : window->graph().findChildren<QFrame*>("search"))
        if (popup->isVisible()) {
            QTest::keyClicks(popup->findChild<QLineEdit*>(), "boxbl");
            QTest::keyClick(popup->findChild<QLineEdit*>(), Qt::Key_Return);
        }
    EXPECT_EQ(spine(session.document()), "input > exposure1 > boxblur1 > invert1 > output");
    EXPECT_EQ(group_of(session.document(), named(session.document(), "boxblur1")), 0);
    // A group in the group, and back by the way that is shown.
    key(*window, Qt::Key_G, Qt::ControlModifier);
    double_click(*window, "group2");
    EXPECT_EQ(session.open_group(), 1);
    EXPECT_EQ(seen(*window), (std::set<std::string>{"boxblur1", "exposure1", "invert1"}));
    QTest::mouseClick(path->findChild<QToolButton*>("to:group1"), Qt::LeftButton);
    EXPECT_EQ(session.open_group(), 0);
    EXPECT_EQ(session.selection(), Selection{named(session.document(), "group2")});
    key(*window, Qt::Key_Up, Qt::AltModifier);
    EXPECT_EQ(session.open_group(), kTop);
    EXPECT_FALSE(path->isVisible());
    // A double-click on what lies outside goes there.
    key(*window, Qt::Key_Return);
    double_click(*window, "output");
    EXPECT_EQ(session.open_group(), kTop);
    EXPECT_EQ(session.single(), (ItemId{ItemKind::kOutput, 0}));
    session.select({named(session.document(), "group1")});
    key(*window, Qt::Key_G, Qt::ControlModifier | Qt::AltModifier);
    EXPECT_EQ(seen(*window),
              (std::set<std::string>{"exposure1", "group2", "input", "invert1", "output"}));
    while (session.history().can_undo()) window->action("edit.undo")->trigger();
    EXPECT_EQ(session.document(), chain());
}

TEST(GroupsOnTheCanvas, UndoClosesWhatIsGone) {
    const auto window = with_chain();
    key(*window, Qt::Key_G, Qt::ControlModifier);
    key(*window, Qt::Key_Return);
    ASSERT_EQ(window->session().open_group(), 0);
    window->action("edit.undo")->trigger();
    EXPECT_EQ(window->session().open_group(), kTop);
    EXPECT_EQ(seen(*window), (std::set<std::string>{"exposure1", "input", "invert1", "output"}));
}

TEST(GroupsOnTheCanvas, EditsAreOfWhatLiesThere) {
    const auto window = with_chain();
    Session& session = window->session();
    key(*window, Qt::Key_G, Qt::ControlModifier);
    key(*window, Qt::Key_Return);
    const ItemId invert = named(session.document(), "invert1");
    // What lies outside is not moved nor deleted from within.
    const Place before = session.document().places.at({ItemKind::kInput, 0});
    drag(*window, box(*window, "input").pos(), box(*window, "input").pos() + QPointF(60, 0));
    EXPECT_EQ(session.document().places.at({ItemKind::kInput, 0}), before);
    key(*window, Qt::Key_A, Qt::ControlModifier);
    EXPECT_EQ(session.selection(), (Selection{named(session.document(), "exposure1"), invert}));
    // A wire from what lies outside.
    const QPointF down(0, 4);
    session.select({});
    drag(*window, box(*window, "input").output_at(0) + down,
         box(*window, "invert1").input_at(0) - down);
    EXPECT_EQ(read_by(session.document(), invert, 0), (ImageId{NodeId{}, 0}));
    // At the top a wire into the group.
    key(*window, Qt::Key_Up, Qt::AltModifier);
    const NodeItem& group = box(*window, "group1");
    ASSERT_EQ(group.look().inputs.size(), 1u);
    ASSERT_EQ(group.look().outputs.size(), 2u);  // what nobody reads any more is offered
    drag(*window, group.input_at(0) - down, group.input_at(0) - QPointF(300, 0));
    EXPECT_EQ(read_by(session.document(), invert, 0), kUnconnected);
    ASSERT_EQ(group.look().inputs.size(), 2u);
    drag(*window, box(*window, "input").output_at(0) + down, group.input_at(1) - down);
    EXPECT_EQ(read_by(session.document(), invert, 0), (ImageId{NodeId{}, 0}));
    // Disabled, named and found.
    session.select({group.id()});
    key(*window, Qt::Key_D);
    EXPECT_TRUE(group.look().disabled);
    EXPECT_EQ(session.document().draft.disabled.size(), 2u);
    key(*window, Qt::Key_D);
    EXPECT_FALSE(group.look().disabled);
    settle();
    auto* name = window->parameters().widget()->findChild<QLineEdit*>("name");
    name->setFocus();
    name->selectAll();
    QTest::keyClicks(name, "Look");
    QTest::keyClick(name, Qt::Key_Return);
    window->graph().setFocus();
    ASSERT_EQ(find_item(session.document(), "Look"), group.id());
    window->graph().find();
    for (QFrame* popup : window->graph().findChildren<QFrame*>("search"))
        if (popup->isVisible()) {
            QTest::keyClicks(popup->findChild<QLineEdit*>(), "exposure1");
            QTest::keyClick(popup->findChild<QLineEdit*>(), Qt::Key_Return);
        }
    EXPECT_EQ(session.open_group(), 0);
    EXPECT_EQ(session.single(), named(session.document(), "exposure1"));
}

TEST(GroupsOnTheCanvas, SayWhatIsTheMatterWithin) {
    const auto window = with_chain();
    Session& session = window->session();
    key(*window, Qt::Key_G, Qt::ControlModifier);
    const NodeItem& group = box(*window, "group1");
    const NodeId exposure{named(session.document(), "exposure1").value},
        invert{named(session.document(), "invert1").value};
    session.set_problems({{item(invert), "something"}});
    EXPECT_EQ(group.look().problem, "invert1: something");
    session.set_kernels({{exposure, 2}, {invert, 2}});
    EXPECT_EQ(group.look().kernels, std::vector{2});
    session.set_kernels({{exposure, 2}, {invert, 0}});
    EXPECT_EQ(group.look().kernels, (std::vector{0, 2}));
    session.view(item(invert));
    EXPECT_EQ(group.look().slots, "1");
    EXPECT_TRUE(group.look().viewed);
    session.select({item(invert)});
    EXPECT_TRUE(group.look().selected);
    // A group is viewed as its first output is.
    session.view(group.id());
    EXPECT_TRUE(wait_for_picture(*window));
    EXPECT_EQ(shown_by(session.document(), session.viewed()), (ImageId{invert, 0}));
}

TEST(GroupsOnTheCanvas, ShowParametersOfTheirNodes) {
    const auto window = with_chain();
    Session& session = window->session();
    key(*window, Qt::Key_G, Qt::ControlModifier);
    const ItemId group = named(session.document(), "group1");
    const auto field = [&] {
        return window->parameters().widget()->findChild<QWidget*>("value:exposure1.stops");
    };
    EXPECT_EQ(field(), nullptr);
    const ParameterId stops{{named(session.document(), "exposure1").value}, "stops"};
    QMenu menu;
    window->parameters().fill_group_menu(menu, control_of(stops));
    ASSERT_EQ(menu.actions().size(), 1);
    EXPECT_EQ(menu.actions()[0]->text(), "Show stops in the group group1");
    menu.actions()[0]->trigger();
    ASSERT_NE(field(), nullptr);
    auto* line = qobject_cast<QLineEdit*>(field());
    if (!line) line = field()->findChild<QLineEdit*>();
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, "2");
    QTest::keyClick(line, Qt::Key_Return);
    EXPECT_EQ(format_value(session.document().draft.graph.find(stops.node)->parameters[0]), "2.0");
    session.apply("Hide", Result<Document>(
                              hide_in_panel(session.document(), group.value, control_of(stops))));
    EXPECT_EQ(field(), nullptr);
}

TEST(ClonesOnTheCanvas, AreMadeShownAndUnmade) {
    const auto window = with_chain();
    Session& session = window->session();
    session.select({named(session.document(), "exposure1")});
    key(*window, Qt::Key_K, Qt::AltModifier);
    ASSERT_EQ(session.single(), named(session.document(), "exposure2"));
    EXPECT_TRUE(box(*window, "exposure1").look().cloned);
    EXPECT_TRUE(box(*window, "exposure2").look().cloned);
    ASSERT_EQ(window->graph().graph().clone_lines().size(), 1);
    const QWidget& panel = *window->parameters().widget();
    bool said = false;
    for (const QLabel* label : panel.findChildren<QLabel*>())
        said |= label->text() == "Exposure, one with exposure1";
    EXPECT_TRUE(said);
    // The clone's field is the original's.
    auto* field = panel.findChild<QLineEdit*>("value:exposure2.stops");
    ASSERT_NE(field, nullptr);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "3");
    QTest::keyClick(field, Qt::Key_Return);
    const Graph& graph = session.document().draft.graph;
    EXPECT_EQ(format_value(graph.find("exposure1")->parameters[0]), "3.0");
    window->graph().setFocus();
    key(*window, Qt::Key_K, Qt::AltModifier | Qt::ShiftModifier);
    EXPECT_FALSE(box(*window, "exposure1").look().cloned);
    EXPECT_TRUE(window->graph().graph().clone_lines().isEmpty());
    while (session.history().can_undo()) window->action("edit.undo")->trigger();
    EXPECT_EQ(session.document(), chain());
}

TEST(DragsOnTheCanvas, FallInWithColumns) {
    const auto window = with_chain();
    Session& session = window->session();
    session.select({});
    const ItemId invert = named(session.document(), "invert1");
    const auto move_to = [&](QPointF to, Qt::KeyboardModifiers keys) {
        QWidget* canvas = window->graph().viewport();
        QTest::mousePress(canvas, Qt::LeftButton, {}, at(*window, box(*window, "invert1").pos()));
        QMouseEvent on_the_way(QEvent::MouseMove, at(*window, to),
                               canvas->mapToGlobal(at(*window, to)), Qt::NoButton, Qt::LeftButton,
                               keys);
        QApplication::sendEvent(canvas, &on_the_way);
        QTest::mouseRelease(canvas, Qt::LeftButton, keys, at(*window, to));
        return session.document().places.at(invert).x;
    };
    const Place place = session.document().places.at(invert);
    const int away = move_to({place.x + 40.0, place.y + 20.0}, {});
    EXPECT_NE(away, place.x);
    EXPECT_EQ(move_to({place.x + 5.0, place.y + 20.0}, {}), place.x);
    EXPECT_NE(move_to({place.x + 5.0, place.y + 20.0}, Qt::ControlModifier), place.x);
}

}  // namespace
}  // namespace weft::editor
