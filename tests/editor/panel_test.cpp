// Parameters by hand: expressions, fine drags, links, colours, and handles on the picture.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QColorDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include "commands/interface_edits.h"
#include "commands/time_edits.h"
#include "graph/descriptor.h"
#include "view/parameter_label.h"
#include "view/value_slider.h"
#include "window.h"

namespace weft::editor {
namespace {

struct PanelTest : testing::Test {
    std::unique_ptr<MainWindow> window = make_window();
    Session& session = window->session();

    /// input > the functor > output, over the plate, the functor selected.
    void open(const char* functor) {
        const Edited edited =
            *add_node(empty_document(), library(), functor, {}, {{ItemKind::kInput, 0}});
        session.open(set_picture(edited.document, "input", WEFT_PLATE));
        session.select(edited.made);
    }
    template <class Widget>
    Widget* find(const char* name) {
        return window->parameters().findChild<Widget*>(QString::fromLatin1(name));
    }
    /// The field of a parameter, which may be part of its editor.
    QLineEdit* field(const char* path) {
        auto* editor = find<QWidget>(qPrintable("value:" + QString::fromLatin1(path)));
        auto* line = qobject_cast<QLineEdit*>(editor);
        return line ? line : editor->findChild<QLineEdit*>();
    }
    void type(const char* path, const char* text) {
        field(path)->selectAll();
        QTest::keyClicks(field(path), QString::fromLatin1(text));
        QTest::keyClick(field(path), Qt::Key_Return);
    }
    ParameterValue value(const char* node, const char* parameter) {
        const Node& n = *session.document().draft.graph.find(std::string(node));
        const FunctorDescriptor d = weft::describe(*library().find(n.functor));
        const int at = d.find_parameter(parameter);
        return value_at(n, d.parameters[static_cast<std::size_t>(at)].ref, at, session.frame());
    }
};

TEST_F(PanelTest, FieldsTakeExpressions) {
    open("Contrast");
    const std::string name = weft::describe(*library().find("Contrast")).parameters[0].name;
    const std::string path = "contrast1." + name;
    type(path.c_str(), "2*3/4");
    EXPECT_EQ(value("contrast1", name.c_str()), ParameterValue(1.5f));
    type(path.c_str(), "x-1/2");
    EXPECT_EQ(value("contrast1", name.c_str()), ParameterValue(1.0f));
    const Document before = session.document();
    type(path.c_str(), "2*(1");
    EXPECT_EQ(session.document(), before);
    EXPECT_EQ(field(path.c_str())->text(), "2*(1") << "to be corrected";
    EXPECT_TRUE(field(path.c_str())->property("bad").toBool());
    EXPECT_EQ(field(path.c_str())->toolTip().toStdString(),
              path + ": at character 5 expected \")\", not the end");
    type(path.c_str(), "2*(1)");
    EXPECT_FALSE(field(path.c_str())->property("bad").toBool());
    EXPECT_EQ(field(path.c_str())->toolTip(), "");
    EXPECT_EQ(value("contrast1", name.c_str()), ParameterValue(2.0f));
}

TEST_F(PanelTest, SlidersGoFinelyAndInLargeSteps) {
    open("ZoomBlur");
    auto* slider =
        dynamic_cast<ValueSlider*>(find<QWidget>("value:zoomblur1.amount")->findChild<QSlider*>());
    ASSERT_NE(slider, nullptr);
    const auto drag = [&](int by, Qt::KeyboardModifiers keys) {
        const int start = slider->value();
        const QPoint from(slider->width() / 2, slider->height() / 2), to = from + QPoint(by, 0);
        QTest::mousePress(slider, Qt::LeftButton, Qt::ShiftModifier, from);
        QMouseEvent move(QEvent::MouseMove, to, slider->mapToGlobal(to), Qt::NoButton,
                         Qt::LeftButton, keys);
        QApplication::sendEvent(slider, &move);
        QTest::mouseRelease(slider, Qt::LeftButton, keys, to);
        return slider->value() - start;
    };
    const int plain = drag(20, {});
    EXPECT_NEAR(drag(20, Qt::ShiftModifier), plain / 10.0, 1.0);
    drag(20, Qt::ControlModifier);
    EXPECT_EQ(slider->value() % (kFineSteps / 20), 0);
    QTest::keyClick(slider, Qt::Key_Left, Qt::ControlModifier);
    EXPECT_EQ(slider->value() % (kFineSteps / 20), 0);
    slider->setValue(5000);
    QTest::keyClick(slider, Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_EQ(slider->value(), 5001);
    EXPECT_EQ(value("zoomblur1", "amount"), ParameterValue(0.0002f));
    slider->setValue(5000);
    QTest::keyClick(slider, Qt::Key_Right);
    EXPECT_EQ(value("zoomblur1", "amount"), ParameterValue(0.002f));
}

TEST_F(PanelTest, LinksAreMadeShownAndUndone) {
    session.open(add_node(chain(), library(), "Exposure", {})->document);
    session.select({named(session.document(), "exposure1")});
    const NodeId node{named(session.document(), "exposure1").value};
    const auto choose = [&](const char* start) {
        QMenu menu;
        window->parameters().fill_control_menu(menu, {ParameterId{node, "stops"}});
        for (QAction* action : menu.findChildren<QAction*>())
            if (!action->menu() && action->text().startsWith(QLatin1String(start))) {
                action->trigger();
                return true;
            }
        return false;
    };
    const auto* label = dynamic_cast<ParameterLabel*>(find<QLabel>("label:exposure1.stops"));
    EXPECT_FALSE(label->is_linked());
    type("exposure1.stops", "1");
    EXPECT_TRUE(choose("Stops")) << "of exposure2, in the menu of links";
    EXPECT_EQ(value("exposure1", "stops"), value("exposure2", "stops"));
    EXPECT_TRUE(label->is_linked());
    EXPECT_TRUE(label->toolTip().contains("Linked with exposure2.stops"));
    type("exposure1.stops", "3");
    EXPECT_EQ(value("exposure2", "stops"), ParameterValue(std::vector<float>{3.0f}));
    EXPECT_TRUE(choose("Unlink stops"));
    EXPECT_FALSE(label->is_linked());
    EXPECT_TRUE(session.document().draft.graph.controls.empty()) << "nothing is linked any more";
    type("exposure1.stops", "4");
    EXPECT_EQ(value("exposure2", "stops"), ParameterValue(std::vector<float>{3.0f}));
}

TEST_F(PanelTest, AColourIsChosenAsOneEdit) {
    open("Grade");
    const Document before = session.document();
    QToolButton* swatch = nullptr;
    for (QToolButton* button : window->parameters().findChildren<QToolButton*>())
        if (button->accessibleName() == "Colour of Gain") swatch = button;
    ASSERT_NE(swatch, nullptr);
    QTest::mouseClick(swatch, Qt::LeftButton);
    QWidget* box = find<QWidget>("wheel:grade1.gain");
    ASSERT_NE(box, nullptr);
    const auto choose = [&](bool accept) {
        QTest::mouseClick(box->findChild<QPushButton*>("screen-colour"), Qt::LeftButton);
        auto* dialog = box->findChild<QColorDialog*>();
        dialog->setCurrentColor(QColor::fromRgbF(1.0f, 0.5f, 0.0f));
        dialog->setCurrentColor(QColor::fromRgbF(0.0f, 1.0f, 0.0f));
        accept ? dialog->accept() : dialog->reject();
    };
    choose(true);
    EXPECT_EQ(value("grade1", "gain"), ParameterValue(std::vector<float>{0.0f, 1.0f, 0.0f}));
    window->action("edit.undo")->trigger();
    EXPECT_EQ(session.document(), before);
    choose(false);
    EXPECT_EQ(value("grade1", "gain"), ParameterValue(std::vector<float>{1.0f}));
    EXPECT_FALSE(session.history().can_undo());
}

TEST_F(PanelTest, HandlesOnThePictureAreDragged) {
    open("CornerPin");
    ASSERT_TRUE(wait_for_picture(*window));
    PictureView& view = window->viewer().view();
    const Rect d = view.picture()->domain();
    const auto drag = [&](int handle, QPointF by) {
        const QPoint from = view.handle_at(handle).toPoint();
        const QPoint to = from + (by * view.zoom()).toPoint();
        QTest::mousePress(&view, Qt::LeftButton, {}, from);
        QTest::mouseMove(&view, (from + to) / 2);
        QTest::mouseMove(&view, to);
        QTest::mouseRelease(&view, Qt::LeftButton, {}, to);
    };
    const auto number = [&](const char* name) {
        return static_cast<double>(std::get<float>(value("cornerpin1", name)));
    };
    const Document before = session.document();
    const double pixel = 1.5 / view.zoom();  // of the screen, in those of the picture
    drag(0, {40.0, 24.0});
    EXPECT_NEAR(number("left-top-x") * d.width(), 40.0, pixel);
    EXPECT_NEAR(number("left-top-y") * d.height(), 24.0, pixel) << "y grows downwards";
    EXPECT_EQ(number("right-top-x"), 1.0);
    const QPointF there = view.handle_at(0);
    window->action("edit.undo")->trigger();
    EXPECT_EQ(session.document(), before) << "a drag is one edit";
    EXPECT_NE(view.handle_at(0), there) << "handles wait for no picture";
    // The same at another zoom, and elsewhere.
    view.zoom_to(view.zoom() * 1.7);
    drag(0, {40.0, 24.0});
    EXPECT_NEAR(number("left-top-x") * d.width(), 40.0, pixel);
    // A parameter with keyframes gets one here.
    session.apply("Key", set_key(session.document(), library(), "cornerpin1.left-top-x", 1));
    session.set_frame(9);
    drag(0, {-20.0, 0.0});
    const NodeId node = session.document().draft.graph.nodes[0].id;
    const Curve& curve = *curve_of(session.document().draft.graph, ParameterId{node, "left-top-x"});
    ASSERT_EQ(curve.keys.size(), 2u);
    EXPECT_EQ(curve.keys[1].frame, 9);
    EXPECT_EQ(curve_of(session.document().draft.graph, ParameterId{node, "left-top-y"}), nullptr);
    // Hidden, nothing is there to be dragged.
    window->viewer().action("viewer.handles")->trigger();
    const Document now = session.document();
    QTest::mousePress(&view, Qt::LeftButton, {}, QPoint(5, 5));
    QTest::mouseRelease(&view, Qt::LeftButton, {}, QPoint(50, 50));
    EXPECT_EQ(session.document(), now);
}

/// Turned and scaled on the picture: a ring about the pivot, which moves with it.
TEST_F(PanelTest, ATransformIsTurnedAndScaledByItsRing) {
    open("Transform");
    ASSERT_TRUE(wait_for_picture(*window));
    PictureView& view = window->viewer().view();
    const auto drag = [&](QPoint from, QPoint to) {
        QTest::mousePress(&view, Qt::LeftButton, {}, from);
        QTest::mouseMove(&view, (from + to) / 2);
        QTest::mouseMove(&view, to);
        QTest::mouseRelease(&view, Qt::LeftButton, {}, to);
    };
    const auto number = [&](const char* name) {
        return static_cast<double>(std::get<float>(value("transform1", name)));
    };
    // The way of the picture, the pivot; the knob, the points to the right, above, between.
    constexpr int kPivot = 1, kKnob = 2, kRight = 3, kTop = 4, kBoth = 5;
    const QPointF middle = view.handle_at(kPivot);
    const double radius = middle.x() - view.handle_at(kKnob).x();
    ASSERT_GT(radius, 20.0);
    EXPECT_NEAR(view.handle_at(kRight).x() - middle.x(), radius, 0.5);
    EXPECT_NEAR(middle.y() - view.handle_at(kTop).y(), radius, 0.5);
    const Document before = session.document();
    // The knob from the left to below: a quarter, counter-clockwise.
    drag(view.handle_at(kKnob).toPoint(), (middle + QPointF(0.0, radius)).toPoint());
    EXPECT_NEAR(number("angle"), 90.0, 2.0);
    EXPECT_NEAR(view.handle_at(kRight).y() - middle.y(), -radius, 2.0) << "it turns along";
    window->action("edit.undo")->trigger();
    EXPECT_EQ(session.document(), before) << "a drag is one edit";
    // The ring anywhere, as far: an eighth, clockwise.
    const double diagonal = radius * 0.7071;
    drag((middle + QPointF(-diagonal, diagonal)).toPoint(),
         (middle - QPointF(radius, 0)).toPoint());
    EXPECT_NEAR(number("angle"), -45.0, 2.0);
    window->action("edit.undo")->trigger();
    EXPECT_EQ(session.document(), before);
    drag(view.handle_at(kRight).toPoint(), (middle + QPointF(2.0 * radius, 3.0)).toPoint());
    EXPECT_NEAR(number("scale-x"), 2.0, 0.05);
    EXPECT_EQ(number("scale-y"), 1.0);
    drag(view.handle_at(kTop).toPoint(), (middle - QPointF(3.0, radius / 2.0)).toPoint());
    EXPECT_NEAR(number("scale-y"), 0.5, 0.05);
    const QPointF both = view.handle_at(kBoth);
    drag(both.toPoint(), (middle + 1.5 * (both - middle)).toPoint());
    EXPECT_NEAR(number("scale-x"), 3.0, 0.1);
    EXPECT_NEAR(number("scale-y"), 0.75, 0.05);
    EXPECT_EQ(number("angle"), 0.0);
}

}  // namespace
}  // namespace weft::editor
