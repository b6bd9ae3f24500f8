// Files that change, cannot be read or are old; the command line; what is remembered. Driven by
// keys and the pointer, as an artist would.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QFileDialog>
#include <QImage>
#include <QLabel>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>

#include "app/command_line.h"
#include "window.h"

namespace weft::editor {
namespace {

using testing::HasSubstr;

class ArtistFiles : public testing::Test {
  protected:
    QString file(const char* name) const { return folder.filePath(QLatin1String(name)); }
    static QByteArray bytes(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static void write(const QString& path, const QByteArray& bytes) {
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    /// Beside the file, and in its place at once, as programs do that save.
    static void replace(const QString& path, const QByteArray& bytes) {
        write(path + ".part", bytes);
        QFile::remove(path);
        ASSERT_TRUE(QFile::rename(path + ".part", path));
    }
    static QByteArray text(const Document& document) {
        return QByteArray::fromStdString(to_text(document, library()));
    }
    /// In a window that is the active one: a dialog may have been.
    static void press(QWidget& widget, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        widget.window()->activateWindow();
        EXPECT_TRUE(wait_until([&] { return widget.window()->isActiveWindow(); }));
        if (!widget.isWindow()) widget.setFocus();
        QTest::keyClick(&widget, key, modifiers);
    }
    static void click(QWidget* button) {
        ASSERT_NE(button, nullptr);
        QTest::mouseClick(button, Qt::LeftButton);
        settle();
    }
    /// What a question says that comes within `act`, which the button of that name answers, or
    /// Escape; empty: nothing was asked.
    template <class Act>
    static QString asked(const char* answer, Act act) {
        QString question;
        QTimer answering;
        answering.setInterval(10);
        QObject::connect(&answering, &QTimer::timeout, [&] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box) return;
            answering.stop();
            question = box->text();
            auto* button = box->findChild<QPushButton*>(QLatin1String(answer));
            if (button && *answer)
                QTest::mouseClick(button, Qt::LeftButton);
            else
                QTest::keyClick(box, Qt::Key_Escape);
        });
        answering.start();
        act();
        settle();
        return question;
    }
    /// Chooses a file in the dialog that comes within `act`.
    template <class Act>
    static void choose(const QString& path, Act act) {
        QTimer choosing;
        choosing.setInterval(10);
        QObject::connect(&choosing, &QTimer::timeout, [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog) return;
            choosing.stop();
            dialog->selectFile(path);
            static_cast<QDialog*>(dialog)->accept();
            if (dialog->isVisible()) dialog->reject();  // the test fails, and does not wait
        });
        choosing.start();
        act();
        settle();
    }
    /// Disables a node by its key.
    static void disable(MainWindow& window, const char* node) {
        QTest::mouseClick(window.graph().viewport(), Qt::LeftButton, {},
                          at(window, box(window, node).sceneBoundingRect().center()));
        press(window.graph(), Qt::Key_D);
        settle();
    }
    /// The brightest sample of what the viewer's picture shows.
    static int brightness(MainWindow& window) {
        const QImage seen = window.viewer().view().grab().toImage();
        long long sum = 0;
        for (int y = 0; y < seen.height(); ++y)
            for (int x = 0; x < seen.width(); ++x) sum += qGray(seen.pixel(x, y));
        return static_cast<int>(sum / std::max(1, seen.width() * seen.height()));
    }
    static float first_pixel(MainWindow& window) {
        const auto picture = window.viewer().view().picture();
        return picture ? picture->at(picture->domain().x0, picture->domain().y0, 0) : -1.0f;
    }
    void write_grey(const QString& path, int grey) {
        QImage image(8, 8, QImage::Format_RGB888);
        image.fill(QColor(grey, grey, grey));
        ASSERT_TRUE(image.save(path + ".new", "PNG"));
        replace(path, bytes(path + ".new"));
    }

