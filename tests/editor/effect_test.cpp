// Effects as nodes, by keys: found, set, opened, detached, saved and followed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>
#include <filesystem>

#include "app/settings.h"
#include "batch/effect_folders.h"
#include "commands/group_edits.h"
#include "hands.h"
#include "model/groups.h"
#include "view/breadcrumb.h"
#include "view/dragged_control.h"

namespace weft::editor {
namespace {

using testing::HasSubstr;

void press(MainWindow& window, Qt::Key code, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    window.graph().setFocus();
    QTest::keyClick(window.graph().viewport(), code, modifiers);
    settle();
}

/// Tab, a name, Enter.
void add(MainWindow& window, const char* name) {
    press(window, Qt::Key_Tab);
    QTest::keyClicks(QApplication::focusWidget(), QString::fromLatin1(name));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    settle();
}

void enter(QWidget& widget, const char* text) {
    auto* line = qobject_cast<QLineEdit*>(&widget);
    if (!line) line = widget.findChild<QLineEdit*>();
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, QString::fromLatin1(text));
    QTest::keyClick(line, Qt::Key_Return);
    settle();
}

std::unique_ptr<MainWindow> with_chain_of_nodes() {
    auto window = make_window();
    window->session().open(chain());
    window->session().select({named(window->session().document(), "exposure1")});
    settle();
    return window;
}

/// Leaves nothing behind that others would find.
struct EffectsAsNodes : testing::Test {
    ~EffectsAsNodes() override {
        save_recent_nodes({});
        std::filesystem::remove_all(effect_folders().back());
    }
};

TEST_F(EffectsAsNodes, AreFoundSetAndOpened) {
    const auto window = with_chain_of_nodes();
    Session& session = window->session();
    add(*window, "degrain");
    const ItemId box = session.single().value_or(ItemId{});
    ASSERT_EQ(name_of(session.document(), box), "degrain1");
    EXPECT_EQ(spine(session.document()).substr(0, 17), "input > exposure1");
    EXPECT_EQ(ports_of(session.document(), box.value).inputs.size(), 2u);
    // Its controls are in the panel, and set all that they set.
    QWidget* threshold =
        window->parameters().widget()->findChild<QWidget*>("value:degrain1.threshold");
    ASSERT_NE(threshold, nullptr);
    enter(*threshold, "0.25");
    const std::vector<ParameterId> set =
        targets_of(session.document().groups.at(box.value), "threshold");
    ASSERT_EQ(set.size(), 12u);
    for (const ParameterId& id : set)
        EXPECT_EQ(format_value(session.document().draft.graph.find(id.node)->parameters[0]),
                  "0.25");
    EXPECT_EQ(session.history().undo_name(), "Set degrain1.threshold");
    // It opens, and what is in it is the effect's.
    QString said;
    QObject::connect(&session, &Session::said, [&](const QString& text) { said = text; });
    const Document before = session.document();
    press(*window, Qt::Key_Return, Qt::ControlModifier);
    EXPECT_EQ(session.open_group(), box.value);
    session.select({named(session.document(), "degrain1/level1/sum1")});
    press(*window, Qt::Key_Delete);
    EXPECT_EQ(session.document(), before);
    EXPECT_THAT(said.toStdString(), HasSubstr("detach it from the effect first"));
    press(*window, Qt::Key_Up, Qt::AltModifier);
    session.select({box});
    press(*window, Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_FALSE(session.document().groups.at(box.value).origin);
    session.go_to(named(session.document(), "degrain1/level1/sum1"));
    press(*window, Qt::Key_Delete);
    EXPECT_NE(session.document().draft.graph.nodes.size(), before.draft.graph.nodes.size());
}

TEST_F(EffectsAsNodes, AControlIsPromotedByDroppingItsLabelOnAName) {
    const auto window = with_chain_of_nodes();
    Session& session = window->session();
    add(*window, "degrain");
    const ItemId inner = session.single().value_or(ItemId{});
    press(*window, Qt::Key_G, Qt::ControlModifier);
    const ItemId outer = session.single().value_or(ItemId{});
    session.go_to(inner);
    settle();
    auto* names = window->graph().findChild<Breadcrumb*>();
    ASSERT_NE(names, nullptr);
    const auto drop = [&](QPoint at) {
        const Control threshold = session.document().groups.at(inner.value).controls.at(0);
        DraggedControl data(threshold);
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(names, &enter);
        ASSERT_TRUE(enter.isAccepted());
        QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(names, &event);
        settle();
    };
    drop({names->width() - 4, names->height() / 2});
    const std::vector<Control>& controls = session.document().groups.at(outer.value).controls;
    ASSERT_EQ(controls.size(), 1u);
    EXPECT_EQ(controls[0].name, "threshold");
    EXPECT_EQ(controls[0].targets.size(), 12u);
    drop({4, names->height() / 2});
    ASSERT_EQ(session.document().draft.graph.controls.size(), 1u);
    EXPECT_EQ(session.document().draft.graph.controls[0].targets.size(), 12u);
}

/// Presses keys in the dialog that opens next.
void when_asked(const char* name) {
    QTimer::singleShot(0, [name] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        ASSERT_NE(dialog, nullptr);
        auto* line = dialog->findChild<QLineEdit*>(QStringLiteral("effect-name"));
        line->selectAll();
        QTest::keyClicks(line, QString::fromLatin1(name));
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("save")), Qt::LeftButton);
    });
}

