// An accumulation's kernel: a tile of elements, whose terms are added copy by copy of what they
// read.
#pragma once

#include "emit/cuda/element_text.h"
#include "emit/writer.h"

namespace weft {

/// The global function of a kernel of the kind kAccumulate.
void print_accumulation(const ElementText& text, Writer& out);

}  // namespace weft
