// Time in the window: frames by keys, keyframes by hand, playing from pictures at hand, sequences.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QDirIterator>
#include <QLineEdit>
#include <QSpinBox>
#include <QTemporaryDir>
#include <mutex>

#include "app/choose_picture.h"
#include "commands/time_edits.h"
#include "pictures/picture_file.h"
#include "runtime/convert.h"
#include "runtime/executor.h"
#include "viewer/frame_cache.h"
#include "window.h"

namespace weft::editor {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

void press(MainWindow& window, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    window.viewer().view().setFocus();
    QTest::keyClick(&window.viewer().view(), key, modifiers);
}

/// Gives pictures of one pixel, and remembers the stops of exposure that were asked for.
class RecordingEvaluator : public Evaluator {
  public:
    struct Record {
        std::mutex mutex;
        std::vector<float> stops;
        std::vector<float> take() {
            const std::lock_guard lock(mutex);
            return std::exchange(stops, {});
        }
    };
    explicit RecordingEvaluator(Record& record) : record_(record) {}
    Result<Evaluation> evaluate(const EvaluationRequest& request,
                                const std::atomic<bool>&) override {
        const std::lock_guard lock(record_.mutex);
        if (const Node* node = request.graph.find("exposure1")) {
            record_.stops.push_back(std::get<std::vector<float>>(node->parameters[0]).front());
            EXPECT_TRUE(node->curves.empty());
            EXPECT_TRUE(is_animated(request.animated));
        }
        return Evaluation{std::make_shared<Picture>(Rect{0, 0, 1, 1}, 3), nullptr, {}, 1, 1, 0.0};
    }
    int first_reduction(const EvaluationRequest&) override { return 1; }

