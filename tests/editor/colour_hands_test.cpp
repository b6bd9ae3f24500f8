// Colours, numbers and points by hand, as artists set them: slid, dragged, stepped, spread, on a
// wheel, and picked from the picture.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QColorDialog>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include "commands/time_edits.h"
#include "graph/descriptor.h"
#include "hands.h"
#include "view/colour_row.h"
#include "view/colour_wheel.h"
#include "view/key_mark.h"
#include "view/value_field.h"

namespace weft::editor {
namespace {

using Numbers = std::vector<float>;

struct ArtistColours : testing::Test {
    std::unique_ptr<MainWindow> window = start_window({1440, 900});
    Session& session = window->session();

    /// input > the functor > output, over the plate, the functor selected.
    void open(const char* functor) {
        const Edited edited =
            *add_node(empty_document(), library(), functor, {}, {{ItemKind::kInput, 0}});
        session.open(set_picture(edited.document, "input", WEFT_PLATE));
        window->graph().frame({});
        session.select(edited.made);
        ASSERT_TRUE(wait_for_picture(*window));
        settle();
    }
    QWidget* find(const QString& name) { return window->parameters().findChild<QWidget*>(name); }
    template <class Widget>
    Widget* part(const QString& row, const char* name) {
        QWidget* widget = find(row);
        return widget ? widget->findChild<Widget*>(QLatin1String(name)) : nullptr;
    }
    void press(const QString& row, const char* button) {
        QTest::mouseClick(part<QToolButton>(row, button), Qt::LeftButton);
        settle();
    }
    /// From the middle of a widget, in steps, with keys held.
    void drag(QWidget* widget, QPoint from, QPoint by, Qt::KeyboardModifiers keys = {}) {
        QTest::mousePress(widget, Qt::LeftButton, keys, from);
        for (int i = 1; i <= 4; ++i) {
            const QPoint to = from + by * i / 4;
            QMouseEvent move(QEvent::MouseMove, to, widget->mapToGlobal(to), Qt::NoButton,
                             Qt::LeftButton, keys);
            QApplication::sendEvent(widget, &move);
        }
        QTest::mouseRelease(widget, Qt::LeftButton, keys, from + by);
        settle();
    }
    void drag(QWidget* widget, int by, Qt::KeyboardModifiers keys = {}) {
        drag(widget, widget->rect().center(), {by, 0}, keys);
    }
    ParameterValue value(const char* node, const char* parameter) {
        const Node& n = *session.document().draft.graph.find(std::string(node));
        const FunctorDescriptor d = weft::describe(*library().find(n.functor));
        const int at = d.find_parameter(parameter);
        return value_at(n, d.parameters[static_cast<std::size_t>(at)].ref, at, session.frame());
    }
    Numbers numbers(const char* node, const char* parameter) {
        return std::get<Numbers>(value(node, parameter));
    }
};

TEST_F(ArtistColours, ANumberIsDraggedSideways) {
    open("Grade");
    const Document before = session.document();
    auto* field = part<QLineEdit>("value:grade1.gain", "field");
    drag(field, 40);
    EXPECT_EQ(numbers("grade1", "gain"), Numbers{1.4f});
    drag(field, -40, Qt::ShiftModifier);
    EXPECT_EQ(numbers("grade1", "gain"), Numbers{1.36f}) << "finely";
    drag(field, 20, Qt::ControlModifier);
    EXPECT_EQ(numbers("grade1", "gain"), Numbers{3.4f}) << "coarsely";
    for (int i = 0; i < 3; ++i) window->action("edit.undo")->trigger();
    EXPECT_EQ(session.document(), before) << "a drag is one edit";
    EXPECT_FALSE(field->hasFocus());
    QTest::mouseClick(field, Qt::LeftButton);
    EXPECT_TRUE(field->hasFocus()) << "a click comes in";
    QTest::keyClicks(field, "x*3/2");
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_EQ(numbers("grade1", "gain"), Numbers{1.5f});
    // The digit behind the caret.
    field->setCursorPosition(2);
    QTest::keyClick(field, Qt::Key_Up);
    QTest::keyClick(field, Qt::Key_Up);
    field->setCursorPosition(0);
    QTest::keyClick(field, Qt::Key_Down);
    EXPECT_EQ(numbers("grade1", "gain"), Numbers{0.7f});
}

TEST_F(ArtistColours, AColourSpreadsAndComesBack) {
    open("Grade");
    look(*window, "colour-rows");
    const QString row = "value:grade1.gain";
    EXPECT_FALSE(find(row + ":Red")->isVisible());
    press(row, "spread");
    EXPECT_TRUE(find(row + ":Red")->isVisible());
    auto* red = part<QLineEdit>(row + ":Red", "field");
    QTest::mouseClick(red, Qt::LeftButton);
    QTest::keyClicks(red, "x+1/2");
    QTest::keyClick(red, Qt::Key_Return);
    EXPECT_EQ(numbers("grade1", "gain"), (Numbers{1.5f, 1.0f, 1.0f})) << "the others stay";
    EXPECT_FALSE(part<QWidget>(row, "slider")->isVisible()) << "together they have none";
    drag(part<QWidget>(row + ":Blue", "field"), -50);
    EXPECT_EQ(numbers("grade1", "gain"), (Numbers{1.5f, 1.0f, 0.5f}));
    look(*window, "colour-spread");
    press(row, "spread");
    EXPECT_EQ(numbers("grade1", "gain"), Numbers{1.0f}) << "their mean";
    EXPECT_FALSE(find(row + ":Red")->isVisible());
    window->action("edit.undo")->trigger();
    settle();
    EXPECT_EQ(numbers("grade1", "gain"), (Numbers{1.5f, 1.0f, 0.5f}));
    EXPECT_TRUE(find(row + ":Red")->isVisible()) << "what differs is spread";
    // With keyframes, what is set is a keyframe.
    QTest::mouseClick(find("key:grade1.gain"), Qt::LeftButton);
    session.set_frame(5);
    settle();
    drag(part<QWidget>(row + ":Green", "field"), 100);
    const NodeId node{named(session.document(), "grade1").value};
    const Curve& curve = *curve_of(session.document().draft.graph, ParameterId{node, "gain"});
    ASSERT_EQ(curve.keys.size(), 2u);
    EXPECT_EQ(numbers("grade1", "gain"), (Numbers{1.5f, 2.0f, 0.5f}));
}

TEST_F(ArtistColours, AWheelIsLiveAndOneStep) {
    open("Grade");
    const Document before = session.document();
    const QString row = "value:grade1.gain";
    press(row, "swatch");
    auto* wheel = part<ColourWheel>("wheel:grade1.gain", "wheel");
    ASSERT_TRUE(wheel && wheel->isVisible());
    const QPoint middle = wheel->rect().center();
    drag(wheel, middle, {40, 0});
    const Numbers warm = numbers("grade1", "gain");
    ASSERT_EQ(warm.size(), 3u);
    EXPECT_GT(warm[0], 1.1f);
    EXPECT_LT(warm[1], 1.0f);
    EXPECT_NEAR(warm[1], warm[2], 2e-2f);  // half a pixel
    EXPECT_NEAR(warm[0] + warm[1] + warm[2], 3.0f, 1e-4f) << "the level stays";
    ASSERT_TRUE(wait_for_picture(*window));
    look(*window, "colour-wheel");
    auto* level = part<QLineEdit>("wheel:grade1.gain", "field");
    drag(level, 50);
    EXPECT_NEAR(numbers("grade1", "gain")[0], warm[0] + 0.5f, 1e-4f);
    window->action("edit.undo")->trigger();
    window->action("edit.undo")->trigger();
    EXPECT_EQ(session.document(), before) << "a drag is one edit";
    // Escape gives a drag up.
    QTest::mousePress(wheel, Qt::LeftButton, {}, middle + QPoint(20, 20));
    EXPECT_NE(session.document(), before);
    QTest::keyClick(wheel, Qt::Key_Escape);
    EXPECT_EQ(session.document(), before);
    QTest::mouseRelease(wheel, Qt::LeftButton, {}, middle);
    EXPECT_FALSE(session.history().can_undo());
    press(row, "swatch");
    EXPECT_FALSE(wheel->isVisible());
}

TEST_F(ArtistColours, TheEyedropperTakesAPixelOrAnArea) {
    open("Grade");
    const QString row = "value:grade1.white-point";
    PictureView& view = window->viewer().view();
    press(row, "eyedropper");
    EXPECT_TRUE(view.is_picking());
    EXPECT_TRUE(view.hasFocus());
    const std::shared_ptr<const Picture> picture = view.picture();
    ASSERT_TRUE(picture);
    // It is fitted: its middle lies in the middle of the view.
    const Rect d = picture->domain();
    const QPointF centre(view.width() / 2.0, view.height() / 2.0),
        middle((d.x0 + d.x1) / 2.0, (d.y0 + d.y1) / 2.0);
    const auto place = [&](QPointF pixel) {
        return (centre + (pixel - middle) * view.zoom()).toPoint();
    };
    const auto pixel_at = [&](QPoint point) { return middle + (point - centre) / view.zoom(); };
    const QPointF at(200.5, 150.5);
    QTest::mouseClick(&view, Qt::LeftButton, {}, place(at));
    const QPointF there = pixel_at(place(at));
    const int x = static_cast<int>(std::floor(there.x())),
              y = static_cast<int>(std::floor(there.y()));
    const Numbers one = numbers("grade1", "white-point");
    ASSERT_EQ(one.size(), 3u);
    for (int p = 0; p < 3; ++p)
        EXPECT_NEAR(one[static_cast<std::size_t>(p)], picture->at(x, y, p), 1e-5f);
    EXPECT_TRUE(view.is_picking()) << "until Escape";
    window->action("edit.undo")->trigger();
    // Of what is viewed: here what the node reads, which the edit does not change.
    session.view({ItemKind::kInput, 0});
    ASSERT_TRUE(wait_for_picture(*window));
    const Document before = session.document();
    const QPoint from = place(QPointF(100.5, 80.5)), to = place(QPointF(180.5, 140.5));
    drag(&view, from, to - from);
    const QPointF a = pixel_at(from), b = pixel_at(to);
    double sum = 0.0;
    int count = 0;
    for (int j = static_cast<int>(std::floor(a.y())); j <= static_cast<int>(std::floor(b.y())); ++j)
        for (int i = static_cast<int>(std::floor(a.x())); i <= static_cast<int>(std::floor(b.x()));
             ++i, ++count)
            sum += static_cast<double>(view.picture()->at(i, j, 1));
    EXPECT_NEAR(numbers("grade1", "white-point")[1], static_cast<float>(sum / count), 1e-4f);
    window->action("edit.undo")->trigger();
    EXPECT_EQ(session.document(), before) << "a drag is one edit";
    QTest::keyClick(&view, Qt::Key_Escape);
    EXPECT_FALSE(view.is_picking());
    EXPECT_FALSE(part<QToolButton>(row, "eyedropper")->isChecked());
    QTest::mouseClick(&view, Qt::LeftButton, {}, place(at));
    EXPECT_EQ(session.document(), before);
}

TEST_F(ArtistColours, ThreeParametersAreOneColour) {
    open("Constant");
    const QString row = "colour:constant1.red";
    ASSERT_NE(find(row), nullptr);
    const auto light = [&] {
        return Numbers{std::get<float>(value("constant1", "red")),
                       std::get<float>(value("constant1", "green")),
                       std::get<float>(value("constant1", "blue"))};
    };
    const Document before = session.document();
    auto* field = part<QLineEdit>(row, "field");
    QTest::mouseClick(field, Qt::LeftButton);
    QTest::keyClicks(field, "0.2, 1/2, 0.1");
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_EQ(light(), (Numbers{0.2f, 0.5f, 0.1f}));
    window->action("edit.undo")->trigger();
    EXPECT_EQ(session.document(), before) << "one edit";
    drag(part<QWidget>(row, "slider"), part<QWidget>(row, "slider")->rect().center(), {5, 0});
    EXPECT_EQ(light()[0], light()[1]);
    EXPECT_EQ(light()[0], light()[2]);
    press(row, "spread");
    EXPECT_TRUE(find("value:constant1.green")->isVisible());
    EXPECT_TRUE(find("key:constant1.green")->isVisible()) << "each has its diamond";
    drag(part<QWidget>("value:constant1.green", "field"), 20);
    EXPECT_NE(light()[0], light()[1]);
    look(*window, "colour-three");
    // The diamond of all sets a keyframe of each.
    QTest::mouseClick(find("key:colour:constant1.red"), Qt::LeftButton);
    const NodeId node{named(session.document(), "constant1").value};
    for (const char* name : {"red", "green", "blue"})
        EXPECT_NE(curve_of(session.document().draft.graph, ParameterId{node, name}), nullptr);
}

TEST_F(ArtistColours, AlphaIsTheFourthOfAColour) {
    open("Constant");
    const QString row = "colour:constant1.red", alpha = "value:constant1.alpha";
    EXPECT_EQ(part<QToolButton>(row, "spread")->text(), "RGBA");
    EXPECT_FALSE(find(alpha)->isVisible());
    press(row, "spread");
    ASSERT_TRUE(find(alpha)->isVisible());
    const auto top = [&](const QString& name) {
        return find(name)->mapTo(&window->parameters(), QPoint()).y();
    };
    EXPECT_GT(top(alpha), top("value:constant1.blue"));
    auto* number = part<QLineEdit>(alpha, "field");
    QTest::mouseClick(number, Qt::LeftButton);
    QTest::keyClicks(number, "1/2");
    QTest::keyClick(number, Qt::Key_Return);
    EXPECT_EQ(value("constant1", "alpha"), ParameterValue(0.5f));
    look(*window, "colour-four");
    press(row, "spread");
    EXPECT_FALSE(find("value:constant1.blue")->isVisible());
    EXPECT_TRUE(find(alpha)->isVisible()) << "what is not as usual is seen";
    // Four numbers set all of it, in one edit; another count says what there is.
    const Document before = session.document();
    auto* field = part<QLineEdit>(row, "field");
    const auto type = [&](const char* text) {
        QTest::mouseClick(field, Qt::LeftButton);
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
        settle();
    };
    type("0.2, 0.2, 0.2, 1");
    EXPECT_EQ(value("constant1", "green"), ParameterValue(0.2f));
    EXPECT_EQ(value("constant1", "alpha"), ParameterValue(1.0f));
    EXPECT_FALSE(find(alpha)->isVisible());
    window->action("edit.undo")->trigger();
    EXPECT_EQ(session.document(), before);
    type("0.1, 0.2");
    EXPECT_EQ(session.document(), before);
}

TEST_F(ArtistColours, APointIsOneRowAndAHandle) {
    open("Transform");
    auto *x = qobject_cast<QLineEdit*>(find("value:transform1.move-x")),
         *y = qobject_cast<QLineEdit*>(find("value:transform1.move-y"));
    ASSERT_TRUE(x && y);
    EXPECT_EQ(x->mapTo(&window->parameters(), QPoint()).y(),
              y->mapTo(&window->parameters(), QPoint()).y())
        << "side by side";
    drag(x, 30);
    EXPECT_EQ(value("transform1", "move-x"), ParameterValue(30.0f)) << "a pixel for a pixel";
    EXPECT_EQ(value("transform1", "move-y"), ParameterValue(0.0f));
    ASSERT_TRUE(wait_for_picture(*window));
    look(*window, "handles");
    PictureView& view = window->viewer().view();
    const QPoint from = view.handle_at(0).toPoint();
    drag(&view, from, QPoint(0, 60));
    EXPECT_NEAR(std::get<float>(value("transform1", "move-y")), 60.0 / view.zoom(),
                1.5 / view.zoom());
    QTest::mouseClick(find("key:transform1.move-y"), Qt::LeftButton);
    const NodeId node{named(session.document(), "transform1").value};
    EXPECT_NE(curve_of(session.document().draft.graph, ParameterId{node, "move-y"}), nullptr);
    EXPECT_EQ(curve_of(session.document().draft.graph, ParameterId{node, "move-x"}), nullptr);
}

TEST_F(ArtistColours, EveryWidgetHasAName) {
    open("Grade");
    press("value:grade1.gain", "swatch");
    press("value:grade1.gain", "spread");
    for (QWidget* widget : window->parameters().findChildren<QWidget*>())
        if (widget->isVisible() && widget->focusPolicy() != Qt::NoFocus &&
            (qobject_cast<QLineEdit*>(widget) || qobject_cast<QAbstractButton*>(widget) ||
             qobject_cast<QAbstractSlider*>(widget) || qobject_cast<ColourWheel*>(widget))) {
            const auto* button = qobject_cast<QAbstractButton*>(widget);
            EXPECT_FALSE(widget->accessibleName().isEmpty() &&
                         (!button || button->text().isEmpty()))
                << widget->metaObject()->className() << ' ' << widget->objectName().toStdString();
        }
    window->action("edit.light-theme")->trigger();
    look(*window, "colour-light");
    window->action("edit.light-theme")->trigger();
}

}  // namespace
}  // namespace weft::editor
