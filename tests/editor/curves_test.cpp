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
        settle();
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

TEST_F(CurvesTest, NamesInTheListFollowNodes) {
    const auto names = [&] {
        const auto* list = window->findChild<QListWidget*>("curve-list");
        QStringList all;
        for (int row = 0; row < list->count(); ++row) all << list->item(row)->text();
        return all.join(' ').toStdString();
    };
    EXPECT_EQ(names(), "stops");
    session.apply("Add", add_node(session.document(), library(), "Exposure", {}));
    session.select({});
    session.apply("Set", set(session.document(), library(), "exposure2.stops", "1:0,9:1"));
    EXPECT_EQ(names(), "exposure1.stops exposure2.stops");
    session.apply("Rename", rename(session.document(), library(),
                                   named(session.document(), "exposure1"), "light"));
    EXPECT_EQ(names(), "light.stops exposure2.stops");
}

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

struct TangentsTest : CurvesTest {
    /// Bezier from 1 to 11 and on to 21, with the keyframe between selected.
    void SetUp() override {
        CurvesTest::SetUp();
        session.open(*set(chain(), library(), "exposure1.stops",
                          "1:0:bezier:out=0.4,11:4:bezier:in=0.4:out=0.4,21:2:linear:in=0"));
        stops.node = session.document().draft.graph.find("exposure1")->id;
        settle();
        plot.select({{stops, 11}});
        plot.frame_all();
        plot.setFocus();
    }
    TangentId tangent(Side side) const { return {{stops, 11}, side}; }
    QPoint tip(Side side) const { return plot.tip_point(tangent(side)).toPoint(); }
    Tangent in() const { return keys()[1].in.at(0); }
    Tangent out() const { return keys()[1].out.at(0); }
    QPoint pixels(double frames, double values) const {
        return {qRound(frames / plot.area().frames_per_pixel()),
                -qRound(values / plot.area().values_per_pixel())};
    }
};

TEST_F(TangentsTest, TipsArePulledAsOneEdit) {
    const Document before = session.document();
    EXPECT_EQ(plot.tangents().size(), 2u);
    // From 3 1/3 frames and 1 1/3 up, to 5 frames and level.
    drag(tip(Side::kOut), at(11) + pixels(5, 0));
    EXPECT_NEAR(out().slope, 0.0, 0.01);
    EXPECT_NEAR(out().weight, 1.5, 0.05);
    EXPECT_EQ(in().slope, out().slope) << "joined";
    EXPECT_EQ(in().weight, 1.0f);
    EXPECT_EQ(plot.tangent(), tangent(Side::kOut));
    EXPECT_EQ(plot.selected(), (TrackKeys{{stops, 11}}));
    window->action("edit.undo")->trigger();
    EXPECT_EQ(session.document(), before);
    EXPECT_FALSE(session.history().can_undo());
    // With Ctrl alone; from then on they are two.
    drag(tip(Side::kIn), at(11) + pixels(-5, 1), Qt::ControlModifier);
    EXPECT_NEAR(in().slope, -0.2, 0.02);
    EXPECT_EQ(out(), (Tangent{0.4f, 1.0f}));
    drag(tip(Side::kIn), at(11) + pixels(-5, -3));
    EXPECT_NEAR(in().slope, 0.6, 0.02);
    EXPECT_EQ(out(), (Tangent{0.4f, 1.0f}));
    // J joins them from tip to tip: 5 frames of 0.6 and 3 1/3 of 0.4.
    press(Qt::Key_J);
    EXPECT_EQ(in().slope, out().slope);
    EXPECT_NEAR(in().slope, 0.52, 0.02);
    press(Qt::Key_H);
    EXPECT_EQ(in().slope, 0.0f);
    EXPECT_EQ(out().slope, 0.0f);
}

TEST_F(TangentsTest, AClickTakesInHandAndChangesNothing) {
    const Document before = session.document();
    drag(tip(Side::kIn), tip(Side::kIn) + QPoint(1, 1));
    EXPECT_EQ(plot.tangent(), tangent(Side::kIn));
    QTest::mouseDClick(&plot, Qt::LeftButton, {}, tip(Side::kIn));
    EXPECT_EQ(session.document(), before);
    QTest::mouseClick(&plot, Qt::LeftButton, {}, at(11));
    EXPECT_EQ(plot.tangent(), std::nullopt);
}

