// A window of the editor without a screen, and hands for it.
#pragma once

#include <QSignalSpy>
#include <QTest>
#include <memory>

#include "app/engine_evaluator.h"
#include "app/engine_functors.h"
#include "app/engine_planner.h"
#include "app/main_window.h"
#include "app/picture_displays.h"
#include "documents.h"

namespace weft::editor {

/// A second in milliseconds, for what takes no longer; sanitizers slow everything down.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kSecond = 10'000;
#else
constexpr int kSecond = 1'000;
#endif

/// Waits until the viewer has answered. False after ten seconds.
inline bool wait_for_picture(MainWindow& window) {
    return QTest::qWaitFor([&] { return !window.viewer().busy(); }, 10 * kSecond);
}

/// And has measured it.
inline bool wait_for_scopes(MainWindow& window) {
    return wait_for_picture(window) &&
           QTest::qWaitFor([&] { return !window.viewer().scopes().busy(); }, 10 * kSecond);
}

/// A window of 1200 by 800, shown, with the sample degrain effect or an empty document.
inline std::unique_ptr<MainWindow> make_window(
    std::unique_ptr<Evaluator> evaluator = make_engine_evaluator(library())) {
    auto window = std::make_unique<MainWindow>(
        library(), Workers{std::move(evaluator), make_engine_planner(library()),
                           make_engine_functors(library()), make_picture_displays()});
    window->resize(1200, 800);
    window->show();
    (void)QTest::qWaitForWindowExposed(window.get());
    window->graph().frame({});
    window->graph().setFocus();
    return window;
}

/// Where a point of the scene lies in the graph's viewport.
inline QPoint at(MainWindow& window, QPointF scene) { return window.graph().mapFromScene(scene); }

inline NodeItem& box(MainWindow& window, const std::string& name) {
    return *window.graph().graph().node(named(window.session().document(), name));
}

inline void drag(MainWindow& window, QPointF from, QPointF to) {
    QWidget* canvas = window.graph().viewport();
    QTest::mousePress(canvas, Qt::LeftButton, {}, at(window, from));
    QTest::mouseMove(canvas, at(window, (from + to) / 2));
    QTest::mouseMove(canvas, at(window, to));
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, at(window, to));
}

}  // namespace weft::editor
