// The graph in an artist's hands: boxes dropped on wires, what is framed, letters, layouts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QApplication>
#include <QDockWidget>
#include <QStatusBar>
#include <QWheelEvent>

#include "app/settings.h"
#include "commands/interface_edits.h"
#include "commands/mark_edits.h"
#include "hands.h"
#include "model/marks.h"
#include "model/tidy.h"

namespace weft::editor {
namespace {

/// input > exposure1 > invert1 > output, with `apart` more pixels above invert1, and a loose
/// saturation1 beside it.
Document with_a_loose_node(int apart) {
    Document document = chain();
    document = move(document, {named(document, "invert1"), {ItemKind::kOutput, 0}}, {0, apart});
    return add_node(document, library(), "Saturation", {320, 0})->document;
}

std::vector<QPointF> points_of(const WireItem& wire) {
    std::vector<QPointF> points;
    for (int i = 0; i <= 20; ++i) points.push_back(wire.path().pointAtPercent(i / 20.0));
    return points;
}

/// The wire into an item's first input.
WireItem& wire_into(MainWindow& window, const std::string& name) {
    const ItemId to = named(window.session().document(), name);
    return *window.graph().graph().wire({read_by(window.session().document(), to, 0), to, 0});
}

bool all_in_sight(MainWindow& window) {
    const QRectF seen = window.graph().mapToScene(window.graph().viewport()->rect()).boundingRect();
    return seen.contains(window.graph().graph().bounds({}));
}

/// The part of the canvas that the graph takes, in the direction in which it takes most.
double filled(MainWindow& window) {
    const QRectF all = window.graph().graph().bounds({});
    const double zoom = window.graph().transform().m11();
    return std::max(all.width() * zoom / window.graph().viewport()->width(),
                    all.height() * zoom / window.graph().viewport()->height());
}

TEST(ArtistGraph, AWireHoldsStillUnderTheBoxThatIsDroppedOnIt) {
    const auto window = start_window({1440, 900});
    Session& session = window->session();
    session.open(with_a_loose_node(260));
    GraphView& graph = window->graph();
    WireItem& wire = wire_into(*window, "invert1");
    const std::vector<QPointF> before = points_of(wire);
    const QPointF middle = before[10], from = box(*window, "saturation1").pos();
    QTest::mousePress(graph.viewport(), Qt::LeftButton, {}, at(*window, from));
    for (int step = 1; step <= 10; ++step) {
        QTest::mouseMove(graph.viewport(), at(*window, from + (middle - from) * step / 10.0));
        EXPECT_EQ(points_of(wire), before) << "step " << step;
    }
    EXPECT_TRUE(wire.is_target());
    look(*window, "drop-on-wire");
    QTest::mouseRelease(graph.viewport(), Qt::LeftButton, {}, at(*window, middle));
    EXPECT_EQ(spine(session.document()), "input > exposure1 > saturation1 > invert1 > output");
    EXPECT_EQ(session.history().undo_name(), "Insert");
}

TEST(ArtistGraph, AnInsertedNodeMakesRoom) {
    const auto window = start_window({1440, 900});
    Session& session = window->session();
    Document document = with_a_loose_node(0);
    document =
        add_backdrop(document, {named(document, "exposure1"), named(document, "invert1")}, {})
            .document;
    session.open(document);
    drag(*window, box(*window, "saturation1").pos(), points_of(wire_into(*window, "invert1"))[10]);
    look(*window, "room");
    const Document& after = session.document();
    EXPECT_EQ(spine(after), "input > exposure1 > saturation1 > invert1 > output");
    int last = after.places.at({ItemKind::kInput, 0}).y;
    for (const char* name : {"exposure1", "saturation1", "invert1", "output"}) {
        const Place place = after.places.at(named(after, name));
        EXPECT_EQ(place.y - last, kRowPitch) << name;
        EXPECT_EQ(place.x, after.places.at({ItemKind::kInput, 0}).x) << name;
        last = place.y;
    }
    // What lay on the backdrop lies on it.
    EXPECT_EQ(lying_on(after, 0), (Selection{named(after, "exposure1"), named(after, "invert1"),
                                             named(after, "saturation1")}));
    QTest::keyClick(&window->graph(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(session.document(), document);
}

/// The name of what an input of a node reads; "-" where it reads nothing.
std::string read_name(const Document& document, const std::string& node, int input) {
    const ImageId image = read_by(document, named(document, node), input);
    return image == kUnconnected ? "-" : name_of(document, source(image));
}

void click(MainWindow& window, const std::string& name, Qt::KeyboardModifiers with = {}) {
    QTest::mouseClick(window.graph().viewport(), Qt::LeftButton, with,
                      at(window, box(window, name).pos()));
    settle();
}

TEST(ArtistGraph, ThePipeGoesIntoB) {
    constexpr int kA = 0, kB = 1;
    const auto window = start_window({1440, 900});
    Session& session = window->session();
    Document document = add_input(chain(), {320, 0}).document;
    session.open(*rename(document, library(), {ItemKind::kInput, 1}, "title"));
    settle();
    const auto merge = [&] {
        QTest::keyClick(window->graph().viewport(), Qt::Key_Tab);
        QTest::keyClicks(QApplication::focusWidget(), "merge");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        settle();
    };
    const auto undo = [&] { choose(*open_menu(*window, "Edit"), "Undo"); };
    // Behind one the stream comes into B; A waits.
    click(*window, "exposure1");
    merge();
    EXPECT_EQ(spine(session.document()), "input > exposure1 > merge1 > invert1 > output");
    EXPECT_EQ(read_name(session.document(), "merge1", kB), "exposure1");
    EXPECT_EQ(read_name(session.document(), "merge1", kA), "-");
    undo();
    // What is selected after it comes into A, wherever it lies.
    click(*window, "exposure1");
    click(*window, "title", Qt::ShiftModifier);
    merge();
    look(*window, "pipe-into-b");
    EXPECT_EQ(read_name(session.document(), "merge1", kB), "exposure1");
    EXPECT_EQ(read_name(session.document(), "merge1", kA), "title");
    undo();
    click(*window, "title");
    click(*window, "exposure1", Qt::ShiftModifier);
    merge();
    EXPECT_EQ(read_name(session.document(), "merge1", kB), "title");
    EXPECT_EQ(read_name(session.document(), "merge1", kA), "exposure1");
    undo();
    // Disabled, it is passed by as its B; extracted and deleted, the stream is whole without it.
    click(*window, "exposure1");
    click(*window, "title", Qt::ShiftModifier);
    merge();
    const ItemId made = named(session.document(), "merge1");
    const Document with_merge = session.document();
    key(*window, Qt::Key_D);
    EXPECT_EQ(passed_by(session.document().draft, shown_by(session.document(), made)),
              read_by(session.document(), made, kB));
    key(*window, Qt::Key_D);
    EXPECT_EQ(session.document(), with_merge);
    // Up the stream goes through B too.
    click(*window, "merge1");
    key(*window, Qt::Key_Up);
    EXPECT_EQ(session.single(), named(session.document(), "exposure1"));
    click(*window, "merge1");
    key(*window, Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(spine(session.document()), "input > exposure1 > invert1 > output");
    // Dropped on a wire, it is in the stream again.
    drag(*window, box(*window, "merge1").pos(), points_of(wire_into(*window, "invert1"))[10]);
    EXPECT_EQ(session.history().undo_name(), "Insert");
    EXPECT_EQ(spine(session.document()), "input > exposure1 > merge1 > invert1 > output");
    EXPECT_EQ(read_name(session.document(), "merge1", kA), "-");
    key(*window, Qt::Key_Delete);
    EXPECT_EQ(spine(session.document()), "input > exposure1 > invert1 > output");
    save_recent_nodes({});
}

TEST(ArtistGraph, LettersAddWhatCompositorsAddMost) {
    const auto window = start_window({1440, 900});
    Session& session = window->session();
    Document document = add_input(chain(), {320, 0}).document;
    session.open(*rename(document, library(), {ItemKind::kInput, 1}, "title"));
    settle();
    click(*window, "exposure1");
    QTest::keyClick(window->graph().viewport(), Qt::Key_G);
    settle();
    EXPECT_EQ(spine(session.document()), "input > exposure1 > grade1 > invert1 > output");
    EXPECT_EQ(session.single(), named(session.document(), "grade1"));
    click(*window, "title", Qt::ShiftModifier);
    QTest::keyClick(window->graph().viewport(), Qt::Key_M);
    settle();
    EXPECT_EQ(spine(session.document()), "input > exposure1 > grade1 > merge1 > invert1 > output");
    EXPECT_EQ(read_name(session.document(), "merge1", 0), "title");
    QTest::keyClick(window->graph().viewport(), Qt::Key_B);
    settle();
    EXPECT_TRUE(find_item(session.document(), "gaussian-blur1").has_value());
    // The menus show the keys, also where somebody changed them.
    const auto shown = [&](const char* category, const char* title) {
        for (QMenu* menu : window->findChildren<QMenu*>())
            if (menu->title() == QLatin1String(category)) {
                Q_EMIT menu->aboutToShow();
                if (const QAction* entry = entry_of(*menu, QLatin1String(title)))
                    return entry->text().toStdString();
            }
        return std::string("no entry");
    };
    EXPECT_EQ(shown("Colour", "Grade"), "Grade\tG");
    EXPECT_EQ(shown("Image", "Read"), "Read\tR");
    window->graph().action("graph.add-grade")->setShortcut(QKeySequence("Ctrl+9"));
    EXPECT_EQ(shown("Colour", "Grade"), "Grade\tCtrl+9");
    window->graph().action("graph.add-grade")->setShortcut({});
    EXPECT_EQ(shown("Colour", "Grade"), "Grade");
    // So does the search.
    QTest::keyClick(window->graph().viewport(), Qt::Key_Tab);
    QTest::keyClicks(QApplication::focusWidget(), "merge");
    look(*window, "search-with-keys");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
}

TEST(ArtistGraph, RoomIsMadeForWhatWouldBeCoveredToo) {
    Document document = chain();
    // Beside the way down, and where invert1 comes to lie.
    document = add_node(document, library(), "Noise", {100, 0})->document;
    const ItemId noise = named(document, "noise1"), output{ItemKind::kOutput, 0};
    Place place = document.places.at(output);
    document.places[noise] = {place.x + 100, place.y + 40};
    const Document after =
        add_node(document, library(), "Saturation", {}, {named(document, "exposure1")})->document;
    EXPECT_EQ(after.places.at(output).y, place.y + kRowPitch);
    EXPECT_EQ(after.places.at(noise).y, place.y + 40 + kRowPitch);
}

TEST(ArtistGraph, IsFramedWhenItIsShownOpenedAndResized) {
    const auto window = start_window({1200, 800});
    EXPECT_TRUE(all_in_sight(*window)) << "untitled, at the start";
    look(*window, "untitled");
    ASSERT_TRUE(window->open(WEFT_DOCUMENTS "/degrain.weft"));
    settle();
    EXPECT_TRUE(all_in_sight(*window));
    EXPECT_GT(filled(*window), 0.8);
    const double small = window->graph().transform().m11();
    window->resize(1920, 1200);
    settle();
    EXPECT_TRUE(all_in_sight(*window));
    EXPECT_GT(filled(*window), 0.8);
    EXPECT_GT(window->graph().transform().m11(), small);
    // What hands have zoomed into stays as large.
    QTest::mouseClick(window->graph().viewport(), Qt::LeftButton, {}, QPoint(5, 5));
    const QPoint middle = window->graph().viewport()->rect().center();
    QWheelEvent turn(middle, window->graph().viewport()->mapToGlobal(middle), {}, {0, 240}, {}, {},
                     Qt::NoScrollPhase, false);
    QApplication::sendEvent(window->graph().viewport(), &turn);
    const double near = window->graph().transform().m11();
    window->resize(1200, 800);
    settle();
    EXPECT_EQ(window->graph().transform().m11(), near);
    QTest::keyClick(&window->graph(), Qt::Key_A);
    EXPECT_TRUE(all_in_sight(*window));
}

/// How high the letters of a box are on the screen, in pixels; 0: there are none.
int height_of_letters(double zoom) {
    NodeItem item({ItemKind::kNode, 0});
    NodeLook look;
    look.name = "HHHHHHHHHHHH";
    QImage picture(400, 120, QImage::Format_RGB32);
    int rows = 0;
    item.set_look(look);
    QPainter painter(&picture);
    painter.fillRect(picture.rect(), theme::now().window);
    painter.translate(200, 60);
    painter.scale(zoom, zoom);
    item.paint(&painter, nullptr, nullptr);
    painter.end();
    const auto is_letter = [&](int x, int y) {
        return qGray(picture.pixel(x, y)) > 150 && std::abs(y - 60) < 8;
    };
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 201; x < 200 + 40 * zoom; ++x)
            if (is_letter(x, y)) {
                ++rows;
                break;
            }
    return rows;
}

TEST(ArtistGraph, LettersAreLegibleOrAbsent) {
    for (const double zoom : {1.25, 1.0, 0.8, 0.6, 0.45, 0.3})
        EXPECT_GE(height_of_letters(zoom), 6) << zoom;
    for (const double zoom : {0.25, 0.2}) EXPECT_EQ(height_of_letters(zoom), 0) << zoom;
}

TEST(ArtistGraph, LiesBesideTheViewerWhereItIsPutThere) {
    QByteArray layout;
    {
        const auto window = start_window({1440, 900});
        choose(*open_menu(*window, "Panes"), "Graph beside the viewer");
        ASSERT_TRUE(window->open(WEFT_DOCUMENTS "/degrain.weft"));
        look(*window, "beside");
        const QRect graph(window->graph().mapToGlobal(QPoint()), window->graph().size());
        const QRect viewer(window->viewer().mapToGlobal(QPoint()), window->viewer().size());
        EXPECT_LT(graph.right(), viewer.left());
        EXPECT_GT(graph.height(), 700);
        EXPECT_TRUE(all_in_sight(*window));
        layout = window->saveState();
    }
    const auto window = start_window({1440, 900});
    ASSERT_TRUE(window->restoreState(layout));
    settle();
    EXPECT_LT(window->graph().mapToGlobal(QPoint()).x(),
              window->viewer().mapToGlobal(QPoint()).x());
    QMenu& panes = *open_menu(*window, "Panes");
    EXPECT_TRUE(entry_of(panes, "Graph beside the viewer")->isChecked());
    choose(panes, "Graph beside the viewer");
    EXPECT_GT(window->graph().mapToGlobal(QPoint()).y(),
              window->viewer().mapToGlobal(QPoint(0, window->viewer().height() - 1)).y());
}

TEST(ArtistGraph, ALongMessageIsSaidWhole) {
    const auto window = start_window({1000, 700});
    const int usual = window->statusBar()->height();
    window->session().say(
        QString("This message is as long as those of missing functors. ").repeated(6));
    look(*window, "message");
    EXPECT_GT(window->statusBar()->height(), usual + 10);
    window->statusBar()->clearMessage();
    settle();
    EXPECT_EQ(window->statusBar()->height(), usual);
}

}  // namespace
}  // namespace weft::editor
