// The argument of a generated row loop. Read by the executor and, as text, by every kernel; so it
// includes nothing.
#pragma once

namespace weft {

/// A whole picture: the sample at (x, y) of plane p is
/// first[p * plane_floats + (y - y0) * row_floats + (x - x0) * pixel_floats].
struct PictureArgs {
    const float* first;
    long row_floats, plane_floats, pixel_floats;
    int x0, y0, x1, y1;  ///< domain of definition, half open
    float outside;       ///< what a constant border holds
};

/// One row of one loop, or a batch of rows. Pointers are to the first element of the row's range.
/// Whole vectors are read and written: up to one vector beyond the last element must be accessible.
/// A function of pixels (plan/pixel_rows.h) is given one row of each picture, and touches nothing
/// beyond it.
struct RowArgs {
    const float* const* in;      ///< one per read slot; a batch has as many for each row in turn
    float* const* out;           ///< one per write slot, likewise
    const void* const* members;  ///< per stage of the loop: its functor's Members
    const int* reaches;          ///< dynamic stencils: radii or offsets of the inputs, in order
    float* const* state;         ///< vertical scans: one row per float of state
    float* scratch;              ///< horizontal scans: transposed tiles; reductions: states of
                                 ///< lanes; 64-byte aligned
    const long* prefetch;  ///< by read: floats from a row to the one after it, which comes from
                           ///< memory meanwhile; 0: nothing does
    const PictureArgs* pictures;  ///< those that are read anywhere, in the order of the loop's
    long count;                   ///< elements of a row
    int x, y, plane;              ///< where the first element of the first row lies
    int rows;                     ///< of the batch
    int rebuild;                  ///< vertical scans: state is built at the first of these rows;
                                  ///< reductions: it is the first of its leaves; results: no row,
                                  ///< but all leaves are to be combined
    int complete;                 ///< reductions: this row is the last of its leaves
    /// Of a function of pixels: stores go around the caches, and all of `out` are multiples of a
    /// vector's size.
    int streams;
};

using RowFunction = void (*)(const RowArgs*);

}  // namespace weft
