// The body of a group whose tiles are strips of columns that a warp goes down (GroupStrip): the GPU
// twin of the CPU's row pipeline.
#pragma once

#include "emit/cuda/group_text.h"

namespace weft {

/// Prints strip(args, first, v0, v1), for rows v0 ... v1 - 1 of a tile of whole width around which
/// no read leaves a domain, and what it is made of.
void print_strip_body(const GroupText& text, Writer& out);

}  // namespace weft
