// Finding nodes, as artists do: by words, in the palette, by the right button; and their manual.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QLineEdit>
#include <QListWidget>
#include <QTextBrowser>
#include <QToolButton>

#include "app/node_catalogue.h"
#include "app/settings.h"
#include "hands.h"
#include "manual/functor_catalogue.h"

namespace weft::editor {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

QFrame* popup(MainWindow& window) {
    for (QFrame* frame : window.graph().findChildren<QFrame*>("search"))
        if (frame->isVisible()) return frame;
    return nullptr;
}

/// Tab over the graph, and letters.
void type(MainWindow& window, const QString& letters) {
    window.graph().setFocus();
    key(window, Qt::Key_Tab);
    QTest::keyClicks(popup(window)->findChild<QLineEdit*>(), letters);
}

void press_enter(MainWindow& window) {
    QTest::keyClick(popup(window)->findChild<QLineEdit*>(), Qt::Key_Return);
    settle();
}

std::vector<std::string> titles(MainWindow& window) {
    std::vector<std::string> all;
    auto* list = popup(window)->findChild<QListWidget*>();
    for (int row = 0; row < list->count(); ++row)
        all.push_back(list->item(row)->text().toStdString());
    return all;
}

TEST(ArtistFinding, WordsFindWhatTheyMean) {
    const auto window = start_window({1440, 900});
    const std::pair<const char*, const char*> meant[] = {{"over", "Merge"},
                                                         {"read", "Read"},
                                                         {"cc", "Grade"},
                                                         {"color correct", "Grade"},
                                                         {"green screen", "Screen keyer"},
                                                         {"dilate", "Dilate, erode"},
                                                         {"soft focus", "Diffusion"},
                                                         {"reformat", "Reformat"},
                                                         {"white balance", "White balance"},
                                                         {"flop", "Mirror"},
                                                         {"comp", "Merge"},
                                                         {"motion blur", "Directional blur"},
                                                         {"blur", "Gaussian blur"},
                                                         {"BoxBlur", "Box blur along an axis"}};
    for (const auto& [typed, title] : meant) {
        type(*window, typed);
        EXPECT_EQ(titles(*window).front(), title) << typed;
        QTest::keyClick(popup(*window), Qt::Key_Escape);
    }
    type(*window, "blur");
    look(*window, "search-blur");
    EXPECT_THAT(titles(*window), AllOf(Contains("Gaussian blur along an axis"), Contains("Defocus"),
                                       Contains("Zoom blur"), Contains("Directional blur")));
    QTest::keyClick(popup(*window), Qt::Key_Escape);
    type(*window, "keyer");
    EXPECT_THAT(titles(*window), AllOf(Contains("Luma keyer"), Contains("Despill")));
    QTest::keyClick(popup(*window), Qt::Key_Escape);
    type(*window, "");
    look(*window, "search-empty");
    EXPECT_EQ(titles(*window).front(), "Image");
}

TEST(ArtistFinding, ANewFunctorIsNeverMadeByAccident) {
    const auto window = start_window({1440, 900});
    int wanted = 0;
    QObject::connect(&window->graph(), &GraphView::functor_wanted, [&] { ++wanted; });
    type(*window, "sparkly thing");
    press_enter(*window);
    EXPECT_EQ(wanted, 0);
    ASSERT_NE(popup(*window), nullptr) << "it stays, for other letters";
    look(*window, "search-nothing");
    QTest::keyClick(popup(*window)->findChild<QLineEdit*>(), Qt::Key_Down);
    EXPECT_EQ(popup(*window)->findChild<QListWidget*>()->currentRow(), 1);
    press_enter(*window);
    EXPECT_EQ(popup(*window), nullptr);
    EXPECT_EQ(wanted, 1);
}

TEST(ArtistFinding, WhatWasUsedLatelyComesFirstAndIsKept) {
    {
        const auto window = start_window({1440, 900});
        QTest::mouseClick(window->graph().viewport(), Qt::LeftButton, {},
                          at(*window, box(*window, "input").pos()));
        for (const char* words : {"saturation", "cc"}) {
            type(*window, words);
            press_enter(*window);
        }
        EXPECT_EQ(spine(window->session().document(), window->session().library()),
                  "input > saturation1 > grade1 > output");
    }
    const auto window = start_window({1440, 900});
    type(*window, "");
    const std::vector<std::string> all = titles(*window);
    EXPECT_EQ((std::vector<std::string>(all.begin(), all.begin() + 3)),
              (std::vector<std::string>{"Used lately", "Grade", "Saturation"}));
    press_enter(*window);  // the first that can be chosen
    EXPECT_TRUE(window->session().document().draft.graph.find("grade1"));
}

TEST(ArtistFinding, ThePopupIsOnTheScreenWhole) {
    const auto window = start_window({1440, 900});
    const QRect screen = window->screen()->availableGeometry();
    window->move(screen.bottomRight() - QPoint(1440, 900));
    const QSize size = window->graph().viewport()->size();
    for (const QPoint corner : {QPoint(4, 4), QPoint(4, size.height() - 4),
                                QPoint(size.width() - 4, size.height() - 4)}) {
        window->graph().search(corner);
        settle();
        const QRect place = popup(*window)->geometry();
        EXPECT_TRUE(screen.contains(place))
            << place.x() << ',' << place.y() << ' ' << place.width() << 'x' << place.height()
            << " on " << screen.width() << 'x' << screen.height();
        EXPECT_GE(popup(*window)->height(), 300);
        QTest::keyClick(popup(*window), Qt::Key_Escape);
    }
}

TEST(ArtistFinding, ThePaletteShowsWhatExists) {
    const auto window = start_window({1440, 900});
    auto* palette = window->findChild<QToolBar*>("palette");
    QToolButton* filter = nullptr;
    QStringList names;
    for (auto* button : palette->findChildren<QToolButton*>()) {
        if (!button->menu() || button->objectName() == "qt_toolbar_ext_button") continue;
        names.append(button->text());
        if (button->text() == "Filter") filter = button;
    }
    EXPECT_EQ(names.join(' ').toStdString(),
              "Image Colour Channel Keyer Filter Merge Transform Analyse Layout Building blocks");
    QTimer::singleShot(200, [&] {
        look(*window, "palette");
        choose(*menu_in_sight(), "Defocus");
    });
    QTest::mouseClick(filter, Qt::LeftButton);  // returns when the menu closes
    ASSERT_TRUE(wait_until([&] { return window->session().document().draft.graph.nodes.size(); }));
    EXPECT_EQ(window->session().document().draft.graph.nodes.front().functor, "Defocus");
    QMenu* node = open_menu(*window, "Node");
    EXPECT_NE(entry_of(*node, "Add")->menu(), nullptr);
}

TEST(ArtistFinding, TheRightButtonOffersWhatCanBeDone) {
    const auto window = start_window({1440, 900});
    Session& session = window->session();
    session.open(chain());
    right_click(*window, box(*window, "invert1").pos());
    ASSERT_NE(menu_in_sight(), nullptr);
    look(*window, "menu-node");
    choose(*menu_in_sight(), "Disable");
    EXPECT_EQ(session.document().draft.disabled.size(), 1u);
    // A node into the wire under the pointer.
    const QPointF wire = (box(*window, "exposure1").pos() + box(*window, "invert1").pos()) / 2.0;
    right_click(*window, wire);
    ASSERT_NE(menu_in_sight(), nullptr);
    look(*window, "menu-wire");
    choose(*menu_in_sight(), "Insert a node");
    QTest::keyClicks(popup(*window)->findChild<QLineEdit*>(), "saturation");
    press_enter(*window);
    EXPECT_EQ(spine(session.document()), "input > exposure1 > saturation1 > invert1 > output");
    right_click(*window, (box(*window, "exposure1").pos() + box(*window, "saturation1").pos()) / 2);
    choose(*menu_in_sight(), "Disconnect");
    EXPECT_EQ(spine(session.document()), "- > saturation1 > invert1 > output");
    // On nothing there is the search.
    right_click(*window, box(*window, "invert1").pos() + QPointF(300, 0));
    EXPECT_NE(popup(*window), nullptr);
}

TEST(ArtistFinding, F1OpensTheManualWithAPicture) {
    const auto window = start_window({1440, 900});
    window->session().open(chain());
    QTest::mouseClick(window->graph().viewport(), Qt::LeftButton, {},
                      at(*window, box(*window, "exposure1").pos()));
    key(*window, Qt::Key_F1);
    auto* manual = window->findChild<ManualWindow*>("manual");
    ASSERT_TRUE(manual && manual->isVisible());
    ASSERT_TRUE(wait_until([&] { return !manual->busy(); }));
    auto* page = manual->findChild<QTextBrowser*>("manual-page");
    EXPECT_THAT(page->toPlainText().toStdString(),
                AllOf(HasSubstr("Brightens or darkens colours by stops"), HasSubstr("stops"),
                      HasSubstr("is found in Colour")));
    EXPECT_FALSE(page->document()
                     ->resource(QTextDocument::ImageResource, QUrl("example.png"))
                     .value<QImage>()
                     .isNull());
    look(*window, "manual");
    auto* line = manual->findChild<QLineEdit*>();
    QTest::keyClicks(line, "over");
    auto* list = manual->findChild<QListWidget*>("manual-list");
    EXPECT_EQ(list->item(0)->text(), "Merge");
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      list->visualItemRect(list->item(0)).center());
    ASSERT_TRUE(wait_until([&] { return !manual->busy(); }));
    EXPECT_THAT(page->toPlainText().toStdString(), HasSubstr("Combines two pictures"));
    look(*window, "manual-merge");
}

