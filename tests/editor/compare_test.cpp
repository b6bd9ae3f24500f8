// Numbers of the viewer, comparing, regions, and the search for who made NaN.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QComboBox>
#include <limits>

#include "viewer/non_finite_search.h"
#include "window.h"

namespace weft::editor {
namespace {

void key_in(QWidget& pane, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    pane.setFocus();
    QTest::keyClick(pane.focusProxy() ? pane.focusProxy() : &pane, key, modifiers);
}

Document chain_on_plate() { return set_picture(chain(), "input", WEFT_PLATE); }

QColor pixel(MainWindow& window, QPointF at) {
    return window.viewer().view().grab().toImage().pixelColor(at.toPoint());
}

TEST(EditorCompare, NumbersAreGivenAndShown) {
    const auto window = make_window();
    Session& session = window->session();
    session.open(chain_on_plate());
    const ItemId exposure = named(chain(), "exposure1"), invert = named(chain(), "invert1");
    session.select({exposure});
    key_in(window->graph(), Qt::Key_2);
    EXPECT_EQ(session.viewed(), exposure);
    EXPECT_EQ(box(*window, "exposure1").look().slots, "2");
    session.select({invert});
    key_in(window->graph(), Qt::Key_3, Qt::ShiftModifier);
    EXPECT_EQ(session.viewed(), exposure);
    EXPECT_EQ(session.compared(), invert);
    key_in(window->viewer(), Qt::Key_1);
    EXPECT_EQ(session.viewed(), (ItemId{ItemKind::kOutput, 0}));
    key_in(window->viewer(), Qt::Key_Return);
    EXPECT_EQ(session.viewed(), invert);
    const QSignalSpy said(&session, &Session::said);
    key_in(window->viewer(), Qt::Key_9);
    EXPECT_THAT(said.back().front().toString().toStdString(),
                testing::HasSubstr("Nothing is at 9 yet"));
    // What is deleted has no number.
    session.apply("Delete", remove(session.document(), library(), {invert, exposure}));
    EXPECT_EQ(session.viewed(), (ItemId{ItemKind::kOutput, 0}));
    EXPECT_FALSE(session.slots().contains(2));
}

TEST(EditorCompare, TwoPicturesShareTheWindow) {
    const auto window = make_window();
    Session& session = window->session();
    session.open(chain_on_plate());
    session.compare_at(2, ItemId{ItemKind::kInput, 0});
    PictureView& view = window->viewer().view();
    ASSERT_TRUE(wait_for_picture(*window));
    const double middle = view.height() / 2.0;
    const QPointF left(view.width() * 0.4, middle), right(view.width() * 0.6, middle);
    const QColor inverted_left = pixel(*window, left), inverted_right = pixel(*window, right);
    key_in(window->viewer(), Qt::Key_W);
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_EQ(pixel(*window, left), inverted_left);
    EXPECT_NE(pixel(*window, right), inverted_right);
    // The wipe is dragged beyond.
    const QPoint grip(view.width() / 2, view.height() / 2);
    QTest::mousePress(&view, Qt::LeftButton, {}, grip);
    QTest::mouseMove(&view, grip + QPoint(view.width() / 5, 0));
    QTest::mouseRelease(&view, Qt::LeftButton, {}, grip + QPoint(view.width() / 5, 0));
    EXPECT_GT(view.wipe(), 0.55);
    EXPECT_EQ(pixel(*window, right), inverted_right);
    // A picture and itself differ nowhere.
    session.compare_at(3, ItemId{ItemKind::kOutput, 0});
    key_in(window->viewer(), Qt::Key_D, Qt::ShiftModifier);
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_EQ(pixel(*window, left), QColor(0, 0, 0));
    EXPECT_EQ(window->findChild<QComboBox*>("compare")->currentText(), "Difference");
    key_in(window->viewer(), Qt::Key_S, Qt::ShiftModifier);
    ASSERT_TRUE(wait_for_picture(*window));
    const int quarter = view.width() / 4, half = view.width() / 2;
    const QPointF first(quarter, middle);
    EXPECT_EQ(pixel(*window, first), pixel(*window, first + QPointF(half, 0)));
}

TEST(EditorCompare, ARegionIsMeasured) {
    const auto window = make_window();
    window->session().open(chain_on_plate());
    window->findChild<QWidget*>("dock.scopes")->show();
    ASSERT_TRUE(wait_for_scopes(*window));
    EXPECT_THAT(window->viewer().scopes().numbers().value(0).toStdString(),
                testing::HasSubstr("Picture 960×540"));
    PictureView& view = window->viewer().view();
    const QPoint from(view.width() / 2, view.height() / 2);
    QTest::mousePress(&view, Qt::LeftButton, Qt::ControlModifier | Qt::ShiftModifier, from);
    QTest::mouseMove(&view, from + QPoint(20, 10));
    QTest::mouseRelease(&view, Qt::LeftButton, {}, from + QPoint(20, 10));
    ASSERT_TRUE(view.region());
    ASSERT_TRUE(wait_for_scopes(*window));
    EXPECT_THAT(window->viewer().scopes().numbers().value(0).toStdString(),
                testing::HasSubstr("Region"));
    const std::atomic<bool> cancel = false;
    const std::vector<PlaneStatistics> numbers = statistics(*view.layer(), *view.region(), cancel);
    EXPECT_THAT(window->viewer().scopes().numbers().value(1).toStdString(),
                testing::HasSubstr(QString::number(numbers[0].mean, 'f', 4).toStdString()));
    key_in(window->viewer(), Qt::Key_W, Qt::ShiftModifier);
    EXPECT_FALSE(view.region());
}

TEST(NonFiniteSearch, GoesUpToWhereAllIsFinite) {
    const ItemId exposure = named(chain(), "exposure1");
    const ImageId bad = shown_by(chain(), exposure);
    NonFiniteSearch search(chain(), shown_by(chain(), {ItemKind::kOutput, 0}));
    ASSERT_EQ(search.next(), bad);
    search.tell(false);
    ASSERT_EQ(search.next(), (ImageId{NodeId{}, 0}));
    search.tell(true);
    EXPECT_FALSE(search.next());
    EXPECT_EQ(search.found(), exposure);
}

/// Answers with one NaN wherever node 0 is upstream.
class NanEvaluator : public Evaluator {
  public:
    Result<Evaluation> evaluate(const EvaluationRequest& request,
                                const std::atomic<bool>&) override {
        auto picture = std::make_shared<Picture>(Rect{0, 0, 4, 4}, 3);
        for (ImageId at = request.graph.outputs.front().image; !at.is_graph_input();
             at = request.graph.find(at.node)->inputs.front())
            if (at.node.value == 0) picture->at(2, 1, 1) = std::numeric_limits<float>::quiet_NaN();
        return Evaluation{picture, nullptr, {}, 1, 1, 0.0};
    }
    int first_reduction(const EvaluationRequest&) override { return 1; }
};

TEST(EditorCompare, WhoMadeNanIsFound) {
    const auto window = make_window(std::make_unique<NanEvaluator>());
    Session& session = window->session();
    session.open(chain());
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_THAT(window->viewer().status().toStdString(),
                testing::HasSubstr("1 pixel is not finite"));
    key_in(window->viewer(), Qt::Key_N, Qt::ShiftModifier);
    ASSERT_TRUE(wait_until([&] { return !session.selection().empty(); }));
    EXPECT_EQ(session.selection(), Selection{named(chain(), "exposure1")});
    EXPECT_THAT(box(*window, "exposure1").look().problem.toStdString(),
                testing::HasSubstr("not finite"));
    // Marked, the pixel has stripes of a colour that the black picture has not.
    key_in(window->viewer(), Qt::Key_N);
    const QImage image = window->viewer().view().grab().toImage();
    int striped = 0;
    for (int y = 0; y < image.height(); y += 3)
        for (int x = 0; x < image.width(); x += 3)
            striped += image.pixelColor(x, y) == QColor(255, 0, 200);
    EXPECT_GT(striped, 50);
}

/// Pictures of four by two tiles, filled with the number of their node, 9 for an input, with NaN in
/// the first pixel. So slow, as it says, that it is asked for tile by tile.
class TiledNanEvaluator : public Evaluator {
  public:
    static constexpr Rect kDomain{0, 0, 1024, 512};
    Result<Survey> survey(const EvaluationRequest&, const std::atomic<bool>&) override {
        return Survey{{{kDomain, 1}}, {{kDomain, 1}}, 0, [](const Rect& part) {
                          return static_cast<double>(part.area()) /
                                 static_cast<double>(kDomain.area());
                      }};
    }
    Result<Evaluation> evaluate(const EvaluationRequest& request,
                                const std::atomic<bool>&) override {
        const ImageId image = request.graph.outputs.front().image;
        const Rect part = intersect(request.region.value_or(kDomain), kDomain);
        auto picture = std::make_shared<Picture>(part, 1);
        for (int y = part.y0; y < part.y1; ++y)
            for (int x = part.x0; x < part.x1; ++x)
                picture->at(x, y, 0) =
                    image.is_graph_input() ? 9.0f : static_cast<float>(image.node.value);
        if (part.contains(Rect{0, 0, 1, 1}))
            picture->at(0, 0, 0) = std::numeric_limits<float>::quiet_NaN();
        return Evaluation{picture, nullptr, {{kDomain, 1}}, 1, 1, 1e3};
    }
    int first_reduction(const EvaluationRequest&) override { return 1; }
};

/// Of the pictures that are searched none is shown, also where one is not whole when the search
/// ends.
TEST(EditorCompare, APictureThatWasSearchedIsNotShown) {
    const auto window = make_window(std::make_unique<TiledNanEvaluator>());
    Session& session = window->session();
    session.open(chain());
    ASSERT_TRUE(wait_for_picture(*window));
    ASSERT_NE(window->viewer().view().picture(), nullptr);
    const QString status = window->viewer().status();
    window->viewer().find_culprit();
    ASSERT_TRUE(wait_until([&] { return !session.selection().empty(); }));
    EXPECT_EQ(session.selection(), (Selection{{ItemKind::kInput, 0}}));
    ASSERT_TRUE(wait_for_picture(*window));
    settle();
    const auto picture = window->viewer().view().picture();
    ASSERT_NE(picture, nullptr);
    EXPECT_EQ(picture->at(300, 300, 0),
              static_cast<float>(named(session.document(), "invert1").value));
    EXPECT_EQ(window->viewer().status(), status);
}

TEST(EditorCompare, WhatIsNotSeenIsSearchedToo) {
    const auto window = make_window(std::make_unique<TiledNanEvaluator>());
    Session& session = window->session();
    ASSERT_TRUE(wait_for_picture(*window));
    window->viewer().view().zoom_to(64.0);
    session.open(chain());
    ASSERT_TRUE(wait_for_picture(*window));
    ASSERT_EQ(window->viewer().status().indexOf("not finite"), -1);
    window->viewer().find_culprit();
    EXPECT_THAT(window->viewer().status().toStdString(), testing::HasSubstr("what is not seen"));
    ASSERT_TRUE(wait_until([&] { return !session.selection().empty(); }));
    EXPECT_EQ(session.selection(), (Selection{{ItemKind::kInput, 0}}));
}

}  // namespace
}  // namespace weft::editor
