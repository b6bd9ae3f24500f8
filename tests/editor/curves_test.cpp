// The pane of curves in the window: keyframes by mouse, by keys alone, and in figures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QDockWidget>
#include <QLineEdit>
#include <QListWidget>

#include "window.h"

namespace weft::editor {
namespace {

using testing::ElementsAre;

struct CurvesTest : testing::Test {
    std::unique_ptr<MainWindow> window = make_window();
    Session& session = window->session();
    CurvePlot& plot = window->curves().plot();
    TrackId stops;

    /// stops 0, 4, 2 at frames 1, 11, 21.
    void SetUp() override {
        session.open(*set(chain(), library(), "exposure1.stops", "1:0,11:4,21:2"));
        stops = {session.document().draft.graph.find("exposure1")->id, "stops", 0};
        window->findChild<QDockWidget*>("dock.curves")->show();
        QTest::qWait(10);
        plot.setFocus();
    }
    const std::vector<Keyframe>& keys() const {
        return curve_of(session.document().draft.graph, stops)->keys;
    }
    std::vector<int> frames() const { return frames_of(session.document().draft.graph, stops); }
    float value(std::size_t key) const {
        return std::get<std::vector<float>>(keys()[key].value).front();
    }
    QPoint at(int frame) const { return plot.point_of({stops, frame}).toPoint(); }
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers keys = {}) {
        QTest::mousePress(&plot, Qt::LeftButton, keys, from);
        // QTest's own moves have no modifiers.
        for (const QPoint p : {(from + to) / 2, to}) {
            QMouseEvent move(QEvent::MouseMove, p, plot.mapToGlobal(p), Qt::NoButton,
                             Qt::LeftButton, keys);
            QApplication::sendEvent(&plot, &move);
        }
        QTest::mouseRelease(&plot, Qt::LeftButton, keys, to);
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&plot, key, modifiers);
    }
};

TEST_F(CurvesTest, KeysAreDraggedAsOneEdit) {
    const Document before = session.document();
    EXPECT_EQ(plot.current(), stops);
    const auto pixels = [&](int frames, double values) {
        return QPoint(qRound(frames / plot.area().frames_per_pixel()),
                      -qRound(values / plot.area().values_per_pixel()));
    };
    drag(at(11), at(11) + pixels(3, 1.0));
    EXPECT_THAT(frames(), ElementsAre(1, 14, 21));
    EXPECT_NEAR(value(1), 5.0, 0.05);
    EXPECT_EQ(plot.selected(), (TrackKeys{{stops, 14}}));
    window->action("edit.undo")->trigger();
    EXPECT_EQ(session.document(), before);
    EXPECT_FALSE(session.history().can_undo());
    // Shift keeps one of the two, the one that is farther.
    drag(at(11), at(11) + pixels(3, 0.2), Qt::ShiftModifier);
    EXPECT_THAT(frames(), ElementsAre(1, 14, 21));
    EXPECT_EQ(value(1), 4.0f);
    // Past another keyframe and back, nothing is lost; Escape gives the drag up.
    const Document now = session.document();
    QTest::mousePress(&plot, Qt::LeftButton, {}, at(14));
    QTest::mouseMove(&plot, at(21));
    EXPECT_THAT(frames(), ElementsAre(1, 21));
    press(Qt::Key_Escape);
    QTest::mouseRelease(&plot, Qt::LeftButton, {}, at(14));
    EXPECT_EQ(session.document(), now);
}

TEST_F(CurvesTest, ABoxSelectsAndKeysActOnAll) {
    drag(QPoint(at(1).x() - 12, at(1).y() + 12), QPoint(at(11).x() + 12, at(11).y() - 12));
    EXPECT_EQ(plot.selected(), (TrackKeys{{stops, 1}, {stops, 11}}));
    press(Qt::Key_C);
    EXPECT_EQ(keys()[0].interpolation, Interpolation::kCubic);
    EXPECT_EQ(keys()[1].interpolation, Interpolation::kCubic);
    EXPECT_EQ(keys()[2].interpolation, Interpolation::kLinear);
    press(Qt::Key_K);
    EXPECT_EQ(keys()[0].interpolation, Interpolation::kHold);
    press(Qt::Key_Z);
    EXPECT_EQ(keys()[1].interpolation, Interpolation::kSmooth);
    QTest::mouseClick(&plot, Qt::LeftButton, Qt::ShiftModifier, at(1));
    EXPECT_EQ(plot.selected(), (TrackKeys{{stops, 11}}));
    press(Qt::Key_L);
    press(Qt::Key_Delete);
    EXPECT_THAT(frames(), ElementsAre(1, 21));
    window->action("edit.undo")->trigger();
    EXPECT_THAT(frames(), ElementsAre(1, 11, 21));
}

