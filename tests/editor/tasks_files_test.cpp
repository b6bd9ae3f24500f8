// Artists' tasks about files: colours of a scan, frames rendered and stopped, the same bits outside
// the window, and two pictures to one that is written.
#include <QDir>
#include <QLineEdit>
#include <QPainter>
#include <QProcess>

#include "artist.h"
#include "pictures/picture_file.h"
#include "runtime/convert.h"

namespace weft::editor {
namespace {

/// A grey of half the codes, in 16 bits.
void write_scan(const QString& path) {
    std::vector<std::uint16_t> samples(64 * 36 * 3, 32768);
    WriteRequest request;
    request.path = path.toStdString();
    request.window = request.display_window = Rect{0, 0, 64, 36};
    request.format = {SampleFormat::kU16};
    request.channels = {"R", "G", "B"};
    const weft::PictureView view{.base = reinterpret_cast<std::byte*>(samples.data()),
                                 .format = SampleFormat::kU16,
                                 .x_stride = 6,
                                 .y_stride = 6 * 64,
                                 .plane_stride = 2,
                                 .domain = request.window,
                                 .planes = 3};
    const Result<PictureIO*> io = picture_io();
    ASSERT_TRUE(io);
    const Status written = (*io)->write(request, view);
    ASSERT_TRUE(written) << written.error().message;
}

/// A path in the dialog that asks for one.
void answer(Artist& artist, const QString& path) {
    artist.type(path);
    artist.press(Qt::Key_Return);
}

TEST_F(ArtistTasks, ScanWithoutColours) {
    write_scan(file("scan.tif"));
    const auto window = start({}, file("scan.tif"));
    perform(*window, [&](Artist& artist) {
        EXPECT_NEAR(artist.sample(5, 5, 0), 0.214f, 1e-3f) << "sRGB, as such files are";
        artist.click(artist.at_box("input"));
        artist.look("task-scan");
        artist.click(artist.at("colour"));
        artist.press(Qt::Key_R);
        artist.press(Qt::Key_Return);
        artist.wait_for_picture();
        artist.look("task-scan-raw");
        EXPECT_NEAR(artist.sample(5, 5, 0), 0.5f, 1e-3f);
    });
}

TEST_F(ArtistTasks, FramesStoppedOnTheWay) {
    Document document =
        add_node(empty_document(), library(), "Gaussian", {}, {{ItemKind::kInput, 0}})->document;
    document = *set(document, library(), "gaussian1.sigma", "1:1,1000:30");
    document = set_picture(document, "input", WEFT_PLATE);
    const auto window = start(saved("look.weft", document), {});
    QDir(file("")).mkdir("out");
    perform(*window, [&](Artist& artist) {
        artist.press(Qt::Key_F7);
        artist.type(file("out/look.####.exr"));
        artist.click(artist.at("frames"));
        artist.type("1-1000");
        artist.press(Qt::Key_Return);
        const auto frames = [&] { return QDir(file("out")).entryList({"*.exr"}, QDir::Files); };
        artist.wait_for([&] { return frames().size() >= 2; });
        artist.look("task-frames");
        artist.click(artist.at("start"));
        artist.wait_for(
            [&] { return window->findChild<QAbstractButton*>("start")->text() != "Stop"; });
        artist.look("task-frames-stopped");
        // What is there is whole, and nothing else is.
        EXPECT_LT(frames().size(), 1000);
        const Result<PictureIO*> io = picture_io();
        for (const QString& name : frames()) {
            const auto read =
                (*io)->read(file("out/").toStdString() + name.toStdString(), {}, nullptr);
            EXPECT_TRUE(read) << name.toStdString();
        }
        EXPECT_EQ(QDir(file("out")).entryList(QDir::Files | QDir::Hidden).size(), frames().size());
    });
}

TEST_F(ArtistTasks, TheSameBitsOutside) {
    const auto window = start({}, WEFT_PLATE);
    perform(*window, [&](Artist& artist) {
        artist.click(artist.at_box("input"));
        add(artist, "glow");
        artist.press(Qt::Key_S, Qt::ControlModifier);
        answer(artist, file("glow.weft"));
        artist.wait_for_picture();
        artist.look("task-same-bits");
    });
    QProcess weft;
    weft.start(QCoreApplication::applicationDirPath() + "/weft",
               {"render", file("glow.weft"), "-i", WEFT_PLATE, "-o", file("glow.exr"), "--format",
                "float"});
    ASSERT_TRUE(weft.waitForFinished(-1));
    ASSERT_EQ(weft.exitCode(), 0) << weft.readAllStandardError().toStdString();
    const auto seen = window->viewer().view().picture();
    ASSERT_NE(seen, nullptr);
    const Result<PictureIO*> io = picture_io();
    const auto loaded = (*io)->read(file("glow.exr").toStdString(), {}, nullptr);
    ASSERT_TRUE(loaded) << loaded.error().message;
    Picture written(seen->domain(), 3);
    load_region(loaded->view, written.domain(), written);
    for (int y = seen->domain().y0; y < seen->domain().y1; ++y)
        for (int x = seen->domain().x0; x < seen->domain().x1; ++x)
            for (int p = 0; p < 3; ++p)
                ASSERT_EQ(seen->at(x, y, p), written.at(x, y, p)) << x << ", " << y;
}

/// A picture of a file.
Picture picture_in(const QString& path) {
    const Result<PictureIO*> io = picture_io();
    const auto loaded = (*io)->read(path.toStdString(), {}, nullptr);
    EXPECT_TRUE(loaded) << loaded.error().message;
    if (!loaded) return Picture(Rect{0, 0, 1, 1}, 4);
    Picture picture(loaded->view.domain, loaded->view.planes);
    load_region(loaded->view, picture.domain(), picture);
    return picture;
}

TEST_F(ArtistTasks, TwoPicturesToOne) {
    const QString plate = file("plate.exr"), title = file("title.png");
    ASSERT_TRUE(QFile::copy(WEFT_PLATE, plate));
    QImage letters(960, 540, QImage::Format_ARGB32);
    letters.fill(Qt::transparent);
    QPainter painter(&letters);
    painter.fillRect(QRect(300, 400, 360, 60), Qt::white);
    painter.end();
    ASSERT_TRUE(letters.save(title));
    const auto window = start({}, {});
    perform(*window, [&](Artist& artist) {
        artist.drop({plate, title}, artist.on_canvas(0.7, 0.3));
        artist.look("task-two-pictures-dropped");
        add(artist, "degrain");
        artist.press(Qt::Key_G);
        artist.click(artist.at_box("title"), Qt::ShiftModifier);
        artist.press(Qt::Key_M);
        artist.press(Qt::Key_W);
        artist.press(Qt::Key_Return);
        artist.press(Qt::Key_F5);
        artist.wait_for([&] { return QFile::exists(file("plate_out.exr")); });
        artist.look("task-two-pictures");
    });
    const Document& document = window->session().document();
    EXPECT_EQ(name_of(document, source(document.draft.graph.outputs[0].image)), "merge1");
    EXPECT_EQ(name_of(document, source(document.draft.graph.find("merge1")->inputs[0])), "title");
    EXPECT_EQ(name_of(document, source(document.draft.graph.find("merge1")->inputs[1])), "grade1");
    const Picture before = picture_in(plate), after = picture_in(file("plate_out.exr"));
    ASSERT_EQ(after.domain(), before.domain());
    double change = 0.0;
    for (int p = 0; p < 3; ++p) {
        EXPECT_EQ(after.at(480, 430, p), 1.0f) << "the title, in front";
        for (int x = 0; x < 960; ++x) {
            const double by = std::abs(after.at(x, 200, p) - before.at(x, 200, p));
            change += by / (3 * 960);
        }
    }
    EXPECT_GT(change, 1e-4) << "the plate's grain is gone";
    EXPECT_LT(change, 0.05) << "and the plate is still there";
}

/// The page states each task that there is, and no other.
TEST(ArtistTasksPage, StatesWhatIsTested) {
    std::set<std::string> tested, stated;
    const testing::UnitTest& all = *testing::UnitTest::GetInstance();
    for (int suite = 0; suite < all.total_test_suite_count(); ++suite) {
        const testing::TestSuite& tests = *all.GetTestSuite(suite);
        if (std::string(tests.name()) != "ArtistTasks") continue;
        for (int i = 0; i < tests.total_test_count(); ++i)
            tested.insert(tests.GetTestInfo(i)->name());
    }
    for (const auto& [name, actions] : stated_actions()) stated.insert(name);
    EXPECT_EQ(stated, tested);
}

}  // namespace
}  // namespace weft::editor
