// The body of a group whose tiles are hybrid: the left part of each in shared memory, the right in
// registers (paper: warp-tiling, section 5, algorithm 1).
#pragma once

#include "emit/cuda/group_text.h"

namespace weft {

/// Prints body(args, first, shared), for a whole tile around which no read leaves a domain, and
/// what it is made of.
void print_hybrid_body(const GroupText& text, Writer& out);

}  // namespace weft
