// From pixels to what a screen shows: exposure, gamma, channels, and where the picture lies.
#pragma once

#include <QImage>
#include <QPointF>
#include <QSize>
#include <array>

#include "runtime/picture.h"

namespace weft::editor {

enum class Channel { kColour, kRed, kGreen, kBlue, kAlpha, kLuminance };

/// How linear light becomes the screen's sRGB.
struct DisplayTransform {
    float exposure = 0.0f;  ///< in stops
    float gamma = 1.0f;     ///< > 0; 1 leaves sRGB as it is
    Channel channel = Channel::kColour;
    bool mark_not_finite = false;  ///< pixels with NaN or infinities are striped

    friend bool operator==(const DisplayTransform&, const DisplayTransform&) = default;
};

/// Where the picture lies in the window: pixel (x, y) of it covers
/// origin + zoom * (x, y) to origin + zoom * (x + 1, y + 1).
struct Placement {
    QPointF origin;
    double zoom = 1.0;
    int reduction = 1;  ///< of the picture that is shown: it covers this many pixels each way
};

/// A transform by table, close enough for 8 bits.
class DisplayTable {
  public:
    explicit DisplayTable(const DisplayTransform& transform);
    /// A value as the screen shows it, 0 to 255. NaN is black.
    int operator()(float value) const;

  private:
    // Light is looked up by its square root, so that shadows have as many entries as highlights.
    static constexpr int kLast = 4095;
    float gain_;
    std::array<unsigned char, kLast + 1> values_;
};

/// What a window of `size` shows: it costs as much for any size of the picture. Transparent where
/// there is no picture.
QImage shown(const Picture& picture, const DisplayTransform& transform, const Placement& placement,
             QSize size);

}  // namespace weft::editor
