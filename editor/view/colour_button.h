// A swatch of a colour; pressed, it opens and closes what chooses the colour.
#pragma once

#include <QToolButton>

#include "model/colour.h"

namespace weft::editor {

/// How a screen shows light.
QColor on_screen(const Colour& light);

class ColourButton : public QToolButton {
  public:
    explicit ColourButton(const QString& name, QWidget* parent = nullptr);

    void show_colour(const Colour& light);

  protected:
    void paintEvent(QPaintEvent*) override;

  private:
    Colour light_{};
};

}  // namespace weft::editor
