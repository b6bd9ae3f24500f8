// Scopes: how the values of a picture are spread, as the screen shows them.
#pragma once

#include <QImage>
#include <array>

#include "viewer/display.h"

namespace weft::editor {

/// Values that a scope tells apart: those of the screen, 0 to 255.
inline constexpr int kScopeLevels = 256;

/// For red, green and blue, how many pixels have each value. A picture of one plane counts alike in
/// all three.
using Histogram = std::array<std::array<int, kScopeLevels>, 3>;
Histogram histogram(const Picture& picture, const Rect& region, const DisplayTransform& transform);

/// Columns of the region from left to right, values from 0 at the bottom; kScopeLevels high. The
/// more pixels of a column have a value, the brighter it is.
QImage waveform(const Picture& picture, const Rect& region, const DisplayTransform& transform,
                int width);

/// Colours without their lightness: grey in the middle, blueness to the right and redness upwards
/// as Rec. 709 weighs them; kScopeLevels each way, of which full colours reach the edge.
QImage vectorscope(const Picture& picture, const Rect& region, const DisplayTransform& transform);
/// Where a colour of the screen, 0 to 255, lies in it.
QPointF vectorscope_place(int red, int green, int blue);

}  // namespace weft::editor
