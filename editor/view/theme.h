// The editor's look: neutral greys, one accent, colours and glyphs of categories.
#pragma once

#include <QColor>
#include <QFont>
#include <QPainterPath>
#include <QPalette>
#include <QString>

#include "model/category.h"

namespace weft::editor::theme {

inline const QColor kWindow(38, 38, 38), kPane(44, 44, 44), kRaised(54, 54, 54), kLine(28, 28, 28),
    kHover(60, 60, 60), kText(205, 205, 205), kDimText(140, 140, 140), kWire(128, 128, 128),
    kWireLit(190, 190, 190), kAccent(232, 150, 60), kError(214, 84, 76);

/// Hues of equal lightness that stay apart for the common kinds of colour blindness.
QColor colour(Category category);
/// Of the kernel of that number, from 0; the same again after a few, so that boxes say the number
/// too.
QColor kernel(int number);
/// Of a backdrop, by Backdrop::hue.
QColor backdrop(int hue);
QString backdrop_name(int hue);
/// What says the same without colour.
/// Around the origin.
const QPainterPath& glyph(Category category);

/// The typeface of everything, with figures of one width.
QFont font();
QPalette palette();
QString style_sheet();

}  // namespace weft::editor::theme
