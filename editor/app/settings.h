// What the editor remembers between runs: recent files, keys, the theme, and where its panes are.
#pragma once

#include <QByteArray>
#include <QMap>
#include <QStringList>
#include <string>
#include <vector>

namespace weft::editor {

inline constexpr int kMaxRecent = 10;

/// Most recent first; files that are gone are left out.
QStringList recent_files();
void remember_file(const QString& path);

/// Keys of actions that differ from the usual ones, as texts.
QMap<QString, QStringList> saved_keys();
void save_keys(const QMap<QString, QStringList>& keys);

bool saved_light_theme();
void save_light_theme(bool light);

/// The file of the viewer's colour configuration; empty: that of the environment.
QString saved_colours();
void save_colours(const QString& config);

/// What was added lately, the latest first.
std::vector<std::string> saved_recent_nodes();
void save_recent_nodes(const std::vector<std::string>& names);

/// Where the window is, how large, and whether it is maximised.
QByteArray saved_geometry();
void save_geometry(const QByteArray& geometry);

QByteArray saved_layout();
void save_layout(const QByteArray& layout);

}  // namespace weft::editor
