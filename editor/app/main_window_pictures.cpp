// Pictures of the main window: those that are asked for, dropped, and named by the shell.
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>

#include "app/choose_picture.h"
#include "app/main_window.h"
#include "commands/file_edits.h"
#include "view/key_hints.h"

namespace weft::editor {
namespace {

/// The files that are dragged; none where something else is.
QStringList files_of(const QMimeData& data) {
    QStringList files;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile()) files.append(url.toLocalFile());
    return files;
}

std::vector<std::string> texts_of(const QStringList& list) {
    std::vector<std::string> texts;
    for (const QString& text : list) texts.push_back(text.toStdString());
    return texts;
}

}  // namespace

void MainWindow::show_pictures(const QStringList& paths) {
    Document document = session_.document();
    const std::vector<GraphInput> inputs = document.draft.graph.inputs;
    for (int i = 0; i < paths.size(); ++i) {
        const std::string path = QFileInfo(paths[i]).absoluteFilePath().toStdString();
        if (static_cast<std::size_t>(i) < inputs.size())
            document = choose_picture(document, inputs[static_cast<std::size_t>(i)].name, path);
        else
            document = read_pictures(document, {path}, free_place(document, {}, kTop)).document;
    }
    session_.open(document);
}

void MainWindow::ask_picture(const QString& input) {
    const QString path = QFileDialog::getOpenFileName(this, tr("A picture for %1").arg(input));
    if (!path.isEmpty())
        session_.apply(tr("Choose a picture"), Result<Document>(choose_picture(
                                                   session_.document(), input.toStdString(),
                                                   path.toStdString(), folder().toStdString())));
}

void MainWindow::ask_read(Place place) {
    const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Read pictures"));
    if (!paths.isEmpty()) read_files(paths, place);
}

/// All of them selected, in order, for what comes next.
void MainWindow::read_files(const QStringList& files, Place place) {
    session_.apply(tr("Read"),
                   Result<Edited>(read_pictures(session_.document(), texts_of(files), place)));
    activateWindow();
    graph_->take_up_added();
}

void MainWindow::ask_write(ImageId image, Place place) {
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Write to"),
        QString::fromStdString(proposed_write(session_.document(), session_.library(), image,
                                              folder().toStdString())));
    if (path.isEmpty()) return;
    session_.apply(tr("Write"), Result<Edited>(add_write(session_.document(), image,
                                                         path.toStdString(), place)));
    graph_->take_up_added();
    session_.say(tr("To write it, %1").arg(how_to(*this, "file.render-writes")));
}

void MainWindow::render_writes() {
    if (session_.document().draft.files.writes.empty())
        session_.say(tr("Nothing has a file to be written to: select a node and %1")
                         .arg(how_to(*this, "graph.write")));
    else
        render_->render_writes(path_, folder());
}

/// Another file for a Read or a Write.
void MainWindow::ask_file(ItemId end) {
    const QString name = QString::fromStdString(name_of(session_.document(), end));
    if (end.kind == ItemKind::kInput) return ask_picture(name);
    const QString now = QString::fromStdString(write_of(session_.document(), name.toStdString()));
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Write %1 to").arg(name),
                                     QDir(folder()).filePath(now.isEmpty() ? name + ".exr" : now));
    if (!path.isEmpty())
        session_.apply(tr("Choose a file"),
                       Result<Document>(
                           set_write(session_.document(), name.toStdString(), path.toStdString())));
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!files_of(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

/// On the graph they come to lie where they are dropped, or are read by the input there. Keys are
/// for this window from then on, and no longer for that from which files were dragged.
void MainWindow::dropEvent(QDropEvent* event) {
    const QStringList files = files_of(*event->mimeData());
    if (files.isEmpty()) return;
    event->acceptProposedAction();
    activateWindow();
    graph_->setFocus();
    if (files.front().endsWith(QStringLiteral(".weft"))) {
        if (may_leave()) open(files.front());
        return;
    }
    const QWidget* const canvas = graph_->viewport();
    const QPoint at = canvas->mapFrom(this, event->position().toPoint());
    const bool on_graph = canvas->isVisible() && canvas->rect().contains(at);
    const QPointF scene = graph_->mapToScene(on_graph ? at : canvas->rect().center());
    const NodeItem* const box = on_graph ? graph_->graph().node_at(scene) : nullptr;
    if (box && box->id().kind == ItemKind::kInput && files.size() == 1) {
        session_.apply(tr("Choose a picture"),
                       Result<Document>(choose_picture(
                           session_.document(), name_of(session_.document(), box->id()),
                           files.front().toStdString(), folder().toStdString())));
        return;
    }
    Place place = snapped({qRound(scene.x()), qRound(scene.y())});
    if (!on_graph) place = free_place(session_.document(), place, kTop);
    read_files(files, place);
}

}  // namespace weft::editor