    const QTemporaryDir folder;
};

TEST_F(ArtistFiles, ADocumentThatAnotherProgramWroteIsNeverOverwrittenUnasked) {
    const QString path = file("look.weft");
    write(path, text(chain()));
    const auto window = make_window();
    ASSERT_TRUE(window->open(path));
    settle();
    disable(*window, "invert1");
    const QByteArray others = text(empty_document());
    replace(path, others);
    ASSERT_TRUE(wait_until([&] { return !window->banners().text("banner.changed").isEmpty(); }));
    EXPECT_THAT(window->banners().text("banner.changed").toStdString(),
                HasSubstr("look.weft was changed on the disk by another program"));
    const auto save = [&] { press(*window, Qt::Key_S, Qt::ControlModifier); };
    EXPECT_THAT(asked("", save).toStdString(), HasSubstr("look.weft was changed"));
    EXPECT_EQ(bytes(path), others) << "Escape writes nothing";
    EXPECT_FALSE(window->session().history().is_saved());
    EXPECT_NE(asked("overwrite", save), "");
    EXPECT_EQ(bytes(path), text(window->session().document()));
    EXPECT_TRUE(window->session().history().is_saved());
    EXPECT_EQ(window->banners().text("banner.changed"), "");
    disable(*window, "exposure1");
    EXPECT_EQ(asked("", save), "") << "what this window wrote is its own";
    EXPECT_EQ(bytes(path), text(window->session().document()));
}

TEST_F(ArtistFiles, AnotherProgramsDocumentIsReadAgain) {
    const QString path = file("look.weft");
    write(path, text(chain()));
    const auto window = make_window();
    ASSERT_TRUE(window->open(path));
    write(path, text(empty_document()));
    QWidget* reload = nullptr;
    ASSERT_TRUE(wait_until([&] { return (reload = window->findChild<QPushButton*>("reload")); }));
    settle();
    click(reload);
    EXPECT_EQ(spine(window->session().document()), "input > output");
    EXPECT_EQ(window->banners().text("banner.changed"), "");
    QFile::remove(path);
    ASSERT_TRUE(wait_until([&] { return !window->banners().text("banner.changed").isEmpty(); }));
    EXPECT_THAT(window->banners().text("banner.changed").toStdString(), HasSubstr("is gone"));
    click(window->findChild<QPushButton*>("dismiss"));
    EXPECT_EQ(window->banners().text("banner.changed"), "");
    press(*window, Qt::Key_S, Qt::ControlModifier);
    EXPECT_EQ(bytes(path), text(empty_document()));
}

TEST_F(ArtistFiles, APictureThatIsRewrittenIsReadAgain) {
    const QString picture = file("plate.png");
    write_grey(picture, 40);
    write(file("look.weft"), text(set_picture(empty_document(), "input", "plate.png")));
    const auto window = make_window();
    ASSERT_TRUE(window->open(file("look.weft")));
    ASSERT_TRUE(wait_for_picture(*window));
    const float before = first_pixel(*window);
    ASSERT_GE(before, 0.0f) << window->viewer().status().toStdString();
    write_grey(picture, 200);
    EXPECT_TRUE(wait_until([&] { return first_pixel(*window) > before; }));
    // Gone, and there again.
    QFile::remove(picture);
    ASSERT_TRUE(wait_until([&] { return !window->viewer().view().message().isEmpty(); }));
    EXPECT_LT(brightness(*window), 40) << "a dark frame, and a sentence";
    write_grey(picture, 100);
    EXPECT_TRUE(wait_until([&] { return window->viewer().view().message().isEmpty(); }));
    EXPECT_TRUE(window->session().history().is_saved());
}

TEST_F(ArtistFiles, NoOtherDocumentsPictureIsEverShown) {
    write(file("look.weft"), text(set_picture(empty_document(), "input", WEFT_PLATE)));
    write(file("missing.weft"), text(set_picture(chain(), "input", "/no/such.exr")));
    const auto window = make_window();
    ASSERT_TRUE(window->open(file("look.weft")));
    ASSERT_TRUE(wait_for_picture(*window));
    ASSERT_TRUE(wait_until([&] { return brightness(*window) > 40; }));
    press(*window, Qt::Key_N, Qt::ControlModifier);
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_LT(brightness(*window), 40);
    EXPECT_EQ(window->viewer().view().picture(), nullptr);
    EXPECT_THAT(window->viewer().view().message().toStdString(), HasSubstr("Nothing is open yet"))
        << "an untitled start says what to do";
    choose(file("look.weft"), [&] { press(*window, Qt::Key_O, Qt::ControlModifier); });
    ASSERT_TRUE(wait_for_picture(*window));
    ASSERT_TRUE(wait_until([&] { return brightness(*window) > 40; }));
    choose(file("missing.weft"), [&] { press(*window, Qt::Key_O, Qt::ControlModifier); });
    ASSERT_TRUE(wait_for_picture(*window));
    EXPECT_LT(brightness(*window), 40);
    EXPECT_THAT(window->viewer().view().message().toStdString(), HasSubstr("/no/such.exr"));
}

TEST_F(ArtistFiles, ADocumentThatCannotBeReadIsABannerThatSaysWhatAndWhere) {
    write(file("trunc.weft"), text(chain()).left(60));
    QByteArray twice = text(chain());
    write(file("twice.weft"), twice.replace("\"invert1\"", "\"exposure1\""));
    const auto window = make_window();
    window->session().open(chain());
    for (const auto& [name, word] :
         {std::pair("trunc.weft", "trunc.weft"), std::pair("twice.weft", "exposure1"),
          std::pair("absent.weft", "absent.weft")}) {
        SCOPED_TRACE(name);
        EXPECT_FALSE(window->open_named(file(name)));  // as the shell and the menu do
        const std::string said = window->banners().text("banner.unreadable").toStdString();
        EXPECT_THAT(said, HasSubstr(word));
        EXPECT_THAT(said, HasSubstr("Not opened"));
        EXPECT_EQ(spine(window->session().document()), spine(chain())) << "what was open stays";
        EXPECT_TRUE(window->path().isEmpty());
    }
    choose(file("trunc.weft"), [&] { press(*window, Qt::Key_O, Qt::ControlModifier); });
    EXPECT_THAT(window->banners().text("banner.unreadable").toStdString(), HasSubstr("trunc.weft"));
    write(file("good.weft"), text(empty_document()));
    ASSERT_TRUE(window->open(file("good.weft")));
    EXPECT_EQ(window->banners().text("banner.unreadable"), "");
    EXPECT_TRUE(window->open_named("degrain"));
    EXPECT_GT(window->session().document().draft.graph.nodes.size(), 10u);
    EXPECT_TRUE(window->path().isEmpty()) << "a built-in effect has no file to be saved over";
}

/// As format version 1 had it: borders that are not told.
QByteArray of_version_1(const Document& document) {
    QString text = QString::fromStdString(to_text(document, library()));
    text.replace("\"weft\": 2", "\"weft\": 1");
    static const QRegularExpression told(", \"border\": \"constant\", \"value\": [-0-9.]+");
    return text.remove(told).toUtf8();
}

TEST_F(ArtistFiles, AnOlderDocumentSaysWhatItKeepsAndKeepsIt) {
    Document merged =
        add_node(empty_document(), library(), "Merge", {}, {{ItemKind::kInput, 0}})->document;
    const ImageId input{NodeId{}, 0};
    merged = *connect(merged, {input, named(merged, "merge1"), 0});
    const QString path = file("old.weft");
    write(path, of_version_1(merged));
    const auto window = make_window();
    ASSERT_TRUE(window->open(path));
    const auto border = [&] {
        return window->session().document().draft.graph.find("merge1")->borders[1].mode;
    };
    const BorderMode usual = merged.draft.graph.find("merge1")->borders[1].mode;
    ASSERT_EQ(border(), eClamp);
    EXPECT_THAT(window->banners().text("banner.older").toStdString(), HasSubstr("merge1"));
    press(*window, Qt::Key_S, Qt::ControlModifier);
    ASSERT_TRUE(window->open(path));
    EXPECT_EQ(border(), eClamp) << "what is saved means what it did";
    EXPECT_EQ(window->banners().text("banner.older"), "") << "and is of today's format";
    write(path, of_version_1(merged));
    ASSERT_TRUE(window->open(path));
    settle();
    click(window->findChild<QPushButton*>("update"));
    EXPECT_EQ(border(), usual);
    EXPECT_EQ(window->banners().text("banner.older"), "");
    press(*window, Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(border(), eClamp);
}

TEST_F(ArtistFiles, NumbersAndTheWipeAreSavedWithTheDocumentAndAreNoEdit) {
    const QString path = file("look.weft");
    write(path, text(set_picture(chain(), "input", WEFT_PLATE)));
    Views views;
    {
        const auto window = make_window();
        ASSERT_TRUE(window->open(path));
        settle();
        QTest::mouseClick(window->graph().viewport(), Qt::LeftButton, {},
                          at(*window, box(*window, "exposure1").sceneBoundingRect().center()));
        press(window->graph(), Qt::Key_2);
        press(window->viewer().view(), Qt::Key_W);
        press(window->viewer().view(), Qt::Key_1, Qt::ShiftModifier);
        ASSERT_TRUE(wait_for_picture(*window));
        ASSERT_EQ(window->viewer().view().compare(), Compare::kWipe);
        views = window->session().views();
        EXPECT_EQ(views.numbers.at(2), named(chain(), "exposure1"));
        EXPECT_EQ(views.shows, 2);
        EXPECT_EQ(views.with, 1);
        EXPECT_TRUE(window->session().history().is_saved()) << "to look is no edit";
        press(*window, Qt::Key_S, Qt::ControlModifier);
    }
    const auto window = make_window();
    ASSERT_TRUE(window->open(path));
    EXPECT_EQ(window->session().views(), views);
    EXPECT_EQ(window->viewer().view().compare(), Compare::kWipe);
    EXPECT_TRUE(window->session().history().is_saved());
    press(window->graph(), Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(window->session().views(), views) << "and nothing to be undone";
}

TEST_F(ArtistFiles, TheWindowIsWhereItWas) {
    {
        const auto window = make_window();
        window->resize(1130, 770);
        settle();
        press(*window, Qt::Key_Q, Qt::ControlModifier);
    }
    {
        const auto window = make_window();
        window->restore_window();
        settle();
        EXPECT_EQ(window->size(), QSize(1130, 770));
        window->showMaximized();
        settle();
        press(*window, Qt::Key_Q, Qt::ControlModifier);
    }
    const auto window = make_window();
    window->restore_window();
    settle();
    EXPECT_TRUE(window->isMaximized());
    window->showNormal();
    press(*window, Qt::Key_Q, Qt::ControlModifier);
}

TEST_F(ArtistFiles, TheQuestionAboutUnsavedEditsNamesTheFile) {
    write(file("work.weft"), text(chain()));
    const auto window = make_window();
    ASSERT_TRUE(window->open(file("work.weft")));
    settle();
    disable(*window, "invert1");
    EXPECT_EQ(asked("", [&] { press(*window, Qt::Key_Q, Qt::ControlModifier); }),
              "Save the edits to work.weft?");
    EXPECT_TRUE(window->isVisible());
}

/// The editor itself, where there is no screen.
struct Printed {
    int code;
    std::string out, err;
};
Printed run(const QStringList& arguments) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(QLatin1String(name));
    if (arguments.contains(QStringLiteral("--no-such")))  // Qt looks for a screen first
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    process.setProcessEnvironment(environment);
    process.start(QCoreApplication::applicationDirPath() + "/weft-editor", arguments);
    EXPECT_TRUE(process.waitForFinished(60000));
    return {process.exitCode(), process.readAllStandardOutput().toStdString(),
            process.readAllStandardError().toStdString()};
}

TEST_F(ArtistFiles, TheShellIsAnsweredWithoutAScreen) {
    const Printed help = run({"--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_THAT(help.out, HasSubstr("usage: weft-editor [DOCUMENT] [PICTURE...]"));
    EXPECT_EQ(help.err, "");
    const Printed version = run({"--version"});
    EXPECT_EQ(version.code, 0);
    EXPECT_THAT(version.out, testing::MatchesRegex("weft-editor [0-9.]+\n"));
    const Printed unknown = run({"look.weft", "--no-such"});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_THAT(unknown.err, HasSubstr("there is no option '--no-such'"));
    const CommandLine line = read_command_line({"degrain", "b.exr", "c.exr"}, "1");
    EXPECT_EQ(line.document, "degrain");
    EXPECT_EQ(line.pictures, QStringList({"b.exr", "c.exr"}));
    EXPECT_EQ(read_command_line({"plate.0001.exr"}, "1").pictures, QStringList("plate.0001.exr"));
    EXPECT_EQ(read_command_line({"/a.b/look.weft"}, "1").document, "/a.b/look.weft");
    EXPECT_EQ(read_command_line({"--", "-a"}, "1").document, "-a");
}

}  // namespace
}  // namespace weft::editor
