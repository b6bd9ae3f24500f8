// The file of the open document, which other programs may write too.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>

#include "view/file_watch.h"

namespace weft::editor {

class DocumentFile : public QObject {
    Q_OBJECT

  public:
    enum class State { kAsKnown, kChanged, kGone };

    explicit DocumentFile(QObject* parent = nullptr);

    /// The file, with these bytes, was read or written now; an empty path: there is none.
    void know(const QString& path, const QByteArray& bytes);
    /// Whether it still has these bytes. Reads it.
    State state() const;
    const QString& path() const { return path_; }

  Q_SIGNALS:
    /// It is not as it is known, and was written or went just now.
    void changed();

  private:
    QString path_;
    QByteArray bytes_;
    FileWatch watch_;
};

}  // namespace weft::editor
