// What this CPU's lanes offer the sweep. `which` counts the functions of WEFT_SWEPT; a piece is
// kPiece floats in the order of their bits.
#pragma once

/// The sum of mixed() over a piece.
extern "C" unsigned long long weft_lanes_sum(int which, unsigned piece);
/// Bits of each result of a piece; `out` holds kPiece.
extern "C" void weft_lanes_results(int which, unsigned piece, unsigned* out);
