// The types of GPU kernels' arguments. Read by the executors and, as text, by every GPU kernel; so
// it includes nothing.
//
// The one argument of a kernel is a struct of its own, of the members that plan/gpu_arguments.h
// lists: these are their types.
#pragma once

namespace weft {

/// A picture on the device. Sample (x, y) of plane p is, in the layout kRows, at
/// data[p * plane + (y - y0) * pitch + (x - x0)]; in kColumns x and y change places.
///
/// Of an external picture (plan/external.h) `data` is the address of its first sample, whatever the
/// format; `plane` and `pitch` count bytes, and may be negative. Reads beyond x0 ... y1 yield 0,
/// writes there do nothing.
struct GpuPicture {
    float* data;
    long long plane;               ///< floats from one plane to the next; 0: one plane serves all
    int pitch;                     ///< floats from one row (column) to the next
    int x0, y0;                    ///< the first sample that is stored
    int left, top, right, bottom;  ///< domain of definition, half open: what borders refer to
    float outside;                 ///< what a constant border holds
    int planes;
    int x1, y1;  ///< behind the last sample that is stored
};

/// Division by a constant: n / divisor == (n * multiplier) >> shift for 0 <= n < 2^31, in 64 bits.
struct GpuDivisor {
    unsigned divisor, multiplier, shift;
};

/// What a launch computes.
struct GpuRange {
    int x0, y0, x1, y1;  ///< elements, half open
    int planes;
    int restart_origin;  ///< scans: the domain's first element along the axis ...
    int restart_period;  ///< ... from which the state is rebuilt at every multiple of this
    int periods_per_thread;
    long long elements;        ///< minimised kernels: of all planes
    GpuDivisor width, height;  ///< minimised kernels: extents along u and v
};

/// A rectangle, half open.
struct GpuBounds {
    int left, top, right, bottom;
};

}  // namespace weft
