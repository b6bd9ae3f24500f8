// A window in random hands: edits, undo, what is viewed, time, functors that are written, files.
// A few seconds, half an hour in a full run (`ctest -R editor_full`), or WEFT_SOAK_MINUTES; under
// sanitizers it looks for leaks and races.
#include <gtest/gtest.h>
#include <QDockWidget>
#include <QLineEdit>
#include <QTemporaryDir>
#include <chrono>
#include <cstdio>
#include <thread>

#include "code/code_editor.h"
#include "commands/functor_edits.h"
#include "full_run.h"
#include "random_artist.h"
#include "window.h"

namespace weft::editor {
namespace {

using Clock = std::chrono::steady_clock;

std::chrono::duration<double> soak_time() {
    constexpr double kUsual = 3, kFull = 1800;
    const char* minutes = std::getenv("WEFT_SOAK_MINUTES");
    return std::chrono::duration<double>(minutes            ? 60 * std::strtod(minutes, nullptr)
                                         : test::full_run() ? kFull
                                                            : kUsual);
}

class RandomHands {
  public:
    RandomHands(MainWindow& window, unsigned seed) : window_(window), artist_(seed) {}

    void act() {
        artist_.use(session().shared_library());
        switch (artist_.number(0, 19)) {
            case 0: undo_or_redo(); break;
            case 1: view_some(); break;
            case 2: go_to_some_time(); break;
            case 3: toggle_a_pane(); break;
            case 4: type_a_value(); break;
            case 5: drag_on_the_canvas(); break;
            case 6: press_a_key(); break;
            case 7: write_code(); break;
            case 8: save_and_open(); break;
            case 9: choose_how_it_looks(); break;
            default: edit();
        }
        QTest::qWait(artist_.number(0, 3) == 0 ? artist_.number(0, 40) : 0);
    }

  private:
    Session& session() { return window_.session(); }
    const Document& document() { return session().document(); }
    bool chance(int one_in) { return artist_.number(1, one_in) == 1; }

    ItemId any() {
        const std::vector<ItemId> all = items(document());
        return all[static_cast<std::size_t>(artist_.number(0, static_cast<int>(all.size()) - 1))];
    }

