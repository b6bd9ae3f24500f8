// The editor's look, dark or light: neutral greys, one accent, colours and glyphs of categories.
#pragma once

#include <QColor>
#include <QFont>
#include <QIcon>
#include <QPainterPath>
#include <QPalette>
#include <QString>

#include "model/category.h"

class QWidget;

namespace weft::editor::theme {

/// What everything is drawn in.
struct Colours {
    QColor window, pane, field, raised, hover, pressed;  ///< surfaces
    QColor line, groove;                                 ///< between surfaces
    QColor text, dim_text, faint_text;
    QColor wire, wire_lit;
    QColor accent, on_accent, error, warning, on_warning;
    bool light = false;
};

enum class Kind { kDark, kLight };

const Colours& colours(Kind kind);
/// The colours of the theme in use; dark until use() is called.
const Colours& now();
/// Sets the theme in use. The caller sets the application's palette and style sheet.
void use(Kind kind);

/// `a` blended with `b` by t, 0 to 1: a at 0, b at 1.
QColor mixed(const QColor& a, const QColor& b, double t);

/// The emphasis of a label, in either theme.
enum class Tone { kPlain, kDim, kError };
void set_tone(QWidget& label, Tone tone);

/// Hues of equal lightness that stay apart for the common kinds of colour blindness.
QColor colour(Category category);
/// The colour of kernel `number`, from 0. Colours repeat after a few, so that boxes show the number
/// too.
QColor kernel(int number);
/// The colour of lines for red, green and blue, 0 to 2.
QColor plane(int colour);
/// The colour of handles over pictures, which have a dark surround in either theme.
QColor handle();
/// Heat-map colour of a node whose cost is `part`, 0 to 1, of the most expensive node's.
QColor heat(double part);
/// The colour of a backdrop, by Backdrop::hue.
QColor backdrop(int hue);
QString backdrop_name(int hue);
/// For lists: 12 pixels wide, and at most as high.
QIcon chip(const QColor& colour, double height = 12.0);
/// What says the same without colour.
/// Around the origin.
const QPainterPath& glyph(Category category);

/// A triangle around the origin, as high as a box's badge: errors are discs.
const QPainterPath& warning_sign();

/// The typeface of everything, with figures of one width.
QFont font();
QPalette palette();
QString style_sheet();

}  // namespace weft::editor::theme
