// The argument of a generated row loop. Read by the executor and, as text, by every kernel; so it
// includes nothing.
#pragma once

namespace weft {

/// How the samples of a picture that is read anywhere are stored (runtime/samples.h, half.h).
enum StoredAs { kStoredFloat, kStoredU8, kStoredU16, kStoredHalf };

/// A whole picture: the sample at (x, y) of plane p is
/// first[p * plane_samples + (y - y0) * row_samples + (x - x0) * pixel_samples].
struct PictureArgs {
    const float* first;  ///< where samples are no floats, the address of the first of them
    long row_samples, plane_samples, pixel_samples;
    int x0, y0, x1, y1;  ///< domain of definition, half open
    float outside;       ///< what a constant border holds
    StoredAs stored;
};

/// One row of one loop, or a batch of rows. Pointers are to the first element of the row's range.
/// Whole vectors are read and written: up to one vector beyond the last element must be accessible.
/// A function of pixels (plan/pixel_rows.h) is given one row of each picture, and touches nothing
/// beyond it.
struct RowArgs {
    const float* const* in;       ///< one per read slot; of a batch, for one row after another
    float* const* out;            ///< one per write slot, likewise
    const void* const* members;   ///< per stage of the loop: its functor's Members
    const int* reaches;           ///< dynamic stencils: radii or offsets of the inputs, in order
    float* const* state;          ///< vertical scans: one row per float of state
    float* scratch;               ///< horizontal scans: transposed tiles; reductions: states of
                                  ///< lanes; 64-byte aligned
    const long* prefetch;         ///< per read: floats from a row to the next one, which the loop
                                  ///< prefetches; 0: none
    const PictureArgs* pictures;  ///< of eRandom reads, in the order of Loop::pictures
    long count;                   ///< elements of a row
    int x, y, plane;              ///< coordinates of the first element of the first row
    int rows;                     ///< of the batch
    int rebuild;                  ///< vertical scans: build the state at the first row;
                                  ///< reductions: the row is the first of its leaves; results:
                                  ///< combine all leaves, and compute no row
    int complete;                 ///< reductions: the row is the last of its leaves
    /// Functions of pixels: use non-temporal stores. All of `out` are then aligned to a vector.
    int streams;
};

using RowFunction = void (*)(const RowArgs*);

}  // namespace weft
