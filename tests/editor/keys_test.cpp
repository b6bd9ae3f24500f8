// Keys: all actions are listed, keys are changed, kept between runs, and told where they clash.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QComboBox>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>

#include "app/key_bindings.h"
#include "app/settings.h"
#include "window.h"

namespace weft::editor {
namespace {

TEST(EditorKeys, NoPresetClashes) {
    const auto window = make_window();
    const std::vector<QAction*> actions = named_actions(*window);
    EXPECT_GT(actions.size(), 70u);
    EXPECT_EQ(clashes(actions), QStringList());
    const Keys usual = keys_of(actions), blender = blender_keys();
    set_keys(actions, blender);
    EXPECT_EQ(clashes(actions), QStringList());
    for (auto at = blender.begin(); at != blender.end(); ++at) {
        EXPECT_TRUE(usual.contains(at.key())) << at.key().toStdString();
        for (const QKeySequence& keys : at.value()) EXPECT_FALSE(keys.isEmpty());
    }
}

TEST(EditorKeys, AreChangedAndKept) {
    {
        const auto window = make_window();
        window->action("edit.keys")->trigger();
        auto* dialog = window->findChild<QDialog*>("keys");
        auto* list = dialog->findChild<QTreeWidget*>("list");
        const auto choose = [&](const char* name) {
            list->setCurrentItem(
                list->findItems(QString::fromLatin1(name), Qt::MatchExactly, 2)[0]);
        };
        choose("graph.disable");
        dialog->findChild<QKeySequenceEdit*>("key")->setKeySequence(QKeySequence("L"));
        dialog->findChild<QPushButton*>("set")->click();
        auto* told = dialog->findChild<QLabel*>("clashes");
        EXPECT_EQ(told->text(), "L: both graph.disable and graph.tidy");
        choose("graph.tidy");
        dialog->findChild<QPushButton*>("none")->click();
        EXPECT_EQ(told->text(), "");
    }
    const auto window = make_window();
    window->session().open(chain());
    window->session().select({named(chain(), "invert1")});
    QTest::keyClick(&window->graph(), Qt::Key_L);
    EXPECT_EQ(window->session().document().draft.disabled.size(), 1u);
    // Search is no longer at Tab where a preset takes it away.
    window->action("edit.keys")->trigger();
    auto* dialog = window->findChild<QDialog*>("keys");
    auto* presets = dialog->findChild<QComboBox*>("presets");
    presets->setCurrentIndex(1);
    Q_EMIT presets->activated(1);
    dialog->hide();
    window->activateWindow();
    ASSERT_TRUE(wait_until([&] { return window->isActiveWindow(); }));
    window->graph().setFocus();
    QTest::keyClick(&window->graph(), Qt::Key_Tab);
    auto* search = window->graph().findChild<QFrame*>("search");
    EXPECT_FALSE(search->isVisible());
    EXPECT_FALSE(window->graph().hasFocus());  // it leads on, as everywhere
    window->graph().setFocus();
    QTest::keyClick(&window->graph(), Qt::Key_A, Qt::ShiftModifier);
    EXPECT_TRUE(search->isVisible());
    Q_EMIT presets->activated(0);
    EXPECT_TRUE(saved_keys().isEmpty());
}

/// What is told of keys is told of those that there are.
TEST(EditorKeys, HintsAndSentencesFollowThem) {
    const auto window = make_window();
    ASSERT_TRUE(wait_for_picture(*window));
    const auto* hints = window->findChild<QLabel*>("hints");
    ASSERT_NE(hints, nullptr);
    EXPECT_EQ(hints->text(),
              "Tab add · R read · G grade · M merge · W write · 1 view · D disable · F frame ");
    const auto message = [&] { return window->viewer().view().message().toStdString(); };
    EXPECT_THAT(message(), testing::HasSubstr("press R in the node graph to choose one.\nTo open "
                                              "an effect press Ctrl+O"));
    window->action("edit.keys")->trigger();
    auto* dialog = window->findChild<QDialog*>("keys");
    auto* list = dialog->findChild<QTreeWidget*>("list");
    const auto choose = [&](const char* name) {
        list->setCurrentItem(list->findItems(QString::fromLatin1(name), Qt::MatchExactly, 2)[0]);
    };
    choose("graph.read");
    dialog->findChild<QKeySequenceEdit*>("key")->setKeySequence(QKeySequence("Shift+Q"));
    dialog->findChild<QPushButton*>("set")->click();
    for (const char* name : {"graph.add-grade", "graph.write"}) {
        choose(name);
        dialog->findChild<QPushButton*>("none")->click();
    }
    EXPECT_EQ(hints->text(), "Tab add · Shift+Q read · M merge · 1 view · D disable · F frame ");
    ASSERT_TRUE(wait_until([&] { return message().find("press Shift+Q in") != std::string::npos; }))
        << message();
    const QSignalSpy said(&window->session(), &Session::said);
    window->action("file.render-writes")->trigger();
    EXPECT_EQ(said.back().front().toString(),
              "Nothing has a file to be written to: select a node and use “Write a picture…”");
    auto* presets = dialog->findChild<QComboBox*>("presets");
    Q_EMIT presets->activated(0);
    EXPECT_THAT(hints->text().toStdString(), testing::HasSubstr("R read · G grade"));
}

/// The theme is a setting: what is drawn follows at once, and the next window begins with it.
TEST(Theme, ChangesAtOnceAndIsKept) {
    auto window = make_window();
    const auto ground = [&] { return window->graph().grab().toImage().pixelColor(2, 60); };
    EXPECT_EQ(ground(), theme::colours(theme::Kind::kDark).window);
    window->action("edit.light-theme")->setChecked(true);
    EXPECT_EQ(ground(), theme::colours(theme::Kind::kLight).window);
    EXPECT_TRUE(saved_light_theme());
    EXPECT_TRUE(make_window()->action("edit.light-theme")->isChecked());
    window->action("edit.light-theme")->setChecked(false);
    EXPECT_EQ(ground(), theme::colours(theme::Kind::kDark).window);
    EXPECT_FALSE(saved_light_theme());
}

}  // namespace
}  // namespace weft::editor
