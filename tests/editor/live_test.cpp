// Functors that are written in the window: what compiles runs, what does not is said where it is,
// and what ran before goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <QDateTime>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QTemporaryDir>
#include <fstream>
#include <thread>

#include "code/code_editor.h"
#include "commands/functor_edits.h"
#include "commands/group_edits.h"
#include "window.h"

namespace weft::editor {
namespace {

using testing::HasSubstr;

class LiveFunctor : public testing::Test {
  protected:
    /// The plate through a functor of the document's own, and the pane that shows it.
    void SetUp() override {
        Session& session = window->session();
        session.open(set_picture(empty_document(), "input", WEFT_PLATE));
        window->findChild<QDockWidget*>("dock.code")->show();
        session.select({{ItemKind::kInput, 0}});
        const QSignalSpy said(&session, &Session::said);
        window->code().functors().create("Glow", {}, session.in_order());
        ASSERT_TRUE(wait());
        ASSERT_EQ(spine(session.document(), session.library()), "input > glow1 > output")
            << said.back().front().toString().toStdString();
    }

    /// For the compiler, and then for the picture.
    bool wait() {
        settle();
        return wait_until([&] { return !window->code().busy(); }) && wait_for_picture(*window);
    }

    /// Puts `to` in the place of `from`, as by typing, and waits.
    bool type(const QString& from, const QString& to) {
        CodeEditor& text = window->code().editor();
        if (!text.find(from) && !(text.moveCursor(QTextCursor::Start), text.find(from)))
            return false;
        QTest::keyClicks(&text, to);
        return wait();
    }

    QString text() { return window->code().editor().toPlainText(); }
    std::vector<Diagnostic> wrong() { return window->code().functors().diagnostics("glow.h"); }
    std::string badge() { return box(*window, "glow1").look().problem.toStdString(); }
    float pixel() { return window->viewer().view().picture()->at(40, 30, 0); }
    /// Where it came in parts, picture() puts it together anew.
    bool shows(const Picture& picture) {
        const auto shown = window->viewer().view().picture();
        return shown && same_bits(*shown, picture);
    }
    const Document& document() { return window->session().document(); }

