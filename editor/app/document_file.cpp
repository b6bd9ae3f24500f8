#include "app/document_file.h"

#include <QFile>

namespace weft::editor {

DocumentFile::DocumentFile(QObject* parent) : QObject(parent) {
    connect(&watch_, &FileWatch::changed, this, [this] {
        if (state() != State::kAsKnown) Q_EMIT changed();
    });
}

void DocumentFile::know(const QString& path, const QByteArray& bytes) {
    path_ = path;
    bytes_ = bytes;
    watch_.forget();
    if (!path.isEmpty()) watch_.watch({path});
}

DocumentFile::State DocumentFile::state() const {
    if (path_.isEmpty()) return State::kAsKnown;
    QFile file(path_);
    if (!file.exists()) return State::kGone;
    // What cannot be read may be anything.
    return file.open(QIODevice::ReadOnly) && file.readAll() == bytes_ ? State::kAsKnown
                                                                      : State::kChanged;
}

}  // namespace weft::editor
