// An artist at a window: keys and the pointer of an X server, each action counted; what is waited
// for; and pictures of the window. The artist is a thread of its own, so that menus and dialogs,
// which keep a window until they are answered, find hands to answer them.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QCheckBox>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QMenu>
#include <QTemporaryDir>
#include <QThread>
#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "app/settings.h"
#include "batch/effect_folders.h"
#include "devices.h"
#include "file_manager.h"
#include "hands.h"

namespace weft::editor {

/// What a place is that the artist does not find.
struct Lost {};

class Artist {
  public:
    explicit Artist(MainWindow& window)
        : window_(window), devices_(static_cast<quint32>(window.winId())) {}

    /// What the window's own thread finds out, in a dialog as well.
    template <class Question>
    auto ask(Question question) const {
        std::optional<decltype(question())> answer;
        QMetaObject::invokeMethod(qApp, [&] { answer = question(); }, Qt::BlockingQueuedConnection);
        return *std::move(answer);
    }
    const Session& session() const { return window_.session(); }
    Document document() const {
        return ask([&] { return window_.session().document(); });
    }

    // What hands do. Each is one action.

    void press(Qt::Key key, Qt::KeyboardModifiers held = {}) {
        begin();
        strike(symbol_of(key), held);
    }
    /// Letters, as one.
    void type(const QString& text) {
        begin();
        for (const QChar letter : text) {
            const bool shifted = devices_.is_shifted(letter.unicode());
            strike(letter.unicode(), shifted ? Qt::ShiftModifier : Qt::NoModifier);
        }
    }
    void click(QPoint at, Qt::KeyboardModifiers held = {},
               Qt::MouseButton button = Qt::LeftButton) {
        begin();
        hold(held, true);
        push(at, button);
        release(button);
        hold(held, false);
        finish();
    }
    void right_click(QPoint at) { click(at, {}, Qt::RightButton); }
    void double_click(QPoint at) {
        begin();
        push(at, Qt::LeftButton);
        for (const bool down : {false, true, false}) devices_.button(1, down);
        finish();
    }
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers held = {}) {
        constexpr int kSteps = 8;
        begin();
        hold(held, true);
        push(from, Qt::LeftButton);
        for (int step = 1; step <= kSteps; ++step) {
            finish();
            move(from + (to - from) * step / kSteps);
        }
        finish();
        release(Qt::LeftButton);
        hold(held, false);
        finish();
    }
    /// Files that are dragged from a file manager, and let go: one action, however many they are.
    void drop(const QStringList& files, QPoint at) {
        drag(ask([&] {
                 files_ = std::make_unique<FileManager>(window_, files);
                 return files_->geometry().center();
             }),
             at);
    }
    /// Takes the pointer somewhere, as on the way to what is done next: no action.
    void point_at(QPoint at) {
        move(at);
        finish();
    }

    // Where hands go, in the screen's pixels. Who finds nothing there is Lost, and the task ends.

