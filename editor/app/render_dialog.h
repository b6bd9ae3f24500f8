// "Render…": where to, and which frames.
#pragma once

#include <map>

#include "app/command_dialog.h"
#include "view/colour_choice.h"

class QCheckBox;

namespace weft::editor {

class RenderDialog : public CommandDialog {
    Q_OBJECT

  public:
    explicit RenderDialog(Session& session, QWidget* parent = nullptr);

    /// Opens the dialog as open_for() does, chooses all Writes and nothing else, and starts. Where
    /// something is being rendered already it is shown, and goes on.
    void render_writes(const QString& document, const QString& folder);

  private:
    QStringList arguments(const QString& document, bool events) const override;
    void fill() override;

    /// What the dialog has for an output.
    struct Line {
        std::string write;  ///< its file in the document; empty: none
        QCheckBox* wanted = nullptr;
        QLineEdit* path = nullptr;
        ColourChoice* colour = nullptr;
        QLabel* decided = nullptr;
        QWidget* colours = nullptr;  ///< what holds both
    };
    void add_line(int row, const QString& name, bool wanted, Line& line);
    void fill_frames();
    void add_colour(int row, const QString& name, Line& line);
    void show_colours();
    ItemId output_named(const QString& name) const;

    std::map<QString, Line> outputs_;
    QLineEdit* frames_;
    QString usual_frames_;  // what fill_frames() put there
};

}  // namespace weft::editor
