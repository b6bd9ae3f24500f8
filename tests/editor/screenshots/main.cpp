// weft-editor-screenshots DOCUMENTS PLATE FOLDER: pictures of the editor, made without a screen.
#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QListWidget>
#include <QTemporaryDir>
#include <QTest>
#include <cstdio>

#include "../window.h"

namespace weft::editor {
namespace {

bool save(MainWindow& window, const QString& path) {
    if (!wait_for_picture(window)) return false;
    QTest::qWait(100);
    return window.grab().save(path, nullptr, 86);
}

/// A document over the plate, framed.
bool open(MainWindow& window, const QString& document, const QString& plate) {
    if (!window.open(document)) return false;
    Session& session = window.session();
    session.open(set_picture(session.document(), "input", plate.toStdString()));
    QTest::qWait(50);
    window.graph().frame({});
    return true;
}

/// Brings the pane of that title to the front.
void raise(MainWindow& window, const char* name) {
    window.findChild<QDockWidget*>(QString::fromLatin1(name))->raise();
}

int make_all(const QDir& documents, const QString& plate, const QDir& folder) {
    const auto window = make_window();
    window->resize(1440, 900);
    bool good = open(*window, documents.filePath("soft-focus.weft"), plate) &&
                save(*window, folder.filePath("editor-start.jpg"));
    Session& session = window->session();
    session.select({named(session.document(), "blur-x")});
    session.view(named(session.document(), "highlights"));
    good = good && save(*window, folder.filePath("editor-parameters.jpg"));
    session.apply("Disable",
                  toggle_disabled(session.document(), {named(session.document(), "lift")}));
    session.apply("Disconnect", Result<Document>(disconnect(
                                    session.document(), named(session.document(), "spread-x"), 0)));
    session.view({ItemKind::kOutput, 0});
    good = good && save(*window, folder.filePath("editor-problem.jpg"));
    good = good && open(*window, documents.filePath("degrain.weft"), plate) &&
           save(*window, folder.filePath("editor-degrain.jpg"));
    raise(*window, "dock.effect");
    window->findChild<QListWidget*>("effect.controls")->setCurrentRow(0);
    good = good && save(*window, folder.filePath("editor-effect.jpg"));
    return good ? 0 : 1;
}

}  // namespace
}  // namespace weft::editor

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fputs("usage: weft-editor-screenshots DOCUMENTS PLATE FOLDER\n", stderr);
        return 2;
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir settings;  // of nobody's own
    qputenv("XDG_CONFIG_HOME", settings.path().toLocal8Bit());
    qputenv("XDG_DATA_HOME", settings.path().toLocal8Bit());
    QApplication application(argc, argv);
    weft::editor::apply_theme();
    QDir().mkpath(QString::fromLocal8Bit(argv[3]));
    return weft::editor::make_all(QDir(QString::fromLocal8Bit(argv[1])),
                                  QDir::current().absoluteFilePath(QString::fromLocal8Bit(argv[2])),
                                  QDir(QString::fromLocal8Bit(argv[3])));
}
