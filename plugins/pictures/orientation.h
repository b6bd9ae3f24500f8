// Photographs that a camera held on its side: where a pixel of the upright picture is in the file.
#pragma once

#include "core/rect.h"

namespace weft {

/// How a file's rows and columns lie to the upright picture: Exif's numbers 1 to 8, of which 2 to 4
/// mirror it or turn it by half a turn, and 5 to 8 swap its axes. Around the display window, whose
/// corner stays where it is.
class Orientation {
  public:
    /// `display`: the file's. Any other number than 2 to 8 is 1.
    Orientation(int exif, const Rect& display)
        : exif_(exif < 2 || exif > 8 ? 1 : exif), display_(display) {}

    bool turns() const { return exif_ != 1; }
    bool swaps_axes() const { return exif_ >= 5; }

    /// A window of the file, upright.
    Rect upright(const Rect& window) const;

    /// Where in the file the pixel at (x, y) of the upright picture is.
    struct Place {
        int x = 0, y = 0;
    };
    Place in_file(int x, int y) const;

  private:
    int exif_ = 1;
    Rect display_;
};

}  // namespace weft
