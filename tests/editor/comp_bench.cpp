// weft-editor-comp: how long an artist waits in a composite of 300 nodes over a 4K picture: from a
// slider to its picture, for a frame of a pan or a zoom of the picture, and of the graph.
#include <QApplication>
#include <QElapsedTimer>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QWheelEvent>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <vector>

#include "bench_picture.h"
#include "offscreen.h"
#include "window.h"

namespace weft::editor {
namespace {

constexpr Rect k4K{0, 0, 3840, 2160};
constexpr int kNodes = 300;

/// Gradients, as bright as pictures are.
bool write_picture(const QString& path) {
    std::vector<float> pixels;
    pixels.reserve(3 * static_cast<std::size_t>(k4K.area()));
    for (int y = 0; y < k4K.y1; ++y)
        for (int x = 0; x < k4K.x1; ++x)
            for (int p = 0; p < 3; ++p)
                pixels.push_back(static_cast<float>(p == 1 ? y : x) / 3840.0f);
    return write_floats(path, k4K, pixels);
}

/// A chain of grades with a blur now and then.
Document composite(const QString& picture) {
    static constexpr const char* kFunctors[] = {"Saturation", "Contrast", "Gain", "Clamp",
                                                "HueRotation"};
    Document document = empty_document();
    ItemId last{ItemKind::kInput, 0};
    for (int i = 0; i < kNodes; ++i) {
        const char* functor = i % 60 == 30 ? "Gaussian" : kFunctors[i % 5];
        const Edited edited = *add_node(document, library(), functor, {}, {last});
        document = edited.document;
        last = *edited.made.begin();
    }
    return set_picture(document, "input", picture.toStdString());
}

/// Each step until it is done; with the processor time that all threads took.
void measure(const char* what, int steps, const std::function<void(int)>& step) {
    std::vector<double> times;
    const std::clock_t begin = std::clock();
    for (int i = 0; i < steps; ++i) {
        QElapsedTimer timer;
        timer.start();
        step(i);
        times.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
    }
    const double cores = 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / steps;
    std::sort(times.begin(), times.end());
    std::printf("%-20s %7.1f ms, at best %7.1f, at worst %7.1f, of all cores %7.1f\n", what,
                times[times.size() / 2], times.front(), times.back(), cores);
    std::fflush(stdout);
}

/// Whether something was drawn anew.
class Drawn : public QObject {
  public:
    explicit Drawn(QWidget& widget) { widget.installEventFilter(this); }
    bool is = false;
    bool eventFilter(QObject*, QEvent* event) override {
        is |= event->type() == QEvent::Paint;
        return false;
    }
};

void wheel(QWidget& widget, int turn) {
    QWheelEvent event(widget.rect().center(), {}, {}, {0, turn}, {}, {}, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

void wait(MainWindow& window) {
    while (window.viewer().busy()) QTest::qWait(1);
}

int bench(int steps) {
    const QTemporaryDir folder;
    if (!write_picture(folder.filePath("4k.exr"))) return 1;
    const auto window = make_window();
    window->resize(1920, 1080);
    Session& session = window->session();
    measure("first picture", 1, [&](int) {
        session.open(composite(folder.filePath("4k.exr")));
        QApplication::processEvents();
        wait(*window);
    });
    window->graph().frame({});
    PictureView& view = window->viewer().view();
    // A drag does not wait for all of a picture: the first that is seen, coarse or not, counts.
    Drawn drawn(view);
    measure("slider to picture", steps, [&](int i) {
        session.apply("Set", set(session.document(), session.library(), "contrast1.contrast",
                                 std::to_string(1.0 + 0.01 * (i + 1))));
        QApplication::processEvents();
        for (drawn.is = false; !drawn.is && window->viewer().busy();) QTest::qWait(1);
    });
    measure("and all of it", 1, [&](int) { wait(*window); });
    const QPoint middle = view.rect().center();
    QTest::mousePress(&view, Qt::MiddleButton, {}, middle);
    measure("pan the picture", steps, [&](int i) {
        QTest::mouseMove(&view, middle + QPoint(i < steps / 2 ? 7 * i : 7 * (steps - i), 3 * i));
        view.repaint();
    });
    QTest::mouseRelease(&view, Qt::MiddleButton, {}, middle);
    wait(*window);
    measure("zoom the picture", steps, [&](int i) {
        wheel(view, i < steps / 2 ? 60 : -60);
        view.repaint();
    });
    wait(*window);
    GraphView& graph = window->graph();
    measure("pan the graph", steps, [&](int i) {
        QScrollBar& bar = *graph.verticalScrollBar();
        bar.setValue(bar.value() + (i < steps / 2 ? 7 : -7));
        graph.viewport()->repaint();
    });
    measure("zoom the graph", steps, [&](int i) {
        wheel(*graph.viewport(), i < steps / 2 ? 120 : -120);
        graph.viewport()->repaint();
    });
    return 0;
}

}  // namespace
}  // namespace weft::editor

int main(int argc, char** argv) {
    const weft::editor::OffscreenApplication application(argc, argv);
    return weft::editor::bench(argc > 1 ? std::atoi(argv[1]) : 40);
}
