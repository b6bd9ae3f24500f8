#include "app/atomic_file.h"

#include <QSaveFile>

namespace weft::editor {

QString write_atomically(const QString& path, const QByteArray& bytes) {
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
        return {};
    return file.errorString();
}

}  // namespace weft::editor
