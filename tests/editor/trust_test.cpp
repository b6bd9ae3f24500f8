// Code from elsewhere: nothing of it runs before somebody has read it and said so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QFile>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTimer>

#include "app/engine_trust.h"
#include "code/code_editor.h"
#include "window.h"

namespace weft::editor {
namespace {

class EditorTrust : public testing::Test {
  protected:
    void SetUp() override {
        qputenv("XDG_CONFIG_HOME", folder.filePath("config").toLocal8Bit());
        window = make();
    }
    void TearDown() override {
        window.reset();
        qputenv("XDG_CONFIG_HOME", before);
    }

    static std::unique_ptr<MainWindow> make() {
        return make_window(make_engine_evaluator(library()), make_engine_trust());
    }

    /// A document whose code writes a file as soon as it is loaded. `unfinished`: what its editor
    /// says is written there, and does not run yet.
    QByteArray document(const QByteArray& kernel, const QByteArray& unfinished = {}) const {
        const auto source = [&](const QByteArray& body) {
            return R"json(["#include \"core/functor.h\"", "#include <cstdio>",
                "static std::FILE* ran = std::fopen(\")json" +
                   ran().toUtf8() + R"json(\", \"w\");",
                "class Own : public weft::Functor<Own, weft::eParallel> {",
                "    weft::Indexer<weft::eInput, weft::eComponent> Input;",
                "    weft::Indexer<weft::eOutput, weft::eComponent> Output;",
                "    mFunctorIndexers(Input, Output)", "  public:",
                "    void Kernel() { )json" +
                   body + R"json( }", "};"])json";
        };
        const QByteArray editor =
            unfinished.isEmpty() ? QByteArray()
                                 : R"(, "editor": {"functors": [{"file": "own.h", "source": )" +
                                       source(unfinished) + "}]}";
        return R"({"weft": 1, "name": "own", "inputs": ["input"],
            "nodes": [{"id": 0, "name": "own1", "functor": "Own",
                       "inputs": {"Input": {"input": "input"}}, "parameters": {}}],
            "outputs": [{"name": "output", "node": 0, "output": "Output"}],
            "functors": [{"file": "own.h", "source": )" +
               source(kernel) + "}]" + editor + "}";
    }

    QString write(const QByteArray& text) const {
        QFile file(folder.filePath("look.weft"));
        file.open(QIODevice::WriteOnly);
        file.write(text);
        return file.fileName();
    }

    QString ran() const { return folder.filePath("ran"); }

    /// What the question shows, and an answer to it, while `what` happens. Empty: nobody asked.
    /// `runs_before`: the document brings code that is trusted, too.
    template <class What>
    std::string asked(const char* answer, What what, bool runs_before = false) {
        std::string shown;
        QTimer timer;
        QObject::connect(&timer, &QTimer::timeout, [&] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (!dialog || dialog->objectName() != "trust") return;
            EXPECT_EQ(QFile::exists(ran()), runs_before) << "it runs while it is asked about";
            shown += dialog->findChild<CodeEditor*>()->toPlainText().toStdString();
            dialog->findChild<QPushButton*>(QString::fromLatin1(answer))->click();
        });
        timer.start(5);
        what();
        settle();
        return shown;
    }

    QTemporaryDir folder;
    const QByteArray before = qgetenv("XDG_CONFIG_HOME");
    std::unique_ptr<MainWindow> window;
};

TEST_F(EditorTrust, ADocumentIsOpenedOnceItsCodeWasRead) {
    const QString path = write(document("Output() = 0.5f * Input();"));
    const std::string was = spine(window->session().document(), window->session().library());
    bool opened = true;
    EXPECT_THAT(asked("refuse", [&] { opened = window->open(path); }),
                testing::HasSubstr("0.5f * Input()"));
    EXPECT_FALSE(opened);
    EXPECT_EQ(spine(window->session().document(), window->session().library()), was);
    EXPECT_EQ(window->path(), "");
    EXPECT_FALSE(QFile::exists(ran()));

    EXPECT_NE(asked("accept", [&] { opened = window->open(path); }), "");
    EXPECT_TRUE(opened);
    EXPECT_EQ(spine(window->session().document(), window->session().library()),
              "input > own1 > output");
    EXPECT_TRUE(QFile::exists(ran()));

    // From now on that is enough, for that very text.
    QFile::remove(ran());
    window = make();
    EXPECT_EQ(asked("refuse", [&] { opened = window->open(path); }), "");
    EXPECT_TRUE(opened);
    window = make();
    write(document("Output() = 0.25f * Input();"));
    QFile::remove(ran());
    EXPECT_NE(asked("refuse", [&] { opened = window->open(path); }), "");
    EXPECT_FALSE(opened);
}

TEST_F(EditorTrust, WhatIsNotFinishedIsAskedAboutToo) {
    bool opened = true;
    ASSERT_NE(
        asked("accept", [&] { opened = window->open(write(document("Output() = Input();"))); }),
        "");
    QFile::remove(ran());
    window = make();
    const QString path = write(document("Output() = Input();", "Output() = Input(); for (;;) {}"));
    // Of what runs nothing is asked: it was trusted. It has run when the question comes.
    EXPECT_THAT(asked(
                    "refuse", [&] { opened = window->open(path); }, true),
                testing::HasSubstr("for (;;)"));
    EXPECT_FALSE(opened);
}

TEST_F(EditorTrust, PastingAsksAsWell) {
    QApplication::clipboard()->setText(QString::fromUtf8(document("Output() = 3.0f * Input();")));
    const auto paste = [&] { window->graph().action("graph.paste")->trigger(); };
    EXPECT_THAT(asked("refuse", paste), testing::HasSubstr("3.0f * Input()"));
    EXPECT_TRUE(window->session().document().draft.graph.nodes.empty());
    EXPECT_FALSE(QFile::exists(ran()));
    EXPECT_NE(asked("accept", paste), "");
    EXPECT_EQ(window->session().document().draft.graph.nodes.size(), 1u);
    EXPECT_TRUE(QFile::exists(ran()));
}

TEST_F(EditorTrust, WhatWasWrittenAndSavedHereIsNotAskedAbout) {
    window->code().functors().create("Glow", {}, {});
    ASSERT_TRUE(wait_until([&] { return !window->code().busy(); }));
    ASSERT_EQ(window->session().document().draft.functors.size(), 1u);
    const QString path = folder.filePath("glow.weft");
    ASSERT_TRUE(window->save(path));
    window = make();
    bool opened = false;
    EXPECT_EQ(asked("refuse", [&] { opened = window->open(path); }), "");
    EXPECT_TRUE(opened);
}

TEST_F(EditorTrust, ShowsWhatATextFieldWouldHide) {
    const QByteArray kernel = QByteArray("Output() = Input(); // ") + "\xe2\x80\xae" + "end";
    EXPECT_THAT(asked("refuse", [&] { window->open(write(document(kernel))); }),
                testing::HasSubstr("// <U+202E>end"));
}

}  // namespace
}  // namespace weft::editor
