// Values that an encoder would turn into nothing: written as the nearest that it holds.
#pragma once

#include <string>
#include <vector>

#include <OpenImageIO/imageio.h>

#include "pictures/file_kind.h"

namespace weft {

/// DWA and B44 make 0 of an infinite half, to which halves above 65504 are rounded: a sun turns
/// black. Radiance's .hdr does so with what is beyond its exponents. (DWA compresses so the
/// channels R, G, B, Y, RY and BY of a layer, and loses nothing of others.)
class RangeGuard {
  public:
    /// `spec`: of what is written.
    RangeGuard(const FileKind& kind, const OIIO::ImageSpec& spec);

    bool is_needed() const { return !channels_.empty(); }

    /// Clamps packed pixels, each channel in its own type; NaN becomes 0.
    void apply(std::byte* pixels, std::size_t count);

    /// What that changed so far, for people; "": nothing.
    std::string note() const;

  private:
    struct Channel {
        std::size_t offset = 0;  ///< in a pixel
        bool half = false;       ///< else float
    };
    std::vector<Channel> channels_;
    std::size_t pixel_ = 0;  ///< bytes
    float most_ = 0;
    std::string encoder_;
    bool changed_ = false;
};

}  // namespace weft