TEST(ArtistFinding, AnEffectHasItsPageAndItsMenu) {
    const auto window = start_window({1440, 900});
    Session& session = window->session();
    session.open(chain());
    QTest::mouseClick(window->graph().viewport(), Qt::LeftButton, {},
                      at(*window, box(*window, "exposure1").pos()));
    type(*window, "unsharp");
    press_enter(*window);
    right_click(*window, box(*window, "unsharp1").pos());
    ASSERT_NE(menu_in_sight(), nullptr);
    look(*window, "menu-effect");
    EXPECT_EQ(entry_of(*menu_in_sight(), "Save as effect"), nullptr);
    choose(*menu_in_sight(), "Help on this node");
    auto* manual = window->findChild<ManualWindow*>("manual");
    ASSERT_TRUE(manual && manual->isVisible());
    auto* page = manual->findChild<QTextBrowser*>("manual-page");
    ASSERT_TRUE(wait_until([&] { return !manual->busy(); }));
    const std::string summary = known_effect(session.effects(), "unsharp")->summary;
    EXPECT_THAT(page->toPlainText().toStdString(),
                AllOf(HasSubstr(summary), HasSubstr("mix"), HasSubstr("is found in Filter")));
    EXPECT_FALSE(page->document()
                     ->resource(QTextDocument::ImageResource, QUrl("example.png"))
                     .value<QImage>()
                     .isNull());
    EXPECT_EQ(manual->findChild<QListWidget*>("manual-list")->currentItem()->text(), "Unsharp");
    look(*window, "manual-effect");
    manual->close();
    // F1 is the same; by itself it is a group, which can become an effect and has no page.
    press_on(window->graph(), Qt::Key_F1);
    EXPECT_TRUE(manual->isVisible());
    manual->close();
    right_click(*window, box(*window, "unsharp1").pos());
    choose(*menu_in_sight(), "Detach");
    right_click(*window, box(*window, "unsharp1").pos());
    ASSERT_NE(menu_in_sight(), nullptr);
    look(*window, "menu-group");
    EXPECT_NE(entry_of(*menu_in_sight(), "Save as effect"), nullptr);
    EXPECT_EQ(entry_of(*menu_in_sight(), "Detach"), nullptr);
    EXPECT_EQ(entry_of(*menu_in_sight(), "Help"), nullptr);
    menu_in_sight()->close();
}