    void edit() {
        const std::size_t nodes = document().draft.graph.nodes.size();
        if (nodes > 40) {
            session().apply("Delete", weft::editor::remove(document(), session().library(),
                                                           {any(), any(), any()}));
            return;
        }
        History history(document());
        artist_.edit(history);
        if (history.can_undo())
            session().apply(QString::fromStdString(history.undo_name()),
                            Result<Document>(history.document()), chance(3) ? "run" : "");
        if (chance(4)) session().select({any()});
        if (chance(20)) session().select({});
    }
    void undo_or_redo() {
        for (int i = artist_.number(1, 6); i > 0; --i)
            chance(3) ? session().redo() : session().undo();
    }
    void view_some() {
        if (chance(3))
            session().compare_at(artist_.number(0, 9), any());
        else
            session().view_at(artist_.number(1, 9), any());
        static constexpr const char* kActions[] = {
            "viewer.wipe",  "viewer.difference", "viewer.side-by-side", "viewer.swap",
            "viewer.proxy", "viewer.whole",      "viewer.mark-nan",     "viewer.find-nan",
            "viewer.fit",   "viewer.red",        "viewer.handles"};
        if (QAction* action = window_.action(kActions[artist_.number(0, 10)])) action->trigger();
    }
    void go_to_some_time() {
        static constexpr const char* kActions[] = {"time.forward", "time.backward", "time.stop",
                                                   "time.stop",    "time.next",     "time.end"};
        session().set_frame(artist_.number(-3, 12));
        if (QAction* action = window_.action(kActions[artist_.number(0, 5)])) action->trigger();
    }
    void toggle_a_pane() {
        const QList<QDockWidget*> panes = window_.findChildren<QDockWidget*>();
        QDockWidget* pane = panes[artist_.number(0, static_cast<int>(panes.size()) - 1)];
        pane->setVisible(!pane->isVisible());
        if (chance(4)) session().set_counts_costs(!session().counts_costs());
    }
    void type_a_value() {
        session().select({any()});
        const QList<QLineEdit*> fields = window_.parameters().findChildren<QLineEdit*>("field");
        if (fields.isEmpty()) return;
        QLineEdit* field = fields[artist_.number(0, static_cast<int>(fields.size()) - 1)];
        if (!field->isVisible()) return;
        field->setFocus();
        field->selectAll();
        static constexpr const char* kTexts[] = {"2", "x/2", "1:2,9:4", "no number", "0.25,1"};
        QTest::keyClicks(field, kTexts[artist_.number(0, 4)]);
        QTest::keyClick(field, chance(4) ? Qt::Key_Escape : Qt::Key_Return);
    }
    void drag_on_the_canvas() {
        const auto some = [&] {
            return QPointF(artist_.number(-300, 300), artist_.number(-200, 400));
        };
        const auto from = chance(2) ? document().places.at(any()) : Place{};
        drag(window_, QPointF(from.x, from.y) + (chance(2) ? QPointF() : QPointF(0, 14)), some());
    }
    void press_a_key() {
        static constexpr Qt::Key kKeys[] = {Qt::Key_D,     Qt::Key_F,     Qt::Key_A,  Qt::Key_L,
                                            Qt::Key_Left,  Qt::Key_Down,  Qt::Key_Up, Qt::Key_M,
                                            Qt::Key_Right, Qt::Key_Period};
        window_.graph().setFocus();
        QTest::keyClick(&window_.graph(), kKeys[artist_.number(0, 9)],
                        chance(4) ? Qt::ShiftModifier : Qt::NoModifier);
    }
    /// Functors that run, that do not compile, that warn, and that hang on real pictures alone.
    void write_code() {
        static constexpr const char* kKernels[] = {
            "Output() = Input() * Amount;", "Output() = Input() * Amount + 0.5f;",
            "Output() = Imput();", "float unread = 1.0f; Output() = Input();",
            "float v = Input(); while (v > 0.25f && X() > 99) v += 0.0f; Output() = v;"};
        LiveFunctors& functors = window_.code().functors();
        const FunctorTexts& headers = document().draft.functors;
        if (headers.empty() || (headers.size() < 2 && chance(8))) {
            functors.create(headers.empty() ? "Glow" : "Gleam", {}, session().in_order());
            return;
        }
        const std::string file = headers.begin()->first;
        std::string text = functor_text(document(), file);
        const std::size_t begin = text.find("void Kernel() {"), end = text.find('}', begin);
        if (begin == std::string::npos || end == std::string::npos) return;
        text.replace(begin, end - begin,
                     std::string("void Kernel() { ") + kKernels[artist_.number(0, 4)] + " ");
        functors.write(file, text);
    }
    void save_and_open() {
        const QString path = folder_.filePath("soak.weft");
        ASSERT_TRUE(window_.save(path));
        if (!chance(3)) return;
        const Document saved = document();
        QString last;
        const auto hear = QObject::connect(&session(), &Session::said, &window_,
                                           [&](const QString& text) { last = text; });
        ASSERT_TRUE(window_.open(path)) << last.toStdString();
        QObject::disconnect(hear);
        EXPECT_EQ(document(), saved);
    }
    void choose_how_it_looks() {
        if (chance(2)) window_.action("edit.light-theme")->toggle();
        if (chance(2)) window_.resize(artist_.number(700, 1400), artist_.number(500, 900));
        if (chance(4)) window_.graph().frame({});
    }

    MainWindow& window_;
    RandomArtist artist_;
    QTemporaryDir folder_;
};

TEST(Soak, RandomHandsLeaveAWindowWhole) {
    const unsigned seed = random_seed();
    const auto time = soak_time();
    std::printf("seed %u (WEFT_TEST_SEED repeats its choices; WEFT_SOAK_MINUTES: how long)\n",
                seed);
    RecordProperty("seed", std::to_string(seed));
    SCOPED_TRACE("WEFT_TEST_SEED=" + std::to_string(seed));
    auto window = make_window();
    Session& session = window->session();
    session.open(set_picture(chain(), "input", WEFT_PLATE));
    RandomHands hands(*window, seed);
    const auto start = Clock::now();
    auto told = start;
    int acts = 0;
    for (; (acts < 6 || Clock::now() - start < time) && !testing::Test::HasFatalFailure(); ++acts) {
        hands.act();
        if (Clock::now() - told > std::chrono::seconds(30)) {
            told = Clock::now();
            std::printf("%d acts so far\n", acts);
            std::fflush(stdout);
        }
        if (acts % 50 != 0) continue;
        ASSERT_TRUE(validate(session.document().draft, session.library())) << "after " << acts;
        const std::string text = to_text(session.document(), session.library());
        const Result<Document> read = document_from_text(text, session.library());
        ASSERT_TRUE(read) << read.error().message;
        ASSERT_EQ(*read, session.document()) << "after " << acts;
    }
    std::printf("%d acts\n", acts);
    const test::ProcessorTimer closing;
    window.reset();
    EXPECT_LT(closing.seconds(), 10.0 * test::kSlowness * std::thread::hardware_concurrency());
    apply_theme(theme::Kind::kDark);
}

}  // namespace
}  // namespace weft::editor
