// What each hand-written kernel is launched with.
#pragma once

namespace hand {

/// Rows begin at multiples of 16 bytes, and a row's memory goes on to the next such multiple at
/// least, as pictures of Weft do: then a vector that holds a row's last sample may be loaded whole.
struct Args {
    const float* in;
    float* out;
    long long in_plane, out_plane;  ///< floats from one plane to the next
    int in_pitch, out_pitch;        ///< floats from one row to the next
    int width, height;
};

}  // namespace hand
