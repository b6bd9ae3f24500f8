// Sizes in an artist's hands: the project's format, and pictures that are not of one size.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QComboBox>
#include <QLineEdit>
#include <QTabBar>

#include "app/settings.h"
#include "commands/format_edits.h"
#include "commands/interface_edits.h"
#include "graph/descriptor.h"
#include "hands.h"

namespace weft::editor {
namespace {

using testing::HasSubstr;

/// Leaves nothing behind that others would find.
struct ArtistSizes : testing::Test {
    ~ArtistSizes() override { save_recent_nodes({}); }
};

/// Tab, a name, Enter.
void find_and_add(MainWindow& window, const char* name) {
    press_on(window.graph(), Qt::Key_Tab);
    QTest::keyClicks(QApplication::focusWidget(), QString::fromLatin1(name));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    settle();
}

void click_tab(MainWindow& window, const QString& title) {
    for (QTabBar* bar : window.findChildren<QTabBar*>())
        for (int i = 0; i < bar->count(); ++i)
            if (bar->tabText(i) == title)
                QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(i).center());
    settle();
}

void type_format(MainWindow& window, const char* text) {
    auto* format = window.findChild<QComboBox*>("effect.format");
    ASSERT_NE(format, nullptr);
    QTest::mouseClick(format->lineEdit(), Qt::LeftButton);
    format->lineEdit()->selectAll();
    QTest::keyClicks(format->lineEdit(), QString::fromLatin1(text));
    QTest::keyClick(format->lineEdit(), Qt::Key_Return);
    settle();
}

std::string size_shown(MainWindow& window) {
    EXPECT_TRUE(wait_for_picture(window));
    const std::string status = window.viewer().status().toStdString();
    return status.substr(0, status.find(','));
}

TEST_F(ArtistSizes, AFormatIsTypedAndGeneratorsAndReformatFollowIt) {
    const auto window = start_window({1440, 900});
    Session& session = window->session();
    click_tab(*window, "Effect");
    type_format(*window, "400x300");
    EXPECT_EQ(session.document().draft.format, (Format{"", 400, 300}));
    EXPECT_EQ(session.history().undo_name(), "Set the format");
    session.select({});
    find_and_add(*window, "checkerboard");
    press_on(window->graph(), Qt::Key_1);
    EXPECT_EQ(size_shown(*window), "400×300");
    look(*window, "format");
    // Another format is another size, of all that follow it.
    click_tab(*window, "Effect");
    type_format(*window, "hd 720");
    EXPECT_EQ(session.document().draft.format, (Format{"HD 720", 1280, 720}));
    EXPECT_EQ(size_shown(*window), "1280×720");
    // What is no format changes nothing, and is said.
    QString said;
    QObject::connect(&session, &Session::said, [&](const QString& text) { said = text; });
    type_format(*window, "large");
    EXPECT_THAT(said.toStdString(), HasSubstr("there is no format \"large\""));
    EXPECT_EQ(session.document().draft.format, (Format{"HD 720", 1280, 720}));
    press_on(window->graph(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(session.document().draft.format, (Format{"", 400, 300}));
    EXPECT_EQ(size_shown(*window), "400×300");
}

TEST_F(ArtistSizes, APictureIsBroughtToTheFormat) {
    const auto window = start_window({1440, 900});
    Session& session = window->session();
    Document document = set_format(empty_document(), Format{"HD 720", 1280, 720});
    document = set_picture(document, "input", WEFT_PLATE);
    session.open(document);
    session.select({{ItemKind::kInput, 0}});
    find_and_add(*window, "reformat");
    ASSERT_TRUE(session.single());
    EXPECT_EQ(name_of(session.document(), *session.single()), "reformat1");
    press_on(window->graph(), Qt::Key_1);
    EXPECT_EQ(size_shown(*window), "1280×720");
    look(*window, "reformat");
}

TEST_F(ArtistSizes, PicturesThatDifferAreToldAndMadeAlike) {
    const auto window = start_window({1440, 900});
    Session& session = window->session();
    Document document = set_format(empty_document(), Format{"", 600, 400});
    document = set_picture(document, "input", WEFT_PLATE);
    document = add_node(document, library(), "Merge", {}, {{ItemKind::kInput, 0}})->document;
    document = add_node(document, library(), "Checkerboard", {200, 0})->document;
    const FunctorDescriptor merge = weft::describe(*library().find("Merge"));
    const ImageId board{document.draft.graph.find("checkerboard1")->id, 0};
    const ItemId to = named(document, "merge1");
    document = *connect(document, {{NodeId{}, 0}, to, merge.find_input("B")});
    document = *connect(document, {board, to, merge.find_input("A")});
    session.open(document);
    ASSERT_TRUE(wait_for_picture(*window));
    const QString warning = box(*window, "merge1").look().warning;
    EXPECT_THAT(warning.toStdString(), HasSubstr("A is 600 x 400"));
    EXPECT_THAT(warning.toStdString(), HasSubstr("The result has the frame of B"));
    look(*window, "sizes-differ");
    right_click(*window, box(*window, "merge1").pos());
    ASSERT_NE(menu_in_sight(), nullptr);
    choose(*menu_in_sight(), "Reformat inputs to");
    EXPECT_EQ(session.history().undo_name(), "Reformat inputs");
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_TRUE(box(*window, "merge1").look().warning.isEmpty());
    EXPECT_TRUE(find_item(session.document(), "reformat1"));
    look(*window, "sizes-alike");
}

TEST_F(ArtistSizes, TheBoundingBoxIsDrawnUntilItIsTurnedOff) {
    const auto window = start_window({1440, 900});
    Session& session = window->session();
    Document document = set_format(empty_document(), Format{"", 400, 300});
    document = add_node(document, library(), "Constant", {0, 100})->document;
    document = add_node(document, library(), "Crop", {}, {named(document, "constant1")})->document;
    document = *set(document, library(), "crop1.left", "100");
    document = *set(document, library(), "crop1.top", "60");
    const ImageId cropped{document.draft.graph.find("crop1")->id, 0};
    session.open(*connect(document, {cropped, {ItemKind::kOutput, 0}, 0}));
    ASSERT_TRUE(wait_for_picture(*window));
    PictureView& view = window->viewer().view();
    const QImage drawn = view.grab().toImage();
    look(*window, "bounding-box");
    press_on(view, Qt::Key_B, Qt::ShiftModifier);
    EXPECT_FALSE(view.shows_boxes());
    EXPECT_NE(view.grab().toImage(), drawn);
    press_on(view, Qt::Key_B, Qt::ShiftModifier);
    EXPECT_EQ(view.grab().toImage(), drawn);
}

}  // namespace
}  // namespace weft::editor
