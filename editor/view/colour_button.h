// A swatch of a colour; pressed, it opens a dialog whose choices are reported as they are made.
#pragma once

#include <QToolButton>
#include <functional>

#include "model/colour.h"

namespace weft::editor {

class ColourButton : public QToolButton {
  public:
    /// `chosen`: a colour on the way. `ended`: the dialog has closed; false: it was given up.
    ColourButton(const QString& name, std::function<void(const Colour&)> chosen,
                 std::function<void(bool)> ended);

    void show_colour(const Colour& light);

  protected:
    void paintEvent(QPaintEvent*) override;

  private:
    void choose();

    std::function<void(const Colour&)> chosen_;
    std::function<void(bool)> ended_;
    Colour light_{};
};

}  // namespace weft::editor
