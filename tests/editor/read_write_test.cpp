// Reads and Writes in an artist's hands: R and W, files dropped onto the window, the panel of a
// file, and Render… by name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QDropEvent>
#include <QFileDialog>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>

#include "app/choose_picture.h"
#include "commands/file_edits.h"
#include "hands.h"
#include "model/groups.h"

namespace weft::editor {
namespace {

using testing::HasSubstr;

class ArtistReads : public testing::Test {
  protected:
    QString path(const char* name) const { return folder.filePath(QLatin1String(name)); }
    void write_picture(const char* name, int grey) const {
        QImage image(16, 8, QImage::Format_RGB888);
        image.fill(QColor(grey, grey, grey));
        ASSERT_TRUE(image.save(path(name), "PNG"));
    }
    /// plate.0007.png to plate.0010.png, but for the frame 9.
    void write_sequence() const {
        write_picture("plate.0007.png", 70);
        write_picture("plate.0008.png", 80);
        write_picture("plate.0010.png", 100);
    }
    /// Chooses a file in the dialog that comes within `act`; where it is empty, what is there.
    template <class Act>
    static void pick(const QString& path, Act act) {
        QTimer choosing;
        choosing.setInterval(10);
        bool seen = false;
        QObject::connect(&choosing, &QTimer::timeout, [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog) return;
            choosing.stop();
            seen = true;
            if (!path.isEmpty()) dialog->selectFile(path);
            static_cast<QDialog*>(dialog)->accept();
            if (dialog->isVisible()) dialog->reject();  // the test fails, and does not wait
        });
        choosing.start();
        act();
        settle();
        EXPECT_TRUE(seen);
    }
    /// Drops files as a file manager does, at a point of the window.
    static void drop(MainWindow& window, const QStringList& files, QPoint at) {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& file : files) urls.append(QUrl::fromLocalFile(file));
        data.setUrls(urls);
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&window, &enter);
        EXPECT_TRUE(enter.isAccepted());
        QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&window, &event);
        settle();
    }
    template <class Widget>
    static Widget& part(MainWindow& window, const char* name) {
        return *window.parameters().findChild<Widget*>(QLatin1String(name));
    }
    static std::string text(MainWindow& window, const char* label) {
        return part<QLabel>(window, label).text().toStdString();
    }
    static void click_box(MainWindow& window, const std::string& name) {
        QTest::mouseClick(window.graph().viewport(), Qt::LeftButton, {},
                          at(window, box(window, name).pos()));
        settle();
    }

    const QTemporaryDir folder;
};

TEST_F(ArtistReads, RAsksForAPictureAndASequenceSetsTheRange) {
    write_sequence();
    const auto window = start_window({1440, 900});
    pick(path("plate.0008.png"), [&] { press_on(window->graph(), Qt::Key_R); });
    const Document& document = window->session().document();
    ASSERT_NE(read_of(document, "input"), nullptr);
    EXPECT_EQ(read_of(document, "input")->path, path("plate.####.png").toStdString());
    EXPECT_EQ(document.timeline, (Timeline{7, 10, 7, 10, 24}));
    EXPECT_EQ(window->session().history().undo_name(), "Read");
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_NE(window->viewer().view().picture(), nullptr);
    // Another is a box of its own, named after its file.
    write_picture("matte.png", 200);
    pick(path("matte.png"), [&] { press_on(window->graph(), Qt::Key_R); });
    EXPECT_EQ(document.draft.graph.inputs.back().name, "matte");
    EXPECT_EQ(window->session().single(), (ItemId{ItemKind::kInput, 1}));
    look(*window, "read");
}

TEST_F(ArtistReads, FilesAreReadWhereTheyAreDropped) {
    write_sequence();
    write_picture("still.png", 50);
    const auto window = start_window({1440, 900});
    window->session().open(chain());
    settle();
    QWidget& canvas = *window->graph().viewport();
    const QPoint spot(60, 40);
    drop(
        *window,
        {path("plate.0007.png"), path("plate.0008.png"), path("plate.0010.png"), path("still.png")},
        canvas.mapTo(window.get(), spot));
    const Graph& graph = window->session().document().draft.graph;
    ASSERT_EQ(graph.inputs.size(), 3u) << "one for the sequence, one for the still";
    EXPECT_EQ(graph.inputs[1].name, "plate");
    EXPECT_EQ(graph.inputs[2].name, "still");
    // On a box it becomes what that reads.
    drop(*window, {path("still.png")},
         canvas.mapTo(window.get(), at(*window, box(*window, "input").pos())));
    EXPECT_EQ(graph.inputs.size(), 3u);
    EXPECT_EQ(read_of(window->session().document(), "input")->path,
              path("still.png").toStdString());
    // And on the viewer it is one more.
    drop(*window, {path("still.png")}, window->viewer().mapTo(window.get(), QPoint(40, 40)));
    EXPECT_EQ(graph.inputs.size(), 4u);
    look(*window, "dropped");
}

