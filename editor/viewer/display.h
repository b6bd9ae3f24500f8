// From pixels to what a screen shows: exposure, gamma, channels, and where the picture lies.
#pragma once

#include <QImage>
#include <QPointF>
#include <QSize>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "runtime/picture.h"
#include "viewer/display_lut.h"
#include "viewer/layer.h"

namespace weft::editor {

enum class Channel { kColour, kRed, kGreen, kBlue, kAlpha, kLuminance };

enum class Encoding {
    kSrgb,  ///< linear light becomes the screen's sRGB
    kRaw,   ///< values go to the screen as they are
    kLut    ///< they are looked up
};

/// How values become what a screen is sent: exposure, then the encoding, then gamma.
struct DisplayTransform {
    float exposure = 0.0f;  ///< in stops
    float gamma = 1.0f;     ///< > 0; 1 leaves what is encoded as it is
    Channel channel = Channel::kColour;
    bool mark_not_finite = false;  ///< pixels with NaN or infinities are striped
    Encoding encoding = Encoding::kSrgb;
    std::shared_ptr<const DisplayLut> lut = nullptr;  ///< where it is kLut

    friend bool operator==(const DisplayTransform&, const DisplayTransform&) = default;
};

/// Where pictures lie in the window: pixel (x, y) in full covers
/// origin + zoom * (x, y) to origin + zoom * (x + 1, y + 1).
struct Placement {
    QPointF origin;
    double zoom = 1.0;
};

/// A transform by tables, close enough for 8 bits. Copies share the tables.
class ScreenColours {
  public:
    explicit ScreenColours(const DisplayTransform& transform = {});
    /// Another transform; tables that serve it too stay: exposure alone changes none.
    void set_transform(const DisplayTransform& transform);
    const DisplayTransform& transform() const { return transform_; }
    /// Colours of a row as the screen shows them: 0 to 255, NaN is black. `colours` is used up.
    void operator()(std::span<Rgb> colours, std::array<unsigned char, 3>* shown) const;

  private:
    // Values are looked up by their exponent and the first bits of their fraction, so that shadows
    // have as many entries as highlights.
    static constexpr int kOctaves = 32, kFractionBits = 10, kEntryShift = 23 - kFractionBits;
    static constexpr std::uint32_t kFirstEntry = (127u - kOctaves) << 23;  // bits of the darkest
    using Levels = std::array<unsigned char, (kOctaves << kFractionBits) + 1>;
    static std::shared_ptr<const Levels> levels_of(const DisplayTransform& transform);

    DisplayTransform transform_;
    std::shared_ptr<const Levels> levels_;
};

/// Draws what a part of a window shows into an image of 32 bits a pixel, the part's first pixel at
/// `at`: it costs as much for any size of the picture, and is done on all cores. The first layer is
/// on top; `ground` where no layer has a pixel.
void draw_layers(std::span<const Layer> layers, const ScreenColours& colours,
                 const Placement& placement, const QRect& part, QImage& image, QPoint at,
                 QRgb ground);

}  // namespace weft::editor
