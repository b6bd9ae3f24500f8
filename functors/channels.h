// Which plane of a picture is what: grey, or red, green and blue, then alpha.
#pragma once

namespace weft::functors {

/// How many of a picture's planes are colours, the first ones: three, or one where there are fewer.
inline int colour_planes(int planes) { return planes < 3 ? 1 : 3; }

/// The plane that holds a picture's alpha: the one after its colours. Where there is none, -1: the
/// picture is opaque.
inline int alpha_plane(int planes) { return planes == 2 ? 1 : planes > 3 ? 3 : -1; }

/// Where a picture of `own` planes holds what plane `plane` is in a picture of `all` planes, all at
/// least own; -1 where it has no such plane. Grey stands for every colour.
inline int source_plane(int plane, int all, int own) {
    if (plane == alpha_plane(all)) return alpha_plane(own);
    if (plane < colour_planes(all)) return plane < colour_planes(own) ? plane : 0;
    return plane < own ? plane : -1;
}

/// What stands in for a plane that source_plane() does not find: alpha is opaque, others are 0.
inline float missing_plane(int plane, int all) { return plane == alpha_plane(all) ? 1.0f : 0.0f; }

/// Rec. 709's weights of red, green and blue in the luminance of linear light.
inline constexpr float kRedLuminance = 0.2126f;
inline constexpr float kGreenLuminance = 0.7152f;
inline constexpr float kBlueLuminance = 0.0722f;

}  // namespace weft::functors
