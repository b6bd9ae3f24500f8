// The viewer: its pixels are those of the reference, it never waits, and it tells what is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QLabel>
#include <thread>

#include "affordable.h"
#include "pictures/picture_file.h"
#include "runtime/convert.h"
#include "runtime/executor.h"
#include "viewer/display.h"
#include "window.h"

namespace weft::editor {
namespace {

/// The reference's picture of what `item` shows, over the sample plate.
Picture reference(const Document& document, ItemId item) {
    const Result<Graph> graph = viewed(document, library(), shown_by(document, item));
    const Result<LoadedPicture> plate = (*picture_io())->read(WEFT_PLATE, {}, nullptr);
    const ImageShape shape{plate->view.domain, plate->view.planes};
    auto prepared = prepare_reference({*graph, library(), {shape}, {}});
    const auto shapes = infer_shapes(*graph, library(), {shape});
    const ImageShape out = shapes->at(graph->outputs.front().image);
    Picture picture(out.domain, out.planes);
    EXPECT_TRUE((*prepared)->run({plate->view}, {picture.view()}, {}));
    return picture;
}

/// Answers when it is let go, unless it is cancelled; counts.
class SlowEvaluator : public Evaluator {
  public:
    struct Counts {
        std::atomic<int> begun = 0, cancelled = 0, finished = 0;
        std::atomic<bool> let_go = false;
    };
    explicit SlowEvaluator(Counts& counts) : counts_(counts) {}
    Result<Evaluation> evaluate(const EvaluationRequest&,
                                const std::atomic<bool>& cancel) override {
        ++counts_.begun;
        // Not for ever, should the window wait for it.
        for (test::Patience patience; !counts_.let_go && !patience.is_over();) {
            if (cancel.load()) {
                ++counts_.cancelled;
                return Error{ErrorKind::kCancelled, "cancelled"};
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        ++counts_.finished;
        return Evaluation{std::make_shared<Picture>(Rect{0, 0, 4, 4}, 3), nullptr, {}, 1, 1, 0.0};
    }
    int first_reduction(const EvaluationRequest&) override { return 1; }

  private:
    Counts& counts_;
};

TEST(EditorViewer, ShowsTheReferencesPixels) {
    const auto window = make_window();
    Session& session = window->session();
    Document document = document_of(find_effect("degrain")->build());
    session.open(set_picture(document, "input", WEFT_PLATE));
    const std::vector<std::string> wires = {"output", "level1/softthreshold1", "level4/sum3",
                                            "input"};
    for (const std::string& name : test::affordable(wires, "EditorViewer")) {
        const ItemId item = named(session.document(), name);
        session.view(item);
        ASSERT_TRUE(wait_for_picture(*window));
        ASSERT_NE(window->viewer().view().picture(), nullptr)
            << window->viewer().status().toStdString();
        EXPECT_TRUE(
            same_bits(*window->viewer().view().picture(), reference(session.document(), item)))
            << name;
    }
    EXPECT_THAT(window->viewer().status().toStdString(), testing::HasSubstr(" ms"));
}

/// The mean of n by n pixels from (x, y) on.
float mean(const Picture& picture, int x, int y, int n, int plane) {
    float sum = 0.0f;
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) sum += picture.at(x + i, y + j, plane);
    return sum / static_cast<float>(n * n);
}

TEST(EditorViewer, AFirstImpressionIsOfMeans) {
    const auto evaluator = make_engine_evaluator(library());
    const std::atomic<bool> cancel = false;
    EvaluationRequest request{*viewed(chain(), library(), {NodeId{}, 0}), {WEFT_PLATE}, 4};
    const Result<Evaluation> coarse = evaluator->evaluate(request, cancel);
    ASSERT_TRUE(coarse) << coarse.error().message;
    request.reduction = 1;
    const Result<Evaluation> whole = evaluator->evaluate(request, cancel);
    ASSERT_TRUE(whole) << whole.error().message;
    const Rect d = coarse->picture->domain();
    EXPECT_EQ(d.width(), whole->picture->domain().width() / 4);
    EXPECT_EQ(coarse->inputs, whole->inputs);  // told in full
    for (int y = d.y0; y < d.y1; ++y)
        for (int x = d.x0; x < d.x1; ++x)
            ASSERT_NEAR(coarse->picture->at(x, y, 1), mean(*whole->picture, 4 * x, 4 * y, 4, 1),
                        1e-4f * std::abs(coarse->picture->at(x, y, 1)) + 1e-5f);
    EXPECT_EQ(evaluator->first_reduction(request), 1);  // the plate is small
    const std::atomic<bool> stopped = true;
    EXPECT_EQ(evaluator->evaluate(request, stopped).error().kind, ErrorKind::kCancelled);
}

/// A blur is as wide as in the whole picture, which its radius is not.
TEST(EditorViewer, ProxiesShrinkLengths) {
    const auto window = make_window();
    Session& session = window->session();
    Document document = set_picture(empty_document(), "input", WEFT_PLATE);
    for (const char* axis : {"horizontal", "vertical"}) {
        document = add_node(document, library(), "Gaussian", {},
                            {source(read_by(document, {ItemKind::kOutput, 0}, 0))})
                       ->document;
        const std::string name = document.draft.graph.nodes.back().name;
        document = *set(document, library(), name + ".axis", axis);
        document = *set(document, library(), name + ".sigma", "12.0");
    }
    session.open(document);
    ASSERT_TRUE(wait_for_picture(*window));
    const auto whole = window->viewer().view().picture();
    ASSERT_TRUE(whole) << window->viewer().status().toStdString();
    window->viewer().action("viewer.proxy")->trigger();
    ASSERT_TRUE(wait_for_picture(*window));
    const auto half = window->viewer().view().picture();
    const Rect d = half->domain();
    EXPECT_EQ(d.width(), whole->domain().width() / 2);
    EXPECT_THAT(window->viewer().status().toStdString(), testing::StartsWith("1:2"));
    double most = 0.0;
    for (int y = d.y0 + 20; y < d.y1 - 20; ++y)
        for (int x = d.x0 + 20; x < d.x1 - 20; ++x)
            most = std::max(most, static_cast<double>(std::abs(half->at(x, y, 1) -
                                                               mean(*whole, 2 * x, 2 * y, 2, 1))));
    EXPECT_LT(most, 0.02);
    window->viewer().action("viewer.proxy")->trigger();
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_TRUE(same_bits(*window->viewer().view().picture(), *whole));
}

TEST(EditorViewer, PassesByWhatIsDisabled) {
    const auto window = make_window();
    Session& session = window->session();
    session.open(set_picture(chain(), "input", WEFT_PLATE));
    session.apply("Disable",
                  toggle_disabled(session.document(), library(),
                                  {named(chain(), "exposure1"), named(chain(), "invert1")}));
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_TRUE(same_bits(*window->viewer().view().picture(),
                          reference(session.document(), {ItemKind::kInput, 0})));
}

TEST(EditorViewer, TellsWhatIsWrongWhereItIs) {
    const auto window = make_window();
    Session& session = window->session();
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_THAT(window->viewer().status().toStdString(),
                testing::HasSubstr("the input \"input\" has no picture"));
    EXPECT_TRUE(session.problems().contains({ItemKind::kInput, 0}));

    session.open(
        set_picture(disconnect(chain(), named(chain(), "invert1"), 0), "input", WEFT_PLATE));
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_EQ(window->viewer().status().toStdString(),
              "input \"Input\" of node \"invert1\" is not connected: connect it");
    EXPECT_TRUE(session.problems().contains(named(session.document(), "invert1")));
    session.undo();
    session.open(set_picture(chain(), "input", "/no/such.exr"));
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_THAT(window->viewer().status().toStdString(), testing::HasSubstr("/no/such.exr"));
    session.apply("Choose", Result<Document>(set_picture(session.document(), "input", WEFT_PLATE)));
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_TRUE(session.problems().empty()) << window->viewer().status().toStdString();
    // The picture stays, may be looked at, and does not unsay what is wrong.
    session.apply("Disconnect", Result<Document>(disconnect(
                                    session.document(), named(session.document(), "invert1"), 0)));
    ASSERT_TRUE(wait_for_picture(*window));
    window->viewer().view().zoom_to(2.0);
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_THAT(window->viewer().status().toStdString(), testing::HasSubstr("is not connected"));
    EXPECT_NE(window->viewer().view().picture(), nullptr);
}

/// The moment after a Merge came into the stream.
TEST(EditorViewer, ShowsBOfAMergeThatLacksItsA) {
    const auto window = make_window();
    Session& session = window->session();
    session.open(set_picture(chain(), "input", WEFT_PLATE));
    session.apply("Add a node", add_node(session.document(), library(), "Merge", {},
                                         {named(session.document(), "exposure1")}));
    const ItemId merge = named(session.document(), "merge1");
    session.view(merge);
    ASSERT_TRUE(wait_for_picture(*window));
    ASSERT_TRUE(session.problems().empty()) << window->viewer().status().toStdString();
    EXPECT_TRUE(same_bits(*window->viewer().view().picture(),
                          reference(session.document(), named(session.document(), "exposure1"))));
    EXPECT_THAT(box(*window, "merge1").look().warning.toStdString(),
                testing::StartsWith("A is not connected"));
    session.apply("Connect", connect(session.document(), {{NodeId{}, 0}, merge, 0}));
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_EQ(box(*window, "merge1").look().warning, QString());
    EXPECT_TRUE(
        same_bits(*window->viewer().view().picture(), reference(session.document(), merge)));
    session.undo();
    EXPECT_THAT(session.warnings().at(merge).toStdString(),
                testing::StartsWith("A is not connected"));
}

TEST(EditorViewer, ASlowNodeBlocksNothing) {
    SlowEvaluator::Counts counts;
    const auto window = make_window(std::make_unique<SlowEvaluator>(counts));
    window->session().open(chain());
    int beats = 0;
    QTimer beat;
    beat.setInterval(5);
    QObject::connect(&beat, &QTimer::timeout, [&] { ++beats; });
    beat.start();
    ASSERT_TRUE(wait_until([&] { return counts.begun > 0 && beats >= 20; }));
    EXPECT_EQ(counts.finished, 0) << "the window waited for it";
    counts.let_go = true;
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_EQ(counts.finished, 1);
}

/// Red is an error alone, and goes with its words.
TEST(EditorViewer, IsNotRedWhileItComputesAfterAnError) {
    SlowEvaluator::Counts counts;
    const auto window = make_window(std::make_unique<SlowEvaluator>(counts));
    Session& session = window->session();
    session.open(disconnect(chain(), named(chain(), "invert1"), 0));
    ASSERT_TRUE(wait_for_picture(*window));
    const auto* line = window->viewer().findChild<QLabel*>("status");
    ASSERT_NE(line, nullptr);
    EXPECT_EQ(line->property("tone"), QVariant("error")) << line->text().toStdString();
    session.apply("Connect", Result<Document>(chain()));
    ASSERT_TRUE(wait_until([&] { return line->text() == QStringLiteral("computing…"); }));
    EXPECT_EQ(line->property("tone"), QVariant("dim"));
    counts.let_go = true;
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_EQ(line->property("tone"), QVariant("dim"));
}

TEST(EditorViewer, TheLatestEditWins) {
    SlowEvaluator::Counts counts;
    const auto window = make_window(std::make_unique<SlowEvaluator>(counts));
    Session& session = window->session();
    session.open(chain());
    ASSERT_TRUE(wait_until([&] { return counts.begun > 0; }));
    for (int i = 1; i <= 5; ++i) {
        const int before = counts.begun;
        session.apply("Set",
                      set(session.document(), library(), "exposure1.stops", std::to_string(i)));
        ASSERT_TRUE(wait_until([&] { return counts.begun > before; }));
    }
    counts.let_go = true;
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_EQ(counts.finished, 1);
    EXPECT_EQ(counts.cancelled, counts.begun - 1);
    EXPECT_GE(counts.begun, 6);
    // Moving a node asks for nothing.
    const int begun = counts.begun;
    session.apply("Move",
                  Result<Document>(move(session.document(), {{ItemKind::kNode, 0}}, {40, 0})));
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_EQ(counts.begun, begun);
}

TEST(Display, MapsLightToTheScreen) {
    const auto shown_value = [](float v, const DisplayTransform& t) {
        Rgb colour = {v, v, v};
        std::array<unsigned char, 3> shown{};
        ScreenColours{t}({&colour, 1}, &shown);
        return int{shown[0]};
    };
    EXPECT_EQ(shown_value(0.0f, {}), 0);
    EXPECT_EQ(shown_value(1.0f, {}), 255);
    EXPECT_EQ(shown_value(7.0f, {}), 255);
    EXPECT_EQ(shown_value(-1.0f, {}), 0);
    EXPECT_EQ(shown_value(std::numeric_limits<float>::quiet_NaN(), {}), 0);
    EXPECT_NEAR(shown_value(0.18f, {}), 118, 1);  // middle grey in sRGB
    EXPECT_NEAR(shown_value(0.09f, {1.0f}), 118, 1);
    EXPECT_NEAR(shown_value(0.18f, {0.0f, 2.0f}), 173, 2);
}

TEST(Display, AnotherTransformShowsAsOneMadeForIt) {
    ScreenColours changed;
    for (const DisplayTransform& transform :
         {DisplayTransform{1.0f}, DisplayTransform{1.0f, 2.0f}, DisplayTransform{0.5f, 2.0f},
          DisplayTransform{.encoding = Encoding::kRaw}, DisplayTransform{}}) {
        changed.set_transform(transform);
        EXPECT_EQ(changed.transform(), transform);
        const ScreenColours made(transform);
        std::array<Rgb, 50> colours{};
        for (std::size_t i = 0; i < colours.size(); ++i)
            colours[i].fill(0.02f * static_cast<float>(i));
        std::array<Rgb, 50> same = colours;
        std::array<std::array<unsigned char, 3>, 50> left{}, right{};
        changed(colours, left.data());
        made(same, right.data());
        EXPECT_EQ(left, right);
    }
}

/// What a part of a window shows, from its corner on; transparent where there is no picture.
QImage shown(const std::vector<Layer>& layers, const ScreenColours& colours,
             const Placement& placement, const QSize& size) {
    QImage image(size + QSize(3, 2), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::yellow);
    draw_layers(layers, colours, placement, {{0, 0}, size}, image, {3, 2}, 0);
    EXPECT_EQ(image.pixelColor(2, 2), QColor(Qt::yellow));
    return image.copy({{3, 2}, size});
}

TEST(Display, PutsEveryPixelInItsPlace) {
    Picture picture({2, 1, 4, 3}, 3);
    picture.at(3, 2, 1) = 1.0f;  // green
    const std::vector<Layer> layers{
        {TiledPicture(std::make_shared<Picture>(std::move(picture))), {}, 1}};
    const QImage image = shown(layers, ScreenColours{}, {{10, 20}, 8.0}, {64, 64});
    EXPECT_EQ(image.pixelColor(10 + 3 * 8 + 4, 20 + 2 * 8 + 4), QColor(0, 255, 0));
    EXPECT_EQ(image.pixelColor(10 + 2 * 8 + 4, 20 + 2 * 8 + 4), QColor(0, 0, 0));
    EXPECT_EQ(image.pixelColor(10 + 4 * 8, 20 + 2 * 8).alpha(), 0);
    const QImage red =
        shown(layers, ScreenColours{{0.0f, 1.0f, Channel::kRed}}, {{10, 20}, 8.0}, {64, 64});
    EXPECT_EQ(red.pixelColor(10 + 3 * 8 + 4, 20 + 2 * 8 + 4), QColor(0, 0, 0));
}

}  // namespace
}  // namespace weft::editor
