// The `weft render` command line that renders what the window shows.
#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

namespace weft::editor {

struct RenderCommand {
    QString document;               ///< the path of a .weft file
    QMap<QString, QString> inputs;  ///< paths by name; empty ones are left out
    QMap<QString, QString> outputs;
    QStringList writes;  ///< outputs to be rendered, by name; none: all
    QString frames;      ///< as --frames takes them; empty: one picture
};

/// The arguments of `weft`, "render" first. With `events` progress is told as JSON lines, of
/// frames.
QStringList arguments(const RenderCommand& command, bool events);
/// `weft` with arguments, as people would type it in a shell.
QString shell_text(const QStringList& arguments);

}  // namespace weft::editor
