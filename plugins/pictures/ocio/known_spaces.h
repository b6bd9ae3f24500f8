// The colour spaces that files are usually in: what configurations call them, what headers say of
// them, and what they are. Where the artist has no configuration these are the spaces there are,
// and the working space is linear light with the primaries of Rec. 709.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace weft {

/// What a channel's stored value is of light, and back; both are increasing, and defined for all
/// numbers. In double precision, so that white is exactly 1.
struct ChannelCurve {
    double (*to_light)(double);
    double (*from_light)(double);
};

/// x and y of red, green, blue and white, as OpenEXR's attribute "chromaticities" has them.
using Chromaticities = std::array<float, 8>;

struct KnownSpace {
    const char* name;
    std::span<const char* const> aliases;  ///< names of configurations for it
    const ChannelCurve* curve = nullptr;   ///< null: it is light, or see `to_aces`
    const Chromaticities* primaries;       ///< of its light
    const char* to_aces = nullptr;         ///< OpenColorIO's built-in transform to ACES2065-1
    const char* header = "";               ///< OpenImageIO's word for it; "": it has none
};

/// All of them: Rec. 709's linear light, sRGB, then others by name.
std::span<const KnownSpace> known_spaces();
const KnownSpace& linear_rec709();
const KnownSpace& srgb();
const KnownSpace& cineon();

/// The one of that name or alias, in letters of either case; null: there is none.
const KnownSpace* find_known(std::string_view name);

/// Light of these primaries; null: none has just these.
const KnownSpace* find_light(const Chromaticities& primaries);

/// From light of the primaries to light of Rec. 709's: rows of a matrix. Both are white at D65.
std::array<double, 9> to_rec709(const Chromaticities& primaries);
std::array<double, 9> inverse(const std::array<double, 9>& matrix);

}  // namespace weft
