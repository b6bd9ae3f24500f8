// Scopes: how the values of a picture are spread, as the screen shows them.
#pragma once

#include <QImage>
#include <array>
#include <atomic>

#include "viewer/display.h"

namespace weft::editor {

/// Values that a scope tells apart: those of the screen, 0 to 255.
inline constexpr int kScopeLevels = 256;

/// For red, green and blue, how many pixels have each value. A picture of one plane counts alike in
/// all three.
using Histogram = std::array<std::array<int, kScopeLevels>, 3>;

/// Of what is there of a region; of large ones of some pixels alone, which tell how all are spread.
struct Scopes {
    Histogram histogram{};
    /// Columns of the region from left to right, values from 0 at the bottom; kScopeLevels high.
    /// The more pixels of a column have a value, the brighter it is.
    QImage waveform;
    /// Colours without their lightness: grey in the middle, blueness to the right and redness
    /// upwards as Rec. 709 weighs them; kScopeLevels each way, of which full colours reach the
    /// edge.
    QImage vectorscope;
};
/// `width`: of the waveform. Not to be used once `cancel` has become true.
Scopes scopes(const Layer& layer, const Rect& region, const DisplayTransform& transform, int width,
              const std::atomic<bool>& cancel);

/// Where a colour of the screen, 0 to 255, lies in it.
QPointF vectorscope_place(int red, int green, int blue);

}  // namespace weft::editor
