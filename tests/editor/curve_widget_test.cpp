// A tone curve in the panel, by mouse and by keys.
#include "view/curve_widget.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <QLineEdit>

#include "commands/time_edits.h"
#include "window.h"

namespace weft::editor {
namespace {

class CurveInPanel : public testing::Test {
  protected:
    void SetUp() override {
        Session& session = window->session();
        session.open(
            add_node(empty_document(), library(), "Curves", {}, {{ItemKind::kInput, 0}})->document);
        session.select({named(document(), "curves1")});
        curve = editor("all").findChild<CurveWidget*>();
        ASSERT_NE(curve, nullptr);
        settle();  // until panes have their sizes
    }

    QWidget& editor(const char* parameter) {
        return *window->parameters().findChild<QWidget*>(
            QStringLiteral("value:curves1.%1").arg(QLatin1String(parameter)));
    }
    const Document& document() { return window->session().document(); }
    std::string value() {
        const Node& node = document().draft.graph.nodes.front();
        return format_value(node.parameters.front());
    }
    std::size_t edits() { return window->session().history().size(); }
    QPoint place(double in, double out) { return curve->place_of({in, out}).toPoint(); }
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers keys = {}) {
        QTest::mousePress(curve, Qt::LeftButton, {}, from);
        for (const QPoint at : {(from + to) / 2, to}) {
            QMouseEvent move(QEvent::MouseMove, at, curve->mapToGlobal(at), Qt::NoButton,
                             Qt::LeftButton, keys);
            QApplication::sendEvent(curve, &move);
        }
        QTest::mouseRelease(curve, Qt::LeftButton, keys, to);
    }

    std::unique_ptr<MainWindow> window = make_window();
    CurveWidget* curve = nullptr;
};

TEST_F(CurveInPanel, APointIsDrawnDraggedAndRemoved) {
    EXPECT_EQ(value(), "0.0,0.0,1.0,1.0");
    drag(place(0.5, 0.5), place(0.25, 0.75), Qt::ControlModifier);
    EXPECT_EQ(value(), "0.0,0.0,0.25,0.75,1.0,1.0");
    EXPECT_EQ(edits(), 1u);  // pressed and dragged: one step
    EXPECT_EQ(editor("all").findChild<QLineEdit*>("field")->text(), "0.0,0.0,0.25,0.75,1.0,1.0");

    drag(place(0.25, 0.75), place(0.25, 0.5), Qt::ControlModifier);
    EXPECT_EQ(value(), "0.0,0.0,0.25,0.5,1.0,1.0");
    EXPECT_EQ(edits(), 2u);
    // Finely, a tenth of the way.
    drag(place(0.25, 0.5), place(0.25, 0.8), Qt::ShiftModifier);
    EXPECT_NEAR(curve->points()[1].out, 0.53, 0.006);
    window->action("edit.undo")->trigger();
    EXPECT_EQ(value(), "0.0,0.0,0.25,0.5,1.0,1.0");
    EXPECT_EQ(curve->points().size(), 3u);

    QTest::mouseClick(curve, Qt::LeftButton, {}, place(0.25, 0.5));
    EXPECT_EQ(edits(), 3u) << "a click moves nothing";
    QTest::mouseDClick(curve, Qt::LeftButton, {}, place(0.25, 0.5));
    EXPECT_EQ(value(), "0.0,0.0,1.0,1.0");
    // On nothing, the point that the first click adds stays.
    QTest::mouseClick(curve, Qt::LeftButton, {}, place(0.5, 0.25));
    QMouseEvent again(QEvent::MouseButtonDblClick, place(0.5, 0.25),
                      curve->mapToGlobal(place(0.5, 0.25)), Qt::LeftButton, Qt::LeftButton, {});
    QApplication::sendEvent(curve, &again);
    EXPECT_EQ(curve->points().size(), 3u);
}

TEST_F(CurveInPanel, KeysDoAllOfIt) {
    curve->setFocus();
    QTest::keyClick(curve, Qt::Key_I);
    EXPECT_EQ(value(), "0.0,0.0,0.5,0.5,1.0,1.0");
    EXPECT_EQ(curve->current(), 1);
    QTest::keyClick(curve, Qt::Key_Up, Qt::AltModifier | Qt::ControlModifier);
    QTest::keyClick(curve, Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(value(), "0.0,0.0,0.49,0.55,1.0,1.0");
    EXPECT_EQ(curve->accessibleName(), "All, a curve");
    EXPECT_EQ(curve->accessibleDescription(), "3 points; point 2: input 0.49, output 0.55");
    QTest::keyClick(curve, Qt::Key_Right);
    EXPECT_EQ(curve->current(), 2);
    QTest::keyClick(curve, Qt::Key_Home);
    QTest::keyClick(curve, Qt::Key_Delete);
    EXPECT_EQ(value(), "0.49,0.55,1.0,1.0");
}

/// Between points it is what the functor makes of it, which goes above straight lines here.
TEST_F(CurveInPanel, IsDrawnAsItsFunctorBendsIt) {
    for (const char* parameter : {"all", "blue"}) {
        auto* other = editor(parameter).findChild<CurveWidget*>();
        window->session().apply(
            "Set",
            set(document(), library(), std::string("curves1.") + parameter, "0,0,0.25,0.5,1,1"));
        // Halfway between the last two points.
        other->setFocus();
        QTest::keyClick(other, Qt::Key_End);
        QTest::keyClick(other, Qt::Key_Left);
        QTest::keyClick(other, Qt::Key_I);
        ASSERT_EQ(other->points().size(), 4u) << parameter;
        EXPECT_NEAR(other->points()[2].in, 0.625, 1e-6) << parameter;
        EXPECT_GT(other->points()[2].out, 0.77) << parameter;
    }
}

TEST_F(CurveInPanel, OverTimeItsPointsAreKeyframes) {
    window->session().apply(
        "Key", set_at(document(), library(), "curves1.all", 1, "1:0,0,1,1;20:0,0,1,0.5"));
    window->session().set_frame(20);
    EXPECT_NEAR(curve->points()[1].out, 0.5, 1e-6);
    drag(place(1.0, 0.5), place(1.0, 0.25), Qt::ControlModifier);
    const ParameterId id{document().draft.graph.nodes.front().id, "all"};
    const Curve* keys = curve_of(document().draft.graph, id);
    ASSERT_NE(keys, nullptr);
    EXPECT_EQ(keys->keys.size(), 2u);
    EXPECT_EQ(format_value(keys->keys[1].value), "0.0,0.0,1.0,0.25");
}

}  // namespace
}  // namespace weft::editor
