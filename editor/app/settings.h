// What the editor remembers between runs: recent files, and where its panes are.
#pragma once

#include <QByteArray>
#include <QStringList>

namespace weft::editor {

inline constexpr int kMostRecent = 10;

/// Most recent first; files that are gone are left out.
QStringList recent_files();
void remember_file(const QString& path);

QByteArray saved_layout();
void save_layout(const QByteArray& layout);

}  // namespace weft::editor
