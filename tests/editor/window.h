// A window of the editor without a screen, and hands for it.
#pragma once

#include <QSignalSpy>
#include <QTest>
#include <memory>

#include "../patience.h"
#include "app/engine_evaluator.h"
#include "app/engine_functors.h"
#include "app/engine_planner.h"
#include "app/main_window.h"
#include "app/picture_displays.h"
#include "documents.h"

namespace weft::editor {

/// Handles events until `holds`; false when patience is over.
template <class Condition>
bool wait_until(Condition holds) {
    test::Patience patience;
    while (!holds()) {
        if (patience.is_over()) return holds();
        QTest::qWait(1);
    }
    return true;
}

/// Handles events, and those that follow from them: layouts, timers of no time at all.
inline void settle() {
    for (int i = 0; i < 10; ++i) QTest::qWait(1);
}

/// Waits until the viewer has answered.
inline bool wait_for_picture(MainWindow& window) {
    return wait_until([&] { return !window.viewer().busy(); });
}

/// And has measured it.
inline bool wait_for_scopes(MainWindow& window) {
    return wait_for_picture(window) && wait_until([&] { return !window.viewer().scopes().busy(); });
}

/// Where a test is about other things than trust.
struct TrustOfAll final : CodeTrust {
    FunctorTexts untrusted(const FunctorTexts&) const override { return {}; }
    Status add(const FunctorTexts&) override { return {}; }
};

/// A window of 1200 by 800, shown, with the sample degrain effect or an empty document.
inline std::unique_ptr<MainWindow> make_window(
    std::unique_ptr<Evaluator> evaluator = make_engine_evaluator(library()),
    std::unique_ptr<CodeTrust> trust = std::make_unique<TrustOfAll>()) {
    auto window = std::make_unique<MainWindow>(
        library(),
        Workers{std::move(evaluator), make_engine_planner(library()),
                make_engine_functors(library()), std::move(trust), make_picture_displays()});
    window->resize(1200, 800);
    window->show();
    wait_until([&] { return window->windowHandle()->isExposed(); });
    window->graph().frame({});
    window->graph().setFocus();
    return window;
}

/// Pressed on the graph.
inline void key(MainWindow& window, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(&window.graph(), key, modifiers);
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
