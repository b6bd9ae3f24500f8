// The choice of a file's colour space, and beside it what was decided for the file.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <functional>
#include <string>

namespace weft::editor {

/// What a panel asks of files, of which it knows nothing: the names of spaces.
using ColourSpaces = std::function<QStringList()>;

/// GraphInput::colour as a list: automatic, raw, and the spaces there are.
class ColourChoice : public QComboBox {
    Q_OBJECT

  public:
    explicit ColourChoice(const QStringList& spaces);
    /// A name that is not among the spaces is shown all the same.
    void show_choice(const std::string& colour);

  Q_SIGNALS:
    /// By a person.
    void chosen(const std::string& colour);
};

}  // namespace weft::editor
