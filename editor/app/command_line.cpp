#include "app/command_line.h"

namespace weft::editor {
namespace {

constexpr int kUsage = 2;  // docs/exit-codes.md

QString help() {
    return QStringLiteral(
        "weft-editor: the node editor of Weft\n"
        "\n"
        "usage: weft-editor [DOCUMENT] [PICTURE...]\n"
        "\n"
        "  DOCUMENT   an effect to open: a file, look.weft, or the name of a built-in effect, as\n"
        "             degrain ('weft list effects' names them); without one, a new effect\n"
        "  PICTURE    what its inputs read, in order: a file, one of a sequence's, or all of it,\n"
        "             plate.####.exr; what there is no input for becomes a Read of its own\n"
        "\n"
        "  -h, --help     print this\n"
        "  --version      print the version\n"
        "\n"
        "Options of Qt, as -platform and -style, go before these. What the editor does stands in\n"
        "docs/editor.md.\n");
}

/// Whether a name is a picture's, by what it ends in: documents end in .weft, and effects' names
/// hold no point.
bool is_picture(const QString& name) {
    return !name.endsWith(QStringLiteral(".weft")) &&
           name.mid(name.lastIndexOf('/') + 1).contains('.');
}

CommandLine refused(const QString& why) {
    CommandLine line;
    line.text =
        QStringLiteral("weft-editor: error: %1; weft-editor --help says what there is\n").arg(why);
    line.code = kUsage;
    return line;
}

}  // namespace

CommandLine read_command_line(const QStringList& arguments, const QString& version) {
    QStringList names;
    bool options = true;
    for (const QString& argument : arguments) {
        const bool is_option = options && argument.size() > 1 && argument.startsWith('-');
        if (!is_option) {
            names.append(argument);
        } else if (argument == QLatin1String("--")) {
            options = false;
        } else if (argument == QLatin1String("-h") || argument == QLatin1String("--help")) {
            return {{}, {}, help()};
        } else if (argument == QLatin1String("--version")) {
            return {{}, {}, QStringLiteral("weft-editor %1\n").arg(version)};
        } else {
            return refused(QStringLiteral("there is no option '%1'").arg(argument));
        }
    }
    CommandLine line;
    if (!names.isEmpty() && !is_picture(names.front())) line.document = names.takeFirst();
    line.pictures = names;
    return line;
}

}  // namespace weft::editor