    QPoint at_box(const std::string& name) const {
        return on_graph(name, [](const NodeItem& box) { return box.pos(); });
    }
    QPoint at_output(const std::string& name, int output = 0) const {
        return on_graph(name, [=](const NodeItem& box) { return box.output_at(output); });
    }
    QPoint at_input(const std::string& name, const std::string& input) const {
        return on_graph(name, [&](const NodeItem& box) -> std::optional<QPointF> {
            const std::vector<Port>& ports = box.look().inputs;
            for (std::size_t i = 0; i < ports.size(); ++i)
                if (ports[i].name == input) return box.input_at(static_cast<int>(i));
            return std::nullopt;
        });
    }
    /// A place of the canvas by shares of its width and height.
    QPoint on_canvas(double across, double down) const {
        return ask([&] {
            QWidget& canvas = *window_.graph().viewport();
            return canvas.mapToGlobal(
                QPoint(qRound(across * canvas.width()), qRound(down * canvas.height())));
        });
    }
    /// The middle of a widget, by its name.
    QPoint at(const QString& name) const {
        return found(name, [&] { return middle_of(widget(name)); });
    }
    /// The field of a parameter, "blur1.sigma".
    QPoint at_field(const QString& parameter) const {
        return found(parameter, [&] {
            QWidget* value = widget("value:" + parameter);
            QWidget* field = value ? value->findChild<QWidget*>("field") : nullptr;
            return middle_of(field ? field : value);
        });
    }
    /// A button of the dialog that is open, by its words.
    QPoint at_button(const QString& text) const {
        return found(text, [&]() -> std::optional<QPoint> {
            QWidget* dialog = QApplication::activeModalWidget();
            if (!dialog) dialog = QApplication::activeWindow();
            for (QAbstractButton* button : dialog->findChildren<QAbstractButton*>())
                if (button->text().remove('&') == text) return middle_of(button);
            return std::nullopt;
        });
    }
    /// An entry of the menu that is open, by how it begins.
    QPoint at_entry(const QString& text) const {
        return found(text, [&]() -> std::optional<QPoint> {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QAction* action = menu ? entry_of(*menu, text) : nullptr;
            if (!action || !action->isEnabled()) return std::nullopt;
            return menu->mapToGlobal(menu->actionGeometry(action).center());
        });
    }
    /// One of the window's menus.
    QPoint at_menu(const QString& title) const {
        return found(title, [&]() -> std::optional<QPoint> {
            QMenuBar& bar = *window_.menuBar();
            for (QAction* action : bar.actions())
                if (action->text().remove('&') == title)
                    return bar.mapToGlobal(bar.actionGeometry(action).center());
            return std::nullopt;
        });
    }
    /// A place of the picture, in its own pixels; it is fitted, and all there.
    QPoint at_pixel(double x, double y) const {
        return found(QStringLiteral("the picture"), [&]() -> std::optional<QPoint> {
            const PictureView& view = window_.viewer().view();
            const auto picture = view.picture();
            if (!picture) return std::nullopt;
            const Rect frame = picture->domain();
            const QPointF middle((frame.x0 + frame.x1) / 2.0, (frame.y0 + frame.y1) / 2.0);
            const QPointF from = QRectF(view.rect()).center();
            return view.mapToGlobal((from + (QPointF(x, y) - middle) * view.zoom()).toPoint());
        });
    }
    QPoint at_handle(int handle) const {
        return ask([&] {
            const PictureView& view = window_.viewer().view();
            return view.mapToGlobal(view.handle_at(handle).toPoint());
        });
    }

    // What is looked at.

    /// Until the picture is there: a wait, which is told and bounded by nothing.
    void wait_for_picture() {
        wait_for([&] { return !window_.viewer().busy(); });
    }
    /// Until something holds that the window's thread finds out.
    bool wait_for(const std::function<bool()>& holds) {
        const bool held = comes_to_hold(holds);
        EXPECT_TRUE(held) << "waited in vain";
        waits_.push_back(static_cast<double>(since_.nsecsElapsed()) * 1e-6);
        return held;
    }
    /// The sample of the viewed picture at a pixel; the picture must be there.
    float sample(int x, int y, int plane) const {
        return ask([&] {
            const auto picture = window_.viewer().view().picture();
            return picture ? picture->at(x, y, plane) : -1.0f;
        });
    }
    void look(const QString& name) {
        ask([&] {
            weft::editor::look(window_, name);
            return true;
        });
    }

    int actions() const { return actions_; }
    /// Milliseconds, each from an action to what was waited for.
    const std::vector<double>& waits() const { return waits_; }

