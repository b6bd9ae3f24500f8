// weft-editor-view: how long the window takes for one frame of what an artist does with an 8K
// picture of floats: pan, zoom, drag exposure and gamma, compare, with scopes beside it.
#include <QApplication>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QThread>
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

constexpr Rect k8K{0, 0, 8192, 4320};

/// Gradients with grain, as bright as pictures are.
bool write_picture(const QString& path) {
    std::vector<float> pixels;
    pixels.reserve(3 * static_cast<std::size_t>(k8K.area()));
    unsigned state = 1;
    for (int y = 0; y < k8K.y1; ++y)
        for (int x = 0; x < k8K.x1; ++x)
            for (int p = 0; p < 3; ++p) {
                state = state * 1664525u + 1013904223u;
                const float grain = static_cast<float>(state >> 8) * 0x1p-24f;
                pixels.push_back(0.9f * static_cast<float>(p == 1 ? y : x) / 8192.0f +
                                 0.1f * grain);
            }
    return write_floats(path, k8K, pixels);
}

/// Until there is nothing to do; milliseconds that the window was busy at a time.
double settle(MainWindow& window) {
    double longest = 0;
    QElapsedTimer timer, quiet;
    for (quiet.start(); quiet.elapsed() < 300;) {
        if (window.viewer().busy() || window.viewer().displays().busy()) quiet.restart();
        timer.start();
        QApplication::processEvents();
        longest = std::max(longest, static_cast<double>(timer.nsecsElapsed()) * 1e-6);
        QThread::msleep(1);
    }
    return longest;
}

/// Each step with all that the window does at once for it.
void measure(const char* what, MainWindow& window, int steps,
             const std::function<void(int)>& step) {
    std::vector<double> times;
    const std::clock_t begin = std::clock();
    for (int i = 0; i < steps; ++i) {
        QElapsedTimer timer;
        timer.start();
        step(i);
        QApplication::processEvents();
        times.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
    }
    const double cores = 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / steps;
    std::sort(times.begin(), times.end());
    const double after = settle(window);
    std::printf("  %-14s %6.1f ms a frame, at worst %6.1f, of all cores %6.1f; after it %6.1f\n",
                what, times[times.size() / 2], times.back(), cores, after);
    std::fflush(stdout);
}

void wheel(PictureView& view, int turn) {
    QWheelEvent event(view.rect().center(), {}, {}, {0, turn}, {}, {}, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&view, &event);
}

/// All that is done at one zoom.
void act(MainWindow& window, int steps) {
    PictureView& view = window.viewer().view();
    const QPoint middle = view.rect().center();
    QTest::mousePress(&view, Qt::MiddleButton, {}, middle);
    measure("pan", window, steps, [&](int i) {
        QTest::mouseMove(&view, middle + QPoint(i < steps / 2 ? 7 * i : 7 * (steps - i), 3 * i));
    });
    QTest::mouseRelease(&view, Qt::MiddleButton, {}, middle);
    measure("zoom", window, steps, [&](int i) { wheel(view, i < steps / 2 ? 60 : -60); });
    for (const char* name : {"exposure", "gamma"}) {
        auto& box = *window.findChild<QDoubleSpinBox*>(QLatin1String(name));
        const double usual = box.value();
        measure(name, window, steps, [&](int i) { box.setValue(usual + 0.02 * i); });
        box.setValue(usual);
        settle(window);
    }
}

void display(MainWindow& window, const QString& name) {
    DisplayMenu& menu = window.viewer().displays();
    menu.setCurrentIndex(menu.findText(name));
    Q_EMIT menu.activated(menu.currentIndex());
    settle(window);
}

int bench(int steps) {
    const QTemporaryDir folder;
    const QString path = folder.filePath("8k.exr");
    if (!write_picture(path)) return 1;
    const auto window = make_window();
    window->resize(2560, 1440);
    Session& session = window->session();
    session.open(set_picture(chain(), "input", path.toStdString()));
    settle(*window);
    PictureView& view = window->viewer().view();
    for (const char* display_name : {"sRGB", "ACES 1.0 (of ACEScg)"}) {
        display(*window, QLatin1String(display_name));
        for (const bool fit : {true, false}) {
            window->viewer().action(fit ? "viewer.fit" : "viewer.100")->trigger();
            settle(*window);
            std::printf("%s, %s, %dx%d shown:\n", display_name, fit ? "fitted" : "actual pixels",
                        view.width(), view.height());
            act(*window, steps);
        }
    }
    display(*window, QStringLiteral("sRGB"));
    window->viewer().action("viewer.fit")->trigger();
    session.compare_at(2, ItemId{ItemKind::kInput, 0});
    for (const auto& [name, title] :
         {std::pair("viewer.wipe", "wipe"), std::pair("viewer.difference", "difference"),
          std::pair("viewer.side-by-side", "side by side")}) {
        measure("chosen", *window, 1, [&](int) { window->viewer().action(name)->trigger(); });
        measure("there", *window, 1, [&](int) { view.update(); });
        std::printf("%s, fitted:\n", title);
        act(*window, steps);
        window->viewer().action(name)->trigger();
        settle(*window);
    }
    measure("scopes opened", *window, 1,
            [&](int) { window->findChild<QWidget*>("dock.scopes")->show(); });
    std::printf("with scopes, fitted, %dx%d shown:\n", view.width(), view.height());
    act(*window, steps);
    return 0;
}

}  // namespace
}  // namespace weft::editor

int main(int argc, char** argv) {
    const weft::editor::OffscreenApplication application(argc, argv);
    return weft::editor::bench(argc > 1 ? std::atoi(argv[1]) : 40);
}
