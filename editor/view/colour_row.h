// The row of a colour: one slider and number for all its components, and buttons that spread it,
// open its wheel and pick it from the picture.
#pragma once

#include <QWidget>

#include "model/colour.h"
#include "view/value_field.h"

class QToolButton;

namespace weft::editor {

class ColourButton;
class ValueSlider;

class ColourRow : public QWidget {
    Q_OBJECT

  public:
    /// `edits` are of all components together: one number for all, or three.
    ColourRow(const QString& name, const ParameterRef& parameter, const SlidRange& range,
              const ValueEdits& edits);

    /// Says that an alpha is spread with the three.
    void name_alpha();

    // What it shows, without reporting anything. Components that differ have no slider together.
    void show_value(const QString& text, const Colour& light);
    void show_spread(bool spread);
    void show_wheel(bool open);
    void show_picking(bool picking);

  Q_SIGNALS:
    // By a person.
    void spread_wanted(bool spread);
    void wheel_wanted(bool open);
    void picking_wanted(bool picking);

  private:
    const SlidRange range_;
    ValueSlider* slider_;
    NumberField* field_;
    QToolButton *spread_, *pick_;
    ColourButton* swatch_;
};

}  // namespace weft::editor
