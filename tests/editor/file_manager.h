// A file manager beside the editor, as far as files can be dragged from it.
#pragma once

#include <QApplication>
#include <QDrag>
#include <QLabel>
#include <QMimeData>
#include <QMouseEvent>
#include <QUrl>

namespace weft::editor {

/// A window at the right of another, above it, with the names of files, all chosen.
class FileManager : public QLabel {
  public:
    FileManager(const QWidget& editor, const QStringList& files) : files_(files) {
        setText(QString::number(files.size()) + " files");
        setAlignment(Qt::AlignCenter);
        setWindowTitle(QStringLiteral("Files"));
        setGeometry(editor.geometry().right() + 20, editor.geometry().top(), 200, 120);
        show();
    }

  private:
    void mousePressEvent(QMouseEvent* event) override { pressed_ = event->pos(); }
    void mouseMoveEvent(QMouseEvent* event) override {
        if ((event->pos() - pressed_).manhattanLength() < QApplication::startDragDistance()) return;
        QList<QUrl> urls;
        for (const QString& file : files_) urls.append(QUrl::fromLocalFile(file));
        auto* data = new QMimeData;
        data->setUrls(urls);
        auto* drag = new QDrag(this);
        drag->setMimeData(data);
        drag->exec(Qt::CopyAction);
    }

    const QStringList files_;
    QPoint pressed_;
};

}  // namespace weft::editor