  private:
    /// Asks seldom after a while: to be asked is work, and patience ends where nobody works.
    bool comes_to_hold(const std::function<bool()>& holds) const {
        const QElapsedTimer timer = started();
        return test::wait_until([&] {
            if (ask(holds)) return true;
            if (timer.elapsed() > 1000) std::this_thread::sleep_for(std::chrono::milliseconds(50));
            return false;
        });
    }
    void begin() {
        ++actions_;
        since_.start();
    }
    /// Until what the devices did has been answered, and what followed from that, as a window that
    /// opens or gets the keyboard: each needs the server once more.
    void finish() {
        for (int i = 0; i < 5; ++i) {
            devices_.wait_until_taken();
            ask([] { return true; });
        }
    }
    void move(QPoint at) { devices_.move(at * window_.devicePixelRatio()); }
    /// A button, down. Who clicks twice at one place means no double-click, and takes time for it.
    void push(QPoint at, Qt::MouseButton button) {
        constexpr int kSamePlace = 12;
        const qint64 left = QApplication::doubleClickInterval() + 1 - pushed_for_.elapsed();
        if (left > 0 && (at - pushed_at_).manhattanLength() <= kSamePlace)
            std::this_thread::sleep_for(std::chrono::milliseconds(left));
        pushed_for_.start();
        pushed_at_ = at;
        move(at);
        finish();
        devices_.button(number_of(button), true);
    }
    void release(Qt::MouseButton button) {
        finish();
        devices_.button(number_of(button), false);
    }
    static int number_of(Qt::MouseButton button) {
        return button == Qt::LeftButton ? 1 : button == Qt::MiddleButton ? 2 : 3;
    }
    void hold(Qt::KeyboardModifiers keys, bool down) {
        constexpr std::pair<Qt::KeyboardModifier, xcb_keysym_t> kKeys[] = {
            {Qt::ShiftModifier, 0xffe1}, {Qt::ControlModifier, 0xffe3}, {Qt::AltModifier, 0xffe9}};
        for (const auto& [key, symbol] : kKeys)
            if (keys & key) devices_.key(symbol, down);
    }
    /// A key, in the window that has the keyboard.
    void strike(xcb_keysym_t symbol, Qt::KeyboardModifiers held) {
        if (!comes_to_hold([] { return QGuiApplication::focusWindow() != nullptr; })) {
            ADD_FAILURE() << "no window has the keyboard";
            throw Lost();
        }
        hold(held, true);
        devices_.key(symbol, true);
        devices_.key(symbol, false);
        hold(held, false);
        finish();
    }
    /// The place that a question finds, or none: then the artist is lost.
    template <class Question>
    QPoint found(const QString& what, Question question) const {
        const std::optional<QPoint> place = ask(question);
        if (place) return *place;
        ADD_FAILURE() << what.toStdString() << " is not in sight";
        throw Lost();
    }
    template <class Place>
    QPoint on_graph(const std::string& name, Place place) const {
        return found(QString::fromStdString(name), [&]() -> std::optional<QPoint> {
            GraphView& graph = window_.graph();
            const NodeItem* node = graph.graph().node(named(window_.session().document(), name));
            const std::optional<QPointF> at =
                node ? std::optional<QPointF>(place(*node)) : std::nullopt;
            if (!at || !graph.viewport()->rect().contains(graph.mapFromScene(*at)))
                return std::nullopt;
            return graph.viewport()->mapToGlobal(graph.mapFromScene(*at));
        });
    }
    QWidget* widget(const QString& name) const {
        for (QWidget* top : {QApplication::activePopupWidget(), QApplication::activeModalWidget(),
                             QApplication::activeWindow(), static_cast<QWidget*>(&window_)}) {
            QWidget* found = !top                        ? nullptr
                             : top->objectName() == name ? top
                                                         : top->findChild<QWidget*>(name);
            if (found) return found;
        }
        return nullptr;
    }
    static std::optional<QPoint> middle_of(QWidget* widget) {
        if (!widget || widget->visibleRegion().isEmpty()) return std::nullopt;
        const QRect seen = widget->visibleRegion().boundingRect();
        const bool has_box = qobject_cast<QCheckBox*>(widget);  // which stands at its left
        return widget->mapToGlobal(has_box ? QPoint(10, seen.center().y()) : seen.center());
    }

    static QElapsedTimer started() {
        QElapsedTimer timer;
        timer.start();
        return timer;
    }