    std::unique_ptr<MainWindow> window = make_window();
};

/// A document of another show, whose functor is written here: its nodes come alive.
TEST_F(LiveFunctor, TakesTheNodesThatWaitForItsName) {
    std::string strange = to_text(set_picture(chain(), "input", WEFT_PLATE), library());
    const std::string known = "\"functor\": \"Invert\"";
    strange.replace(strange.find(known), known.size(), "\"functor\": \"ShowsOwn\"");
    const std::size_t at = strange.find("\"parameters\": {", strange.find("ShowsOwn")) + 15;
    strange.replace(at, strange.find('}', at) - at, "\"amount\": 0.5, \"mode\": \"hard\"");
    QTemporaryDir folder;
    const QString path = folder.filePath("strange.weft");
    std::ofstream(path.toStdString()) << strange;
    ASSERT_TRUE(window->open(path));
    ASSERT_TRUE(wait());
    EXPECT_TRUE(box(*window, "invert1").look().unknown);
    Session& session = window->session();
    session.view(named(document(), "exposure1"));
    ASSERT_TRUE(wait());
    const float before = pixel();
    session.view({ItemKind::kOutput, 0});
    // Another functor is written beside it as in any document.
    window->code().functors().create("Other", {}, {});
    ASSERT_TRUE(wait());
    EXPECT_EQ(document().draft.graph.nodes.size(), 3u);
    EXPECT_TRUE(box(*window, "invert1").look().unknown);
    window->code().functors().create("ShowsOwn", {}, {});
    ASSERT_TRUE(wait());
    EXPECT_EQ(document().draft.graph.nodes.size(), 3u) << "the node that is there is its node";
    EXPECT_FALSE(box(*window, "invert1").look().unknown);
    EXPECT_EQ(session.selection(), Selection{named(document(), "invert1")});
    EXPECT_EQ(pixel(), before * 0.5f) << window->viewer().status().toStdString();
    window->action("edit.undo")->trigger();
    ASSERT_TRUE(wait());
    EXPECT_TRUE(box(*window, "invert1").look().unknown);
    EXPECT_THAT(to_text(document(), session.library()), HasSubstr("\"mode\": \"hard\""));
    window->action("edit.redo")->trigger();
    ASSERT_TRUE(wait());
    EXPECT_EQ(pixel(), before * 0.5f);
}

TEST_F(LiveFunctor, AMistakeIsSaidWhereItIsAndThePictureStays) {
    const float before = pixel();
    const QString first = text();
    const auto shown = window->viewer().view().picture();
    ASSERT_TRUE(type("Input() * Amount", "Imput() * Amount"));
    ASSERT_EQ(wrong().size(), 1u);
    EXPECT_EQ(wrong()[0].line, 18);
    EXPECT_EQ(wrong()[0].column, 20);
    EXPECT_THAT(badge(), HasSubstr("glow.h:18:20: use of undeclared identifier 'Imput'"));
    EXPECT_TRUE(shows(*shown));
    auto* list = window->findChild<QListWidget*>("code-diagnostics");
    ASSERT_EQ(list->count(), 1);
    EXPECT_TRUE(list->isVisible());
    CodeEditor& editor = window->code().editor();
    editor.moveCursor(QTextCursor::Start);
    Q_EMIT list->itemClicked(list->item(0));
    EXPECT_EQ(editor.textCursor().blockNumber(), 17);
    EXPECT_EQ(editor.textCursor().positionInBlock(), 19);
    EXPECT_TRUE(editor.said_at(editor.textCursor().position()).contains("Imput"));

    // What does not compile yet is kept, and what is saved renders as it is shown.
    QTemporaryDir folder;
    ASSERT_TRUE(window->save(folder.filePath("glow.weft")));
    const std::string saved = to_text(document(), window->session().library());
    EXPECT_THAT(saved, HasSubstr("Imput"));
    EXPECT_EQ(functors_of_document(saved)->at("glow.h"), first.toStdString());

    // Mended, it runs; a pause is one edit, and undo brings back text, badge and picture.
    ASSERT_TRUE(type("Imput() * Amount", "Input() * (Amount * 2.0f)"));
    EXPECT_TRUE(wrong().empty());
    EXPECT_EQ(badge(), "");
    EXPECT_EQ(pixel(), before * 2.0f);
    EXPECT_FALSE(list->isVisible());
    EXPECT_EQ(document().unfinished.size(), 0u);
    window->action("edit.undo")->trigger();
    EXPECT_TRUE(text().contains("Imput"));
    EXPECT_THAT(badge(), HasSubstr("Imput"));
    ASSERT_TRUE(wait());
    EXPECT_EQ(pixel(), before);
    window->action("edit.undo")->trigger();
    EXPECT_EQ(text(), first);
    EXPECT_EQ(badge(), "");
    window->action("edit.redo")->trigger();
    window->action("edit.redo")->trigger();
    ASSERT_TRUE(wait());
    EXPECT_EQ(pixel(), before * 2.0f);

    // Opened again, the unfinished text is there with what is wrong with it.
    ASSERT_TRUE(window->open(folder.filePath("glow.weft")));
    ASSERT_TRUE(wait());
    EXPECT_TRUE(text().contains("Imput"));
    EXPECT_EQ(wrong().size(), 1u);
    EXPECT_EQ(pixel(), before);
}

TEST_F(LiveFunctor, ANodeThatComesLaterSaysWhatIsWrongToo) {
    ASSERT_TRUE(type("Input() * Amount", "Imput() * Amount"));
    ASSERT_NE(badge(), "");
    Session& session = window->session();
    session.apply("Add", add_node(document(), session.library(), "Glow", {}));
    EXPECT_EQ(box(*window, "glow2").look().problem.toStdString(), badge());
}

/// Badges are drawn again while the edit is told: by then the canvas has no box of the group.
TEST_F(LiveFunctor, AGroupThatGoesTakesItsBadgesWithIt) {
    ASSERT_TRUE(type("Input() * Amount", "Imput() * Amount"));
    Session& session = window->session();
    session.apply("Group", group(document(), {named(document(), "glow1")}));
    const ItemId box{ItemKind::kGroup, 0};
    EXPECT_NE(window->graph().graph().node(box)->look().problem, "");
    session.apply("Delete", remove(document(), window->session().library(), {box}));
    EXPECT_EQ(window->graph().graph().node(box), nullptr);
    EXPECT_TRUE(session.problems().empty());
}

TEST_F(LiveFunctor, ANewParameterIsInThePanelAtOnce) {
    window->session().select({named(document(), "glow1")});
    const auto in_panel = [&](const char* name) {
        for (const QLabel* label : window->parameters().findChildren<QLabel*>())
            if (label->text() == QLatin1String(name)) return true;
        return false;
    };
    EXPECT_TRUE(in_panel("Amount"));
    EXPECT_FALSE(in_panel("Lift"));
    window->session().apply("Set",
                            set(document(), window->session().library(), "glow1.amount", "3"));
    ASSERT_TRUE(type("float Amount = 1.0f;", "float Amount = 1.0f; float Lift = 0.5f;"));
    ASSERT_TRUE(
        type("mFunctorParameters(",
             "mFunctorParameters(Parameter(\"lift\", Lift).Range(-1, 1).Label(\"Lift\"), "));
    const float before = pixel();
    ASSERT_TRUE(type("Input() * Amount;", "Input() * Amount + Lift;"));
    EXPECT_TRUE(wrong().empty());
    EXPECT_TRUE(in_panel("Amount"));
    EXPECT_TRUE(in_panel("Lift"));
    EXPECT_EQ(pixel(), before + 0.5f);
    const Node& node = document().draft.graph.nodes.front();
    EXPECT_EQ(std::get<float>(node.parameters[1]), 3.0f);
}

TEST_F(LiveFunctor, LoopsWithoutEndAndStrayReadsAreErrors) {
    const auto shown = window->viewer().view().picture();
    ASSERT_TRUE(type("Output() = Input() * Amount;",
                     "float v = Input(); while (v >= -9.0f) v += 1.0f; Output() = v;"));
    ASSERT_EQ(wrong().size(), 1u);
    EXPECT_EQ(wrong()[0].line, 18);
    EXPECT_EQ(wrong()[0].column, 28);
    EXPECT_THAT(badge(), HasSubstr("this loop does not end"));
    EXPECT_TRUE(shows(*shown));
    // One edit: another radius, and a read beyond it.
    CodeEditor& editor = window->code().editor();
    QString stray = text();
    stray.replace("weft::eComponent> Input;",
                  "weft::eComponent, weft::e1D> Input{weft::eVertical, 1};");
    stray.replace(
        "float v = Input(); while (v >= -9.0f) v += 1.0f; Output() = v;",
        "float v = 0.0f; for (int i = 0; i < 3; ++i) v += Input(i * 2 - weft::to_int(v) * 0);"
        " Output() = v;");
    editor.setPlainText(stray);
    ASSERT_TRUE(wait());
    ASSERT_EQ(wrong().size(), 1u);
    EXPECT_THAT(badge(), HasSubstr("this reads 2 elements away, beyond the declared radius of 1"));
    EXPECT_TRUE(shows(*shown));
}

/// No trial picture is so wide, so that the functor runs; and this one would never end.
TEST_F(LiveFunctor, ALoopThatOnlyARealPictureHangsInIsSaidWhereItIs) {
    const auto shown = window->viewer().view().picture();
    ASSERT_TRUE(type("Output() = Input() * Amount;",
                     "float v = Input(); while (v > 0.5f && X() > 99) v += 0.0f; Output() = v;"));
    ASSERT_EQ(wrong().size(), 1u);
    EXPECT_EQ(wrong()[0].line, 18);
    EXPECT_EQ(wrong()[0].column, 28);
    EXPECT_THAT(badge(), HasSubstr("glow.h:18:28: this loop does not end"));
    EXPECT_EQ(box(*window, "output").look().problem, "");
    EXPECT_TRUE(shows(*shown));
    EXPECT_EQ(window->findChild<QLabel*>("code-state")->text(), "stopped; the last picture stays");
    ASSERT_TRUE(type("v > 0.5f", "v > 9999.0f"));
    EXPECT_TRUE(wrong().empty());
    EXPECT_EQ(badge(), "");
    EXPECT_NE(window->viewer().view().picture(), shown);
}

/// Prepare() runs in the window itself; no trial has a value between the ends of a range.
TEST_F(LiveFunctor, APrepareThatSomeValueNeverLeavesIsSaidAndTheWindowLives) {
    ASSERT_TRUE(type("void Kernel() {",
                     "void Prepare() { while (Amount > 3.0f && Amount < 4.0f) Amount += 0.0f; } "
                     "void Kernel() {"));
    ASSERT_TRUE(wrong().empty()) << wrong()[0].message;
    const float before = pixel();
    const auto drag = [&](const char* value) {
        const test::ProcessorTimer timer;
        window->session().apply(
            "Set", set(document(), window->session().library(), "glow1.amount", value), "drag");
        EXPECT_LT(timer.seconds(), 20.0 * test::kSlowness);
        return wait();
    };
    ASSERT_TRUE(drag("2"));
    EXPECT_EQ(pixel(), before * 2.0f);
    const auto shown = window->viewer().view().picture();
    ASSERT_TRUE(drag("3.5"));
    EXPECT_THAT(badge(), HasSubstr("glow.h:"));
    EXPECT_THAT(badge(), HasSubstr("Prepare() of node \"glow1\" (Glow) does not end"));
    EXPECT_EQ(box(*window, "output").look().problem, "");
    ASSERT_EQ(wrong().size(), 1u);
    EXPECT_GT(wrong()[0].line, 0);
    EXPECT_TRUE(shows(*shown));
    EXPECT_EQ(window->findChild<QLabel*>("code-state")->text(), "stopped; the last picture stays");
    ASSERT_TRUE(drag("2.5"));
    EXPECT_EQ(badge(), "");
    EXPECT_TRUE(wrong().empty());
    EXPECT_EQ(pixel(), before * 2.5f);

    // What was saved with such a value is opened, and says so.
    ASSERT_TRUE(drag("3.5"));
    QTemporaryDir folder;
    ASSERT_TRUE(window->save(folder.filePath("glow.weft")));
    window = make_window();
    ASSERT_TRUE(window->open(folder.filePath("glow.weft")));
    ASSERT_TRUE(wait());
    EXPECT_THAT(badge(), HasSubstr("Prepare() of node \"glow1\" (Glow) does not end"));
}

TEST_F(LiveFunctor, AWindowThatClosesWaitsForNoLoop) {
    ASSERT_TRUE(type("float Amount", "int Many = 1 << 22; float Amount"));
    QTest::keyClicks(&window->code().editor(), " ");
    CodeEditor& text = window->code().editor();
    text.moveCursor(QTextCursor::Start);
    ASSERT_TRUE(text.find("Output() = Input() * Amount;"));
    text.insertPlainText(
        "float v = Input(); if (v > 0.1f && X() > 99) for (int i = 0; i < Many; ++i)"
        " for (int j = 0; j < Many; ++j) v = v * 0.999f + 0.5f; Output() = v;");
    ASSERT_TRUE(wait_until([&] { return !window->code().busy(); }));
    QTest::qWait(300);
    ASSERT_TRUE(window->viewer().busy());
    const test::ProcessorTimer timer;
    window.reset();
    EXPECT_LT(timer.seconds(), 4.0 * test::kSlowness * std::thread::hardware_concurrency());
}

TEST_F(LiveFunctor, WarningsStandAtTheirPlaceAndItRunsAllTheSame) {
    const float before = pixel();
    ASSERT_TRUE(type("Output() = Input() * Amount;",
                     "float unread = 1.0f; Output() = Input() * Amount * 2.0f;"));
    EXPECT_EQ(pixel(), before * 2.0f);
    ASSERT_EQ(wrong().size(), 1u);
    EXPECT_TRUE(wrong()[0].warning);
    EXPECT_EQ(wrong()[0].line, 18);
    EXPECT_EQ(wrong()[0].column, 15);
    EXPECT_EQ(badge(), "");
    EXPECT_THAT(box(*window, "glow1").look().warning.toStdString(),
                HasSubstr("glow.h:18:15: unused variable 'unread'"));
    EXPECT_EQ(window->findChild<QLabel*>("code-state")->text(), "runs, with 1 warning");
    auto* list = window->findChild<QListWidget*>("code-diagnostics");
    ASSERT_EQ(list->count(), 1);
    EXPECT_TRUE(list->item(0)->text().contains("Warning: unused variable"));

    // A document that is opened has its warnings too.
    QTemporaryDir folder;
    ASSERT_TRUE(window->save(folder.filePath("glow.weft")));
    window = make_window();
    ASSERT_TRUE(window->open(folder.filePath("glow.weft")));
    ASSERT_TRUE(wait());
    EXPECT_EQ(wrong().size(), 1u);
    EXPECT_NE(box(*window, "glow1").look().warning, "");
}

TEST_F(LiveFunctor, IsMadeFromTheSearchAndPastedElsewhere) {
    QTest::keyClick(&window->graph(), Qt::Key_Tab);
    auto* popup = window->graph().findChild<QFrame*>("search");
    auto* line = popup->findChild<QLineEdit*>();
    QTest::keyClicks(line, "Gleam");
    auto* found = popup->findChild<QListWidget*>();
    found->setCurrentRow(found->count() - 1);
    QTest::keyClick(line, Qt::Key_Return);
    ASSERT_TRUE(wait());
    EXPECT_EQ(window->code().file(), "gleam.h");
    const std::string copied =
        copy(document(), window->session().library(), {named(document(), "gleam1")});
    Session& session = window->session();
    session.open(empty_document());
    EXPECT_TRUE(document().draft.functors.empty());
    const auto functors = functors_of_document(copied);
    const auto library = session.library_for(*functors);
    ASSERT_TRUE(library);
    session.apply("Paste", paste(document(), **library, copied));
    EXPECT_EQ(functors_of(session.library(), "gleam.h"), std::vector<std::string>{"Gleam"});
}

TEST(LiveFunctors, AWindowThatClosesWaitsForNoCompiler) {
    // One that is at work for ever, and is given up after a minute.
    const QTemporaryDir folder;
    const QString compiler = folder.filePath("weft-cc"), begun = folder.filePath("begun");
    std::ofstream(compiler.toStdString())
        << "#!/bin/sh\necho > " << begun.toStdString() << "\nwhile :; do :; done\n";
    ASSERT_TRUE(QFile::setPermissions(compiler, QFile::ReadOwner | QFile::ExeOwner));
    const QByteArray before = qgetenv("WEFT_CC");
    qputenv("WEFT_CC", compiler.toLocal8Bit());
    auto window = make_window();
    // A functor that no cache has.
    const std::string name = "Glow" + std::to_string(QDateTime::currentMSecsSinceEpoch());
    window->code().functors().create(name, {}, {});
    ASSERT_TRUE(wait_until([&] { return QFile::exists(begun); }));
    ASSERT_TRUE(window->code().busy());
    const test::ProcessorTimer timer;  // what the compiler has used counts when it has ended
    window.reset();
    EXPECT_LT(timer.seconds(), 10.0 * test::kSlowness);
    if (before.isNull())
        qunsetenv("WEFT_CC");
    else
        qputenv("WEFT_CC", before);
}

}  // namespace
}  // namespace weft::editor
