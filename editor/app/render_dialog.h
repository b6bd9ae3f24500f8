// "Render…": where to, and which frames.
#pragma once

#include <map>

#include "app/command_dialog.h"
#include "view/colour_choice.h"

namespace weft::editor {

class RenderDialog : public CommandDialog {
    Q_OBJECT

  public:
    explicit RenderDialog(Session& session, QWidget* parent = nullptr);

  private:
    QStringList arguments(const QString& document, bool events) const override;
    void fill() override;

    /// What the dialog has for an output.
    struct Line {
        QLineEdit* path = nullptr;
        ColourChoice* colour = nullptr;
        QLabel* decided = nullptr;
        QWidget* colours = nullptr;  ///< what holds both
    };
    void add_colour(int row, const QString& name, Line& line);
    void show_colours();
    ItemId output_named(const QString& name) const;

    std::map<QString, Line> outputs_;
    QLineEdit* frames_;
};

}  // namespace weft::editor
