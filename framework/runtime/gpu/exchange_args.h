// What the kernel weft_exchange is called with, which copies between a picture of Weft's and one
// that lies on the device as its owner keeps it. Read by what starts the kernel and, as text, by
// the kernel itself; so it includes only what is text there too.
#pragma once

#include "runtime/gpu/kernel_args.h"

namespace weft {

/// Pixels of any format and strides. The sample of plane p at (x, y) begins at
///   base + (x - x0) * x_stride + (y - y0) * y_stride + p * plane_stride  (bytes).
struct ForeignPicture {
    unsigned char* base;
    long long x_stride, y_stride, plane_stride;
    int x0, y0, x1, y1;  ///< the pixels that there are, half open; none where x0 == x1
    int format;          ///< a SampleFormat's number
};

struct ExchangeArgs {
    ForeignPicture foreign;
    /// Weft's, whose domain is the part that has values: others are 0 to who reads.
    GpuPicture own;
    int columns;         ///< 1: `own` is stored by columns
    int to_own;          ///< 1: all that `own` stores is written; 0: all pixels of `foreign`
    int x0, y0, x1, y1;  ///< what is written
};

}  // namespace weft