TEST_F(ArtistReads, ThePanelTellsOfTheFile) {
    write_sequence();
    const auto window = start_window({1440, 900});
    window->session().open(choose_picture(chain(), "input", path("plate.0008.png").toStdString()));
    settle();
    click_box(*window, "input");
    ASSERT_TRUE(wait_until([&] { return !text(*window, "file:facts").empty(); }));
    EXPECT_THAT(text(*window, "file:facts"), HasSubstr("16×8"));
    EXPECT_THAT(text(*window, "file:facts"), HasSubstr("uint8"));
    EXPECT_THAT(text(*window, "file:facts"), HasSubstr("R, G, B"));
    EXPECT_THAT(text(*window, "file:frames"), HasSubstr("7–10"));
    EXPECT_THAT(text(*window, "file:missing"), HasSubstr("Missing: 9"));
    EXPECT_FALSE(part<QLabel>(*window, "file:thumbnail").pixmap().isNull());
    look(*window, "file-panel");
    // What lacks is dark and said at the Read, until the nearest is wanted in its place.
    window->session().set_frame(9);
    EXPECT_TRUE(
        wait_until([&] { return window->session().problems().contains({ItemKind::kInput, 0}); }));
    EXPECT_THAT(window->viewer().view().message().toStdString(), HasSubstr("plate.0009.png"));
    EXPECT_FALSE(window->session().problems().contains({ItemKind::kOutput, 0}));
    look(*window, "missing-frame");
    auto& missing = part<QComboBox>(*window, "file:if-missing");
    missing.setFocus();
    QTest::keyClick(&missing, Qt::Key_Down);
    settle();
    EXPECT_EQ(read_of(window->session().document(), "input")->missing, MissingFrames::kNearest);
    EXPECT_TRUE(wait_until([&] { return window->session().problems().empty(); }));
    EXPECT_TRUE(window->viewer().view().message().isEmpty());
    // A path that is typed is an edit like others.
    auto& line = part<QLineEdit>(*window, "file:path");
    line.selectAll();
    QTest::keyClicks(&line, path("nothing.png"));
    QTest::keyClick(&line, Qt::Key_Return);
    ASSERT_TRUE(wait_until([&] { return !text(*window, "file:problem").empty(); }));
    EXPECT_THAT(text(*window, "file:problem"), HasSubstr("nothing.png"));
}

TEST_F(ArtistReads, WWritesTheSelectedNodeAndRenderTakesWritesByName) {
    write_picture("plate.png", 90);
    const auto window = start_window({1440, 900});
    window->session().open(choose_picture(chain(), "input", path("plate.png").toStdString()));
    settle();
    click_box(*window, "exposure1");
    pick(path("lit.png"), [&] { press_on(window->graph(), Qt::Key_W); });
    const Document& document = window->session().document();
    ASSERT_EQ(document.draft.graph.outputs.size(), 2u);
    EXPECT_EQ(document.draft.graph.outputs[1].name, "lit");
    EXPECT_EQ(write_of(document, "lit"), path("lit.png").toStdString());
    // The node before the output is written by that.
    click_box(*window, "invert1");
    pick(path("final.png"), [&] { press_on(window->graph(), Qt::Key_W); });
    EXPECT_EQ(document.draft.graph.outputs.size(), 2u);
    EXPECT_EQ(write_of(document, "output"), path("final.png").toStdString());
    look(*window, "writes");

    press_on(window->graph(), Qt::Key_F7);
    auto& dialog = *window->findChild<QDialog*>(QStringLiteral("render"));
    ASSERT_TRUE(dialog.isVisible());
    EXPECT_TRUE(dialog.findChild<QCheckBox*>("wanted:lit")->isChecked());
    QTest::mouseClick(dialog.findChild<QCheckBox*>("wanted:output"), Qt::LeftButton, {},
                      QPoint(8, 8));
    settle();
    EXPECT_THAT(dialog.findChild<QLineEdit*>("command")->text().toStdString(), HasSubstr("-X lit"));
    look(*window, "render-by-name");
    auto* start = dialog.findChild<QPushButton*>("start");
    const QString verb = start->text();
    QTest::mouseClick(start, Qt::LeftButton);
    ASSERT_TRUE(wait_until([&] { return start->text() == verb; }));
    EXPECT_EQ(dialog.findChild<QLabel*>("message")->text().toStdString(), "Done");
    EXPECT_TRUE(QFileInfo::exists(path("lit.png")));
    EXPECT_FALSE(QFileInfo::exists(path("final.png")));
}

