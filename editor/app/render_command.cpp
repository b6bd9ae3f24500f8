#include "app/render_command.h"

#include <QRegularExpression>

namespace weft::editor {
namespace {

QString quoted(const QString& word) {
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_@%+=:,./-]+$"));
    if (plain.match(word).hasMatch()) return word;
    return QStringLiteral("'%1'").arg(QString(word).replace('\'', QStringLiteral("'\\''")));
}

}  // namespace

QStringList arguments(const RenderCommand& command, bool events) {
    QStringList all{QStringLiteral("render"), command.document};
    const auto add = [&all](const char* flag, const QMap<QString, QString>& paths) {
        for (auto at = paths.begin(); at != paths.end(); ++at)
            if (!at.value().isEmpty()) all << QLatin1String(flag) << at.key() + '=' + at.value();
    };
    add("-i", command.inputs);
    for (const QString& write : command.writes) all << QStringLiteral("-X") << write;
    add("-o", command.outputs);
    if (command.frames.isEmpty()) return all;
    all << QStringLiteral("-F") << command.frames;
    if (events) all << QStringLiteral("--progress") << QStringLiteral("json");
    return all;
}

QString shell_text(const QStringList& arguments) {
    QStringList words{QStringLiteral("weft")};
    for (const QString& word : arguments) words.append(quoted(word));
    return words.join(' ');
}

}  // namespace weft::editor
