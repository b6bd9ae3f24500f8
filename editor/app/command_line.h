// The editor's own command line, read before there is a window, or a screen.
#pragma once

#include <QString>
#include <QStringList>

namespace weft::editor {

/// What is to be opened; or what is to be printed instead of starting, and the exit code.
struct CommandLine {
    QString document;           ///< a path, or the name of a built-in effect; empty: none
    QStringList pictures = {};  ///< of the inputs, in order; those beyond are Reads of their own
    QString text = {};
    int code = 0;
    bool starts() const { return text.isEmpty(); }
};

/// Of the arguments behind the program's name. Options that it does not know are refused; "--" ends
/// them.
CommandLine read_command_line(const QStringList& arguments, const QString& version);

}  // namespace weft::editor
