// What chooses a colour by eye: the wheel, its level beside it, and a dialog for screen colours.
#pragma once

#include <QWidget>

#include "model/slid_range.h"
#include "view/colour_wheel.h"

namespace weft::editor {

class NumberField;
class ValueSlider;

class ColourBox : public QWidget {
    Q_OBJECT

  public:
    /// `name`: of what has the colour; `range`: of its level.
    ColourBox(const QString& name, const ParameterRef& parameter, const SlidRange& range);

    /// Reports nothing.
    void show_colour(const Colour& light);

  Q_SIGNALS:
    /// A colour, one of many on the way.
    void chosen(const weft::editor::Colour& light);
    /// The way has ended; false: it was given up.
    void ended(bool accepted);

  private:
    void open_dialog();
    void set_level(double level);

    const SlidRange range_;
    const ParameterRef parameter_;
    Colour light_{};
    ColourWheel* wheel_;
    ValueSlider* slider_;
    NumberField* level_;
};

}  // namespace weft::editor