TEST_F(EffectsAsNodes, GroupsAreSavedFoundAndFollowed) {
    const auto window = with_chain_of_nodes();
    Session& session = window->session();
    session.select({named(session.document(), "exposure1"), named(session.document(), "invert1")});
    press(*window, Qt::Key_G, Qt::ControlModifier);
    when_asked("soft-look");
    press(*window, Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    const ItemId box = named(session.document(), "group1");
    ASSERT_TRUE(session.document().groups.at(box.value).origin);
    EXPECT_EQ(session.document().groups.at(box.value).origin->effect, "soft-look");
    ASSERT_NE(known_effect(session.effects(), "soft-look"), nullptr);
    add(*window, "soft-look");
    const ItemId second = session.single().value_or(ItemId{});
    ASSERT_EQ(name_of(session.document(), second), "soft-look1");
    // Another window changes the effect; this one's nodes follow when it is told of it.
    session.select({box});
    press(*window, Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
    session.open_group(box.value);
    session.select({named(session.document(), "invert1")});
    add(*window, "Posterise");
    session.open_group(kTop);
    session.select({box});
    when_asked("soft-look");
    press(*window, Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(session.document().groups.at(box.value).origin->version, 2);
    EXPECT_EQ(session.document().groups.at(second.value).origin->version, 2);
    EXPECT_EQ(nodes_in(session.document(), second.value).size(), 3u);
    // A document that was saved before it follows when it is opened.
    session.undo();
    session.undo();
    const Document old = session.document();
    EXPECT_EQ(old.groups.at(second.value).origin->version, 1);
    session.open(old);
    EXPECT_EQ(session.document().groups.at(second.value).origin->version, 2);
    EXPECT_FALSE(session.history().is_saved());
    session.undo();
    EXPECT_EQ(session.document(), old);
}

/// Another program saves a document in the user's folder of effects.
void save_elsewhere(const QString& file, const Document& effect) {
    const QString folder = QString::fromStdString(effect_folders().back());
    ASSERT_TRUE(QDir().mkpath(folder));
    QFile written(folder + '/' + file);
    ASSERT_TRUE(written.open(QIODevice::WriteOnly));
    written.write(QByteArray::fromStdString(to_text(effect, library())));
}

/// exposure1, invert1 and a posterise1 behind them.
Document longer_look(const std::string& name) {
    Document d = chain();
    d = add_node(d, library(), "Posterise", {}, {named(d, "invert1")})->document;
    d.draft.graph.name = name;
    return d;
}

TEST_F(EffectsAsNodes, WhatAnotherProgramSavesAppearsAndIsFollowed) {
    const auto window = with_chain_of_nodes();
    Session& session = window->session();
    save_elsewhere("far-look.weft", chain());
    ASSERT_TRUE(wait_until([&] { return known_effect(session.effects(), "far-look") != nullptr; }));
    add(*window, "far-look");
    const ItemId box = session.single().value_or(ItemId{});
    ASSERT_EQ(name_of(session.document(), box), "far-look1");
    const auto version = [&] { return session.document().groups.at(box.value).origin->version; };
    EXPECT_EQ(version(), 1);
    QString said;
    QObject::connect(&session, &Session::said, [&](const QString& text) { said = text; });
    save_elsewhere("far-look.v2.weft", longer_look("far-look"));
    ASSERT_TRUE(wait_until([&] { return version() == 2; }));
    EXPECT_EQ(nodes_in(session.document(), box.value).size(), 3u);
    EXPECT_EQ(session.history().undo_name(), "Follow effects");
    EXPECT_THAT(said.toStdString(), HasSubstr("far-look1: put in again"));
    // What was undone stays so, though another effect comes.
    key(*window, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(version(), 1);
    save_elsewhere("near-look.weft", longer_look("near-look"));
    ASSERT_TRUE(
        wait_until([&] { return known_effect(session.effects(), "near-look") != nullptr; }));
    EXPECT_EQ(version(), 1);
}

TEST_F(EffectsAsNodes, NamesInsideAreShownWithoutThatOfTheBox) {
    const auto window = with_chain_of_nodes();
    add(*window, "degrain");
    press(*window, Qt::Key_Return, Qt::ControlModifier);
    EXPECT_EQ(box(*window, "degrain1/level1/sum1").look().name, "level1/sum1");
    look(*window, "inside-degrain");
    press(*window, Qt::Key_Up, Qt::AltModifier);
    EXPECT_EQ(box(*window, "degrain1").look().name, "degrain1");
}

TEST_F(EffectsAsNodes, ARightClickOnATriangleRenamesAPort) {
    const auto window = with_chain_of_nodes();
    Session& session = window->session();
    session.select({named(session.document(), "exposure1"), named(session.document(), "invert1")});
    press(*window, Qt::Key_G, Qt::ControlModifier);
    const ItemId group = session.single().value_or(ItemId{});
    right_click(*window, box(*window, "group1").input_at(0));
    ASSERT_NE(menu_in_sight(), nullptr);
    QTimer::singleShot(0, [] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        ASSERT_NE(dialog, nullptr);
        auto* line = dialog->findChild<QLineEdit*>();
        line->selectAll();
        QTest::keyClicks(line, "plate");
        QTest::keyClick(line, Qt::Key_Return);
    });
    choose(*menu_in_sight(), "Rename input");
    EXPECT_EQ(input_ports(session.document(), library(), group)[0].name, "plate");
    EXPECT_EQ(session.history().undo_name(), "Rename a port");
}

}  // namespace
}  // namespace weft::editor
