// From pixels to what a screen shows: exposure, gamma, channels, and where the picture lies.
#pragma once

#include <QImage>
#include <QPointF>
#include <QSize>

#include "runtime/picture.h"

namespace weft::editor {

enum class Channel { kColour, kRed, kGreen, kBlue, kAlpha, kLuminance };

/// How linear light becomes the screen's sRGB.
struct DisplayTransform {
    float exposure = 0.0f;  ///< in stops
    float gamma = 1.0f;     ///< > 0; 1 leaves sRGB as it is
    Channel channel = Channel::kColour;

    friend bool operator==(const DisplayTransform&, const DisplayTransform&) = default;
};

/// Where the picture lies in the window: pixel (x, y) of it covers
/// origin + zoom * (x, y) to origin + zoom * (x + 1, y + 1).
struct Placement {
    QPointF origin;
    double zoom = 1.0;
    int reduction = 1;  ///< of the picture that is shown: it covers this many pixels each way
};

/// One value as the screen shows it, 0 to 255. NaN is black.
int shown_value(float value, const DisplayTransform& transform);

/// What a window of `size` shows: it costs as much for any size of the picture. Transparent where
/// there is no picture.
QImage shown(const Picture& picture, const DisplayTransform& transform, const Placement& placement,
             QSize size);

}  // namespace weft::editor
