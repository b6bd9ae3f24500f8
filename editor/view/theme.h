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
/// Of the theme that is in use; dark before any is.
const Colours& now();
/// Draws in that theme from now on. The application's palette and style sheet are the caller's.
void use(Kind kind);

/// A part of `a` and so much of `b`: 0 to 1.
QColor mixed(const QColor& a, const QColor& b, double t);

/// How a label is said, in whatever theme.
enum class Tone { kPlain, kDim, kError };
void set_tone(QWidget& label, Tone tone);

/// Hues of equal lightness that stay apart for the common kinds of colour blindness.
QColor colour(Category category);
/// Of the kernel of that number, from 0; the same again after a few, so that boxes say the number
/// too.
QColor kernel(int number);
/// Of red, green and blue, 0 to 2, where they are lines.
QColor plane(int colour);
/// Of a node's cost as a part of the dearest node's, 0 to 1: the higher, the more it stands out
/// from the background.
QColor heat(double part);
/// Of a backdrop, by Backdrop::hue.
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
