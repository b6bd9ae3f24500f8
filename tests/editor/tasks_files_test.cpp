// Artists' tasks about files: colours of a scan, frames rendered and stopped, the same bits outside
// the window, and two pictures to one that is written.
#include <QDir>
#include <QLineEdit>
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

TEST_F(ArtistTasks, TwoPicturesToOne) {
    QImage sky(960, 540, QImage::Format_RGB888);
    sky.fill(QColor(120, 150, 200));
    ASSERT_TRUE(sky.save(file("sky.png")));
    const auto window = start({}, {});
    perform(*window, [&](Artist& artist) {
        artist.double_click(artist.at_box("input"));
        answer(artist, WEFT_PLATE);
        artist.click(artist.at_box("input"));
        add(artist, "degrain");
        add(artist, "grade");
        artist.wait_for_picture();
        artist.click(artist.on_canvas(0.8, 0.2));
        add(artist, "read");
        answer(artist, file("sky.png"));
        artist.click(artist.at_box("grade1"));
        add(artist, "merge");
        artist.drag(artist.at_output("input2"), artist.at_input("merge1", "B"));
        artist.wait_for_picture();
        artist.look("task-two-pictures");
        artist.press(Qt::Key_F7);
        artist.type(file("out.png"));
        artist.press(Qt::Key_Return);
        artist.wait_for([&] { return QFile::exists(file("out.png")); });
        artist.look("task-two-pictures-rendered");
    });
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