/// One that brings code of its own, which has not run: the page says so, and what it is.
TEST(ArtistFinding, AnEffectWhoseFunctorsAreNotLoadedHasAPageThatSaysSo) {
    ManualWindow manual;
    const char* text = R"({"format": 1, "name": "mine", "inputs": [{"name": "input"}],
        "nodes": [{"id": 1, "name": "own1", "functor": "OwnFunctor"}], "outputs": []})";
    KnownEffect mine{"mine", "Does what I like.", 1, "mine.weft",
                     [text] { return std::string(text); }};
    mine.entry = {EntryKind::kEffect, "mine", "Mine", "Saved effects", mine.summary};
    manual.open_page(std::make_shared<const Library>(library()), {mine}, EntryKind::kEffect,
                     "mine");
    ASSERT_TRUE(wait_until([&] { return !manual.busy(); }));
    EXPECT_THAT(
        manual.findChild<QTextBrowser*>("manual-page")->toPlainText().toStdString(),
        AllOf(HasSubstr("Does what I like."), HasSubstr("its functor OwnFunctor is not loaded")));
}

/// Every built-in functor is on a shelf, and no two have one title.
TEST(ArtistFinding, TheCatalogueHasEveryFunctorOnce) {
    std::set<std::string> functors, names;
    for (const CatalogueEntry& entry : catalogue(library())) {
        EXPECT_NE(entry.category, kOthers)
            << entry.functor << " is on no shelf of functor_words.cpp";
        EXPECT_TRUE(names.insert(entry.title).second) << entry.title << " is the title of two";
        EXPECT_FALSE(entry.words.empty()) << entry.functor;
        EXPECT_FALSE(entry.help.empty()) << entry.functor;
        functors.insert(entry.functor);
    }
    for (const std::string& name : library().names()) EXPECT_TRUE(functors.contains(name)) << name;
}

}  // namespace
}  // namespace weft::editor
