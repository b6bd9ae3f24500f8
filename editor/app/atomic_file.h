// Files that are there whole or not at all, whatever happens meanwhile.
#pragma once

#include <QByteArray>
#include <QString>

namespace weft::editor {

/// Replaces the file at `path`. Returns why it could not, and empty where it could; then the bytes
/// are on the disk.
QString write_atomically(const QString& path, const QByteArray& bytes);

}  // namespace weft::editor