TEST_F(CurvesTest, AClickAddsAKeyOnTheCurveOrBesideIt) {
    const PlotArea& area = plot.area();
    const auto place = [&](int frame, double value) {
        return QPointF(area.x_of(frame), area.y_of(value)).toPoint();
    };
    QTest::mouseClick(&plot, Qt::LeftButton, Qt::ControlModifier | Qt::AltModifier, place(6, 2.0));
    EXPECT_THAT(frames(), ElementsAre(1, 6, 11, 21));
    EXPECT_EQ(value(1), 2.0f) << "exactly, so that nothing changes";
    QTest::mouseDClick(&plot, Qt::LeftButton, {}, place(16, 1.0));
    EXPECT_THAT(frames(), ElementsAre(1, 6, 11, 16, 21));
    EXPECT_NEAR(value(3), 1.0, 0.05);
}

TEST_F(CurvesTest, TheFrameIsDragged) {
    const PlotArea& area = plot.area();
    drag(QPoint(qRound(area.x_of(3)), 8), QPoint(qRound(area.x_of(9)), 8));
    EXPECT_EQ(session.frame(), 9);
    const int y = qRound(area.box.bottom()) - 4;
    drag(QPoint(qRound(area.x_of(9)), y), QPoint(qRound(area.x_of(17)), y));
    EXPECT_EQ(session.frame(), 17);
    EXPECT_TRUE(plot.selected().empty());
}

TEST_F(CurvesTest, KeysAloneDoAllOfIt) {
    press(Qt::Key_Right);  // from frame 1, which is shown
    EXPECT_EQ(plot.selected(), (TrackKeys{{stops, 11}}));
    EXPECT_EQ(plot.accessibleDescription(), "exposure1.stops at frame 11: 4, linear");
    press(Qt::Key_Right, Qt::AltModifier);
    EXPECT_THAT(frames(), ElementsAre(1, 12, 21));
    press(Qt::Key_Up, Qt::AltModifier);
    EXPECT_GT(value(1), 4.0f);
    press(Qt::Key_Left, Qt::ShiftModifier);
    EXPECT_EQ(plot.selected().size(), 2u);
    EXPECT_EQ(plot.accessibleDescription(), "2 keyframes are selected");
    session.set_frame(16);
    press(Qt::Key_I);
    EXPECT_THAT(frames(), ElementsAre(1, 12, 16, 21));
    auto* field = window->findChild<QLineEdit*>("key-value");
    field->selectAll();
    QTest::keyClicks(field, "x*0 + 3/2");
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_EQ(value(2), 1.5f);
    field = window->findChild<QLineEdit*>("key-frame");
    field->selectAll();
    QTest::keyClicks(field, "17");
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_THAT(frames(), ElementsAre(1, 12, 17, 21));
    press(Qt::Key_A, Qt::ControlModifier);
    press(Qt::Key_Backspace);
    EXPECT_FALSE(is_animated(session.document().draft.graph));
    EXPECT_TRUE(plot.selected().empty());
}

TEST_F(CurvesTest, ShowsWhatIsSelectedAndChecked) {
    auto* list = window->findChild<QListWidget*>("curve-list");
    ASSERT_EQ(list->count(), 1);
    EXPECT_EQ(list->item(0)->text(), "stops");
    EXPECT_EQ(list->item(0)->toolTip(), "exposure1.stops");
    list->item(0)->setCheckState(Qt::Unchecked);
    press(Qt::Key_A, Qt::ControlModifier);
    EXPECT_TRUE(plot.selected().empty());
    list->item(0)->setCheckState(Qt::Checked);
    session.select({named(session.document(), "invert1")});
    EXPECT_EQ(list->count(), 0);
    EXPECT_EQ(plot.current(), std::nullopt);
    session.select({named(session.document(), "exposure1")});
    EXPECT_EQ(plot.current(), stops);
    // Zoomed at the pointer, what lies there stays; A frames all.
    const PlotArea before = plot.area();
    const QPointF pointer = at(11);
    QWheelEvent wheel(pointer, plot.mapToGlobal(pointer), {}, {0, 240}, Qt::NoButton, {},
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&plot, &wheel);
    EXPECT_LT(plot.area().frames_per_pixel(), before.frames_per_pixel());
    EXPECT_LE((at(11) - pointer.toPoint()).manhattanLength(), 1);
    press(Qt::Key_A);
    EXPECT_DOUBLE_EQ(plot.area().first_frame, before.first_frame);
    EXPECT_DOUBLE_EQ(plot.area().high, before.high);
}

}  // namespace
}  // namespace weft::editor