TEST_F(TangentsTest, ShiftTurnsOrStretches) {
    const QPoint from = tip(Side::kOut), line = from - at(11);
    drag(from, from + line / 2 + QPoint(0, 2), Qt::ShiftModifier);
    EXPECT_EQ(out().slope, 0.4f);
    EXPECT_NEAR(out().weight, 1.5, 0.08);
    const float weight = out().weight;
    // Down, across the line as it is drawn, until it falls.
    const QPoint drawn = tip(Side::kOut) - at(11);
    const int times = 2 - 2 * drawn.y() / drawn.x();
    drag(tip(Side::kOut), tip(Side::kOut) + times * QPoint(-drawn.y(), drawn.x()),
         Qt::ShiftModifier);
    EXPECT_EQ(out().weight, weight);
    EXPECT_LT(out().slope, 0.0f);
    EXPECT_EQ(in().slope, out().slope);
}

TEST_F(TangentsTest, TimeNeverTurnsBack) {
    drag(tip(Side::kOut), at(11) + pixels(-4, 1));
    EXPECT_EQ(out().weight, kLeastWeight);
    EXPECT_GT(out().slope, 0.0f);
    window->action("edit.undo")->trigger();
    drag(tip(Side::kOut), at(21) + pixels(2, 0));
    EXPECT_EQ(out().weight, kMaxWeight);
    // Escape gives a pull up.
    const Document now = session.document();
    QTest::mousePress(&plot, Qt::LeftButton, {}, tip(Side::kIn));
    QTest::mouseMove(&plot, at(1));
    EXPECT_NE(session.document(), now);
    press(Qt::Key_Escape);
    QTest::mouseRelease(&plot, Qt::LeftButton, {}, at(1));
    EXPECT_EQ(session.document(), now);
    press(Qt::Key_Escape);
    EXPECT_EQ(plot.tangent(), std::nullopt);
}

TEST_F(TangentsTest, KeysAlonePull) {
    press(Qt::Key_T);
    EXPECT_EQ(plot.tangent(), tangent(Side::kIn));
    EXPECT_EQ(plot.accessibleDescription(),
              "exposure1.stops at frame 11: 4, bezier; in hand the tangent into it, slope 0.4, "
              "weight 1");
    press(Qt::Key_T);
    EXPECT_EQ(plot.tangent(), tangent(Side::kOut));
    press(Qt::Key_Right, Qt::AltModifier);
    EXPECT_NEAR(out().weight, 1.3, 1e-5);
    EXPECT_EQ(out().slope, 0.4f);
    press(Qt::Key_Up, Qt::AltModifier);
    EXPECT_GT(out().slope, 0.4f);
    EXPECT_EQ(in().slope, out().slope);
    press(Qt::Key_Down, Qt::AltModifier | Qt::ShiftModifier);
    press(Qt::Key_Down, Qt::AltModifier | Qt::ShiftModifier);
    EXPECT_LT(out().slope, in().slope);
    EXPECT_THAT(frames(), ElementsAre(1, 11, 21)) << "the keyframe stays";
    // In figures.
    const auto type = [&](const char* name, const char* text) {
        auto* field = window->findChild<QLineEdit*>(name);
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    };
    type("key-frame", "-1/2");
    type("key-value", "x*0 + 2");
    EXPECT_EQ(out(), (Tangent{-0.5f, 2.0f}));
    const Document now = session.document();
    type("key-value", "4");
    EXPECT_EQ(session.document(), now);
    EXPECT_EQ(window->findChild<QLineEdit*>("key-value")->text(), "2.0");
    EXPECT_EQ(window->findChild<QLineEdit*>("key-value")->accessibleName(),
              "Weight of the tangent in hand");
    plot.setFocus();
    press(Qt::Key_T);
    EXPECT_EQ(plot.tangent(), std::nullopt);
    press(Qt::Key_Right, Qt::AltModifier);
    EXPECT_THAT(frames(), ElementsAre(1, 12, 21));
}

TEST_F(TangentsTest, BMakesThemAndChangesNothingYet) {
    session.open(*set(chain(), library(), "exposure1.stops", "1:0,11:4:smooth,21:2:cubic,31:5"));
    settle();
    const Curve before{{}, keys()};
    press(Qt::Key_A, Qt::ControlModifier);
    press(Qt::Key_B);
    for (const Keyframe& key : keys()) EXPECT_EQ(key.interpolation, Interpolation::kBezier);
    for (double frame = 0; frame < 33; frame += 0.5)
        EXPECT_NEAR(numbers_at(Curve{{}, keys()}, frame)[0], numbers_at(before, frame)[0], 1e-6);
    EXPECT_EQ(plot.tangents().size(), 6u);
    press(Qt::Key_L);
    EXPECT_TRUE(plot.tangents().empty());
    EXPECT_TRUE(keys()[1].in.empty());
}

}  // namespace
}  // namespace weft::editor