TEST_F(ArtistReads, WhatIsDroppedTogetherIsSelectedForWhatComesNext) {
    write_picture("plate.png", 90);
    write_picture("title.png", 200);
    const auto window = start_window({1440, 900});
    window->viewer().setFocus();
    drop(*window, {path("plate.png"), path("title.png")},
         window->viewer().mapTo(window.get(), QPoint(40, 40)));
    EXPECT_EQ(window->session().in_order(),
              (std::vector<ItemId>{{ItemKind::kInput, 0}, {ItemKind::kInput, 1}}));
    EXPECT_TRUE(window->graph().hasFocus());
    const GraphView& graph = window->graph();
    EXPECT_TRUE(graph.mapToScene(graph.viewport()->rect())
                    .boundingRect()
                    .contains(window->graph().graph().bounds({})));
    // One file after another over the same place: no box lies on another.
    for (int i = 0; i < 2; ++i)
        drop(*window, {path("title.png")}, window->viewer().mapTo(window.get(), QPoint(40, 40)));
    std::set<std::pair<int, int>> places;
    for (const auto& [id, place] : window->session().document().places)
        EXPECT_TRUE(places.insert({place.x, place.y}).second);
}

TEST_F(ArtistReads, WProposesAFileBesideThatOfTheRead) {
    const std::string folder_of = path("").toStdString() + "/";
    Document document = chain();
    const auto proposed = [&] {
        return proposed_write(document, library(), document.draft.graph.outputs[0].image, "/show");
    };
    EXPECT_EQ(proposed(), "/show/out.exr");
    document = set_read(document, "input", {"shots/plate.####.exr"});
    EXPECT_EQ(proposed(), "/show/shots/plate_out.####.exr");
    document = set_read(document, "input", {"/shots/%04d.exr"});
    EXPECT_EQ(proposed(), "/shots/picture_out.%04d.exr");
    document = set_read(document, "input", {"/shots/plate.v2.png"});
    EXPECT_EQ(proposed(), "/shots/plate_out.v2.exr");
    document = set_write(document, "output", "/shots/plate_out.v2.exr");
    EXPECT_EQ(proposed(), "/shots/plate_out2.v2.exr");
    // What is on disk is not written over unasked.
    write_picture("plate.png", 90);
    document = set_read(chain(), "input", {path("plate.png").toStdString()});
    EXPECT_EQ(proposed(), folder_of + "plate_out.exr");
    ASSERT_TRUE(QFile::copy(path("plate.png"), path("plate_out.exr")));
    EXPECT_EQ(proposed(), folder_of + "plate_out2.exr");
    // The stream's Read, not the first; where the stream has none, the first there is.
    document = chain();
    document = add_read(document, {"/shots/title.png"}, {320, 0}).document;
    EXPECT_EQ(proposed(), "/shots/title_out.exr");
    document = set_read(document, "input", {"/shots/plate.png"});
    document = add_node(document, library(), "Merge", {},
                        {named(document, "title"), named(document, "invert1")})
                   ->document;
    EXPECT_EQ(
        proposed_write(document, library(), shown_by(document, named(document, "merge1")), "/show"),
        "/shots/title_out.exr");
}

TEST_F(ArtistReads, EnterTakesTheProposedFileAndF5RendersIt) {
    write_picture("plate.png", 90);
    const auto window = start_window({1440, 900});
    window->session().open(choose_picture(chain(), "input", path("plate.png").toStdString()));
    settle();
    press_on(window->graph(), Qt::Key_F5);
    settle();
    EXPECT_FALSE(window->findChild<QDialog*>(QStringLiteral("render"))->isVisible());
    click_box(*window, "exposure1");
    pick({}, [&] { press_on(window->graph(), Qt::Key_W); });
    EXPECT_EQ(write_of(window->session().document(), "plate_out"),
              path("plate_out.exr").toStdString());
    press_on(window->graph(), Qt::Key_F5);
    settle();
    auto& dialog = *window->findChild<QDialog*>(QStringLiteral("render"));
    EXPECT_FALSE(dialog.findChild<QCheckBox*>("wanted:output")->isChecked());
    ASSERT_TRUE(wait_until(
        [&] { return dialog.findChild<QLabel*>("message")->text() == QStringLiteral("Done"); }));
    EXPECT_TRUE(QFileInfo::exists(path("plate_out.exr")));
    EXPECT_EQ(QDir(path("")).entryList({"*.exr"}).size(), 1);
}

TEST_F(ArtistReads, TheShellNamesASequence) {
    write_sequence();
    const auto window = start_window({1440, 900});
    window->show_pictures({path("plate.0007.png")});
    EXPECT_EQ(window->session().document().timeline, (Timeline{7, 10, 7, 10, 24}));
    EXPECT_TRUE(window->session().history().is_saved());
    window->show_pictures({path("plate.####.png")});
    EXPECT_EQ(read_of(window->session().document(), "input")->path,
              path("plate.####.png").toStdString());
}

}  // namespace
}  // namespace weft::editor