  private:
    Record& record_;
};

/// As many stops as the number of the frame, of which 3 to 6 play.
Document counting() {
    const Document document = *set(chain(), library(), "exposure1.stops", "0:0,20:20");
    return *set_timeline(document, {1, 20, 3, 6, 240});
}

TEST(EditorTime, KeysGoFromFrameToFrame) {
    const auto window = make_window();
    Session& session = window->session();
    session.open(set_picture(counting(), "input", WEFT_PLATE));
    EXPECT_EQ(session.frame(), 3);
    press(*window, Qt::Key_Right);
    press(*window, Qt::Key_Right);
    press(*window, Qt::Key_Left);
    EXPECT_EQ(session.frame(), 4);
    press(*window, Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_EQ(session.frame(), 14);
    press(*window, Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_EQ(session.frame(), 20);
    press(*window, Qt::Key_Left, Qt::ControlModifier);
    EXPECT_EQ(session.frame(), 1);
    press(*window, Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(session.frame(), 20);  // a keyframe
    press(*window, Qt::Key_O, Qt::AltModifier);
    EXPECT_EQ(session.document().timeline, (Timeline{1, 20, 3, 20, 240}));
    window->action("edit.undo")->trigger();
    EXPECT_EQ(session.document().timeline.out, 6);
    // In the graph arrows walk, and pixels of the strip are frames.
    window->graph().setFocus();
    QTest::keyClick(&window->graph(), Qt::Key_Left);
    EXPECT_EQ(session.frame(), 20);
    auto& strip = *window->findChild<TimelineStrip*>("timeline");
    QTest::mouseClick(&strip, Qt::LeftButton, {}, QPoint(qRound(strip.x_of(7)), 10));
    EXPECT_EQ(session.frame(), 7);
    window->findChild<QSpinBox*>("time.last")->setValue(5);
    EXPECT_EQ(session.document().timeline, (Timeline{1, 5, 3, 5, 240}));
    EXPECT_EQ(session.frame(), 5);
}

TEST(EditorTime, KeyframesAreSetBesideParameters) {
    const auto window = make_window();
    Session& session = window->session();
    session.open(set_picture(chain(), "input", WEFT_PLATE));
    session.select({named(session.document(), "exposure1")});
    const auto field = [&] {
        return window->parameters().findChild<QLineEdit*>("value:exposure1.stops");
    };
    const auto type = [&](const char* text) {
        field()->setText(text);
        field()->setModified(true);
        QTest::keyClick(field(), Qt::Key_Return);
    };
    const auto mark = [&] {
        return dynamic_cast<KeyMark*>(
            window->parameters().findChild<QAbstractButton*>("key:exposure1.stops"));
    };
    EXPECT_EQ(mark()->state(), KeyState::kStill);
    QTest::mouseClick(mark(), Qt::LeftButton);
    EXPECT_EQ(mark()->state(), KeyState::kKey);
    session.set_frame(11);
    EXPECT_EQ(mark()->state(), KeyState::kAnimated);
    type("2");
    EXPECT_EQ(mark()->state(), KeyState::kKey);
    session.set_frame(6);
    EXPECT_EQ(field()->text().toStdString(), "1.0");
    EXPECT_EQ(key_frames(session.document().draft.graph, session.selection()),
              (std::set<int>{1, 11}));
    // What is shown is what renders.
    ASSERT_TRUE(wait_for_picture(*window));
    const auto shown = window->viewer().view().picture();
    ASSERT_NE(shown, nullptr) << window->viewer().status().toStdString();
    Document still = *set(chain(), library(), "exposure1.stops", "1");
    const Result<LoadedPicture> plate = (*picture_io())->read(WEFT_PLATE, {}, nullptr);
    const ImageShape shape{plate->view.domain, plate->view.planes};
    auto prepared = prepare_reference({still.draft.graph, library(), {shape}, {}});
    Picture picture(shape.domain, shape.planes);
    ASSERT_TRUE((*prepared)->run({plate->view}, {picture.view()}, {}));
    EXPECT_TRUE(same_bits(*shown, picture));
    session.set_frame(11);
    QTest::mouseClick(mark(), Qt::LeftButton);
    EXPECT_EQ(mark()->state(), KeyState::kAnimated);
    while (session.history().can_undo()) session.undo();
    EXPECT_EQ(session.document().draft.graph, chain().draft.graph);
    EXPECT_EQ(mark()->state(), KeyState::kStill);
}

TEST(EditorTime, PlaysEveryFrameOnceAndThenWhatIsAtHand) {
    RecordingEvaluator::Record record;
    const auto window = make_window(std::make_unique<RecordingEvaluator>(record));
    Session& session = window->session();
    session.open(counting());
    ASSERT_TRUE(wait_for_picture(*window));
    std::vector<int> frames;
    QObject::connect(&session, &Session::frame_changed, [&] { frames.push_back(session.frame()); });
    press(*window, Qt::Key_L);
    ASSERT_TRUE(wait_until([&] { return frames.size() >= 9; }));
    press(*window, Qt::Key_K);
    frames.resize(9);
    EXPECT_THAT(frames, ElementsAre(4, 5, 6, 3, 4, 5, 6, 3, 4));
    EXPECT_THAT(record.take(), ElementsAre(3, 4, 5, 6));
    // Stopped, it stays; backwards it plays the other way round.
    ASSERT_TRUE(wait_for_picture(*window));
    session.set_frame(4);
    frames.clear();
    QTest::qWait(30);
    EXPECT_TRUE(frames.empty());
    press(*window, Qt::Key_J);
    ASSERT_TRUE(wait_until([&] { return frames.size() >= 3; }));
    press(*window, Qt::Key_K);
    frames.resize(3);
    EXPECT_THAT(frames, ElementsAre(3, 6, 5));
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_THAT(record.take(), ElementsAre());
    EXPECT_THAT(window->viewer().cached_frames(), ElementsAre(3, 4, 5, 6));
    // Frames that do not differ are computed once, and at hand all the same.
    session.set_frame(20);
    session.apply("Set", set(session.document(), library(), "exposure1.stops", "0:0,19:1:hold"));
    ASSERT_TRUE(wait_for_picture(*window));
    session.set_frame(19);
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_THAT(record.take(), ElementsAre(1));
    EXPECT_THAT(window->viewer().cached_frames(), ElementsAre(19, 20));
    // Another picture is viewed: what was at hand is of no use.
    session.apply("Set", set(session.document(), library(), "exposure1.stops", "0:2,20:2:hold"));
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_THAT(record.take(), ElementsAre(2));
}

TEST(EditorTime, KeepsTheFramesThatPlaySoonest) {
    const Timeline timeline{1, 10, 1, 10, 24};
    ViewedPicture picture;
    picture.picture = TiledPicture(std::make_shared<Picture>(Rect{0, 0, 10, 10}, 1));
    const Wanted all{kEverywhere, {}};
    FrameCache cache(3 * 400);
    for (const int frame : {8, 1, 2, 3}) cache.put(frame, picture, timeline, 1);
    EXPECT_THAT(cache.frames(all), ElementsAre(1, 3, 8));  // 2 is what plays last after 3
    cache.put(4, picture, timeline, -1);
    EXPECT_THAT(cache.frames(all), ElementsAre(1, 3, 4));
    cache.put(4, picture, timeline, 1);
    EXPECT_EQ(cache.frames(all).size(), 3u);
    EXPECT_EQ(cache.find(2), nullptr);
    FrameCache none(399);
    none.put(1, picture, timeline, 1);
    EXPECT_TRUE(none.frames(all).empty());
}

TEST(EditorTime, ASequenceIsAnInput) {
    const QTemporaryDir folder;
    for (const char* name : {"a.0008.exr", "a.0009.exr", "a.0010.exr", "still.exr"})
        ASSERT_TRUE(QFile::copy(WEFT_PLATE, folder.filePath(name)));
    const auto chosen = [&](const char* name) {
        return choose_picture(chain(), "input", folder.filePath(name).toStdString());
    };
    EXPECT_EQ(chosen("still.exr").draft.files.reads.at("input").path,
              folder.filePath("still.exr").toStdString());
    const Document document = chosen("a.0009.exr");
    EXPECT_EQ(document.draft.files.reads.at("input").path,
              folder.filePath("a.####.exr").toStdString());
    EXPECT_EQ(document.timeline, (Timeline{8, 10, 8, 10, 24}));

    const auto window = make_window();
    Session& session = window->session();
    session.open(*set_timeline(document, {7, 10, 8, 10, 24}));
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_NE(window->viewer().view().picture(), nullptr)
        << window->viewer().status().toStdString();
    session.set_frame(7);
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_THAT(window->viewer().status().toStdString(), HasSubstr("a.0007.exr"));
    session.set_frame(10);
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_THAT(window->viewer().status().toStdString(), HasSubstr(" ms"));
}

TEST(EditorTime, RadiiThatChangeShareAKernel) {
    const QTemporaryDir cache;
    const QByteArray before = qgetenv("WEFT_CACHE_DIR");
    qputenv("WEFT_CACHE_DIR", cache.path().toLocal8Bit());
    const auto files = [&] {
        int count = 0;
        for (QDirIterator at(cache.path(), QDir::Files, QDirIterator::Subdirectories); at.hasNext();
             at.next())
            ++count;
        return count;
    };
    {
        const auto window = make_window();
        Session& session = window->session();
        Document document =
            add_node(empty_document(), library(), "BoxBlur", {}, {{ItemKind::kInput, 0}})->document;
        document = *set(document, library(), "boxblur1.radius", "1:2,9:10");
        session.open(set_picture(document, "input", WEFT_PLATE));
        ASSERT_TRUE(wait_for_picture(*window));
        const int first = files();
        EXPECT_GT(first, 0);
        for (const int frame : {2, 5, 9}) {
            session.set_frame(frame);
            ASSERT_TRUE(wait_for_picture(*window));
            EXPECT_THAT(window->viewer().status().toStdString(), HasSubstr(" ms"));
        }
        EXPECT_EQ(files(), first);
    }
    qputenv("WEFT_CACHE_DIR", before);
}

}  // namespace
}  // namespace weft::editor