    MainWindow& window_;
    Devices devices_;
    int actions_ = 0;
    QElapsedTimer since_ = started();
    QElapsedTimer pushed_for_ = started();
    QPoint pushed_at_{-1000, -1000};
    std::unique_ptr<FileManager> files_;  // stays open beside the editor
    std::vector<double> waits_;
};

/// Tab, words, Enter: a node behind what is selected.
inline void add(Artist& artist, const QString& words) {
    artist.press(Qt::Key_Tab);
    artist.type(words);
    artist.press(Qt::Key_Return);
}

/// A node by itself, at a place of the canvas.
inline void add_loose(Artist& artist, const QString& words, double across, double down) {
    artist.click(artist.on_canvas(across, down));
    add(artist, words);
}

/// A value in the field of a parameter, instead of what stands there.
inline void enter(Artist& artist, const char* parameter, const QString& value) {
    artist.double_click(artist.at_field(parameter));
    artist.type(value);
    artist.press(Qt::Key_Return);
}

/// The actions that docs/editor-tasks.md states of each task.
inline std::map<std::string, int> stated_actions() {
    std::map<std::string, int> stated;
    std::ifstream page(WEFT_TASKS_PAGE);
    for (std::string line; std::getline(page, line);) {
        std::istringstream cells(line);
        std::string empty, name, task, actions;
        std::getline(
            std::getline(std::getline(std::getline(cells, empty, '|'), name, '|'), task, '|'),
            actions, '|');
        name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
        if (const int count = std::atoi(actions.c_str()); count > 0) stated[name] = count;
    }
    return stated;
}

/// Tasks at windows of their own, which find nothing that others left behind.
class ArtistTasks : public testing::Test {
  protected:
    ~ArtistTasks() override {
        save_recent_nodes({});
        std::filesystem::remove_all(effect_folders().back());
    }
    /// What the artist does, in the task of this test's name; its count is that of the page.
    static void perform(MainWindow& window, const std::function<void(Artist&)>& task) {
        Artist artist(window);
        QEventLoop loop;
        std::thread hands([&] {
            try {
                artist.wait_for_picture();
                task(artist);
            } catch (const Lost&) {
                artist.look("task-lost");
            }
            artist.ask([] {  // what a task that failed left open
                for (int i = 0; i < 9; ++i)
                    for (QWidget* open :
                         {QApplication::activePopupWidget(), QApplication::activeModalWidget()})
                        if (open) open->close();
                return true;
            });
            QMetaObject::invokeMethod(&loop, &QEventLoop::quit, Qt::QueuedConnection);
        });
        loop.exec();
        hands.join();
        const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
        std::string waits;
        for (const double wait : artist.waits())
            waits += (waits.empty() ? "" : ", ") + std::to_string(std::lround(wait));
        std::printf("%s: %d actions; waits in ms, that for the start first: %s\n", name.c_str(),
                    artist.actions(), waits.c_str());
        const auto stated = stated_actions();
        EXPECT_TRUE(stated.contains(name)) << "docs/editor-tasks.md has no line on it";
        if (!stated.contains(name) || testing::Test::HasFailure()) return;
        EXPECT_EQ(artist.actions(), stated.at(name)) << "docs/editor-tasks.md states others";
    }
    /// A window as the shell starts it: over a document, or a new one, and a picture.
    std::unique_ptr<MainWindow> start(const QString& document, const QString& picture) const {
        auto window = start_window({1440, 900});
        if (!document.isEmpty() && !window->open(document))
            ADD_FAILURE() << document.toStdString() << " cannot be opened";
        if (!picture.isEmpty()) window->show_pictures({picture});
        weft::editor::settle();
        return window;
    }
    QString file(const char* name) const { return folder_.filePath(QLatin1String(name)); }
    /// A document of the folder.
    QString saved(const char* name, const Document& document) const {
        std::ofstream(file(name).toStdString()) << to_text(document, library());
        return file(name);
    }

  private:
    const QTemporaryDir folder_;
};

}  // namespace weft::editor
